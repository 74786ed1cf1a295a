/// The place in the code where a reducer crashed: the innermost frame outside of Swift's runtime and the system's libraries.
///
/// Two crashes with the same site, in runs of the same executable, probably have the same cause. A symbolizer
/// finds the line: `llvm-symbolizer --obj=IMAGE OFFSET`.
struct CrashSite: Codable, Hashable, CustomStringConvertible {
  /// The file name of the executable or library, up to 104 bytes of it.
  var image: String
  /// The offset of the instruction from the start of the image in memory, in bytes.
  var offset: UInt

  var description: String { "\(image)+0x\(String(offset, radix: 16))" }
}
