import Foundation

/// A handwritten baseline: encodes the action and the whole state with `JSONEncoder`, hashes the state's JSON, and
/// writes a line per action with `FileHandle`.
///
/// It uses the standard library's `Hasher`, because no module of the toolchain has SHA-256 on Linux. `Hasher` is a
/// SipHash with fewer rounds and the fastest hash at hand, so this recorder is rather faster than one with SHA-256. It
/// doesn't sort the JSON's keys, which comparable hashes would need at extra cost.
final class NaiveRecorder {
  private let file: FileHandle
  private let encoder = JSONEncoder()

  /// Creates the file to record to.
  ///
  /// - Throws: `CocoaError` if it can't be written.
  init(path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
    else { throw CocoaError(.fileWriteUnknown) }
    self.file = file
  }

  /// Records an action and the state after it.
  ///
  /// - Throws: `EncodingError`, or the disk's error.
  func record(_ action: some Encodable, _ state: some Encodable) throws {
    var line = Data(#"{"action":"#.utf8)
    line += try encoder.encode(action)
    var hasher = Hasher()
    try encoder.encode(state).withUnsafeBytes { hasher.combine(bytes: $0) }
    line += Data(#","hash":"\#(String(UInt(bitPattern: hasher.finalize()), radix: 16))"}\#n"#.utf8)
    try file.write(contentsOf: line)
  }
}
