extension JournalKey {
  /// The most bytes to read from a key file: a key has 32 digits, and the rest serves the error message.
  package static let maximumFileByteCount = 4096

  /// Reads a key from a file that holds its 32 hex digits in one line, as `openssl rand -hex 16` prints them.
  ///
  /// - Throws: `JournalKeyError` if the file can't be read or holds anything else.
  public init(file path: String) throws(JournalKeyError) {
    let text: [UInt8]
    do throws(JournalError) {
      text = try OpenFile(path: path, for: .reading).bytes(0..<JournalKey.maximumFileByteCount)
    } catch {
      throw .unreadable(path: path, reason: error.problem.keyFileReason)
    }
    try self.init(fileText: text)
  }

  /// Reads a key from the contents of its file.
  ///
  /// - Throws: `JournalKeyError` unless the contents are 32 hex digits in one line.
  package init(fileText text: [UInt8]) throws(JournalKeyError) {
    var line = text[...]
    if line.last == UInt8(ascii: "\n") { line = line.dropLast() }
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    guard !line.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else { throw .severalLines }
    try self.init(digits: String(decoding: line, as: UTF8.self))
  }
}

extension JournalError.Problem {
  /// Why a path doesn't lead to a key file.
  fileprivate var keyFileReason: String {
    switch self {
    case .noSuchFile: "no such file"
    case .permission: "permission denied"
    case .isDirectory: "it is a folder"
    case .notRegular: "it isn't a regular file"
    default: "\(self)"
    }
  }
}
