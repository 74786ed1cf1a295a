import Foundation

/// What one would write by hand: JSON of the action and of the whole state by `JSONEncoder`, a hash of the latter, and
/// a line for each action by `FileHandle`.
///
/// The hash is the standard library's `Hasher`, since no module of the toolchain has SHA-256 on Linux. It is a SipHash
/// of fewer rounds and the fastest hash at hand, so this recorder is rather faster than one with SHA-256 would be. The
/// keys of the JSON are not sorted, which hashes that one can compare would need and which costs more.
final class NaiveRecorder {
  private let file: FileHandle
  private let encoder = JSONEncoder()

  /// Creates a file to record to.
  ///
  /// - Throws: `CocoaError` if it can't be written.
  init(path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
    else { throw CocoaError(.fileWriteUnknown) }
    self.file = file
  }

  /// Records an action and the state that it led to.
  ///
  /// - Throws: `EncodingError`, or what the disk says.
  func record(_ action: some Encodable, _ state: some Encodable) throws {
    var line = Data(#"{"action":"#.utf8)
    line += try encoder.encode(action)
    var hasher = Hasher()
    try encoder.encode(state).withUnsafeBytes { hasher.combine(bytes: $0) }
    line += Data(#","hash":"\#(String(UInt(bitPattern: hasher.finalize()), radix: 16))"}\#n"#.utf8)
    try file.write(contentsOf: line)
  }
}
