import ReduxJournal

/// Reads a journal line by line, and composes the lines of its copy.
struct LineCopier {
  private let path: String
  private let reader: JournalReader
  private var copy: JournalCopy
  /// The number of the last line, if known.
  private var line: Int?

  init(of file: JournalFile) throws(JournalError) {
    path = file.path
    reader = try file.entries(fromOffset: 0)
    copy = JournalCopy(maximumLineBytes: file.maximumLineBytes, key: file.key)
  }

  /// How the journal ends, once it was read.
  var tail: JournalTail { reader.tail }

  /// Returns the journal's next line; `nil` after the last one.
  mutating func nextLine() throws(JournalError) -> JournalLine? {
    let next = try reader.nextLine()
    line = next?.line
    return next
  }

  /// Returns the last line's bytes in the copy, from its own bytes.
  mutating func copied(
    _ body: (inout JournalCopy, UnsafeRawBufferPointer) throws(JournalError.Problem) -> [UInt8]
  ) throws(JournalError) -> [UInt8] {
    let reader = reader
    return try composed { copy throws(JournalError.Problem) in
      try reader.withLastLine { line throws(JournalError.Problem) in try body(&copy, line) }
    }
  }

  /// Returns the bytes of the last line with changed members; none if the copy doesn't need the line.
  mutating func copied(changing changes: [MemberChange]) throws(JournalError) -> [UInt8] {
    try copied { copy, line throws(JournalError.Problem) in try copy.line(Array(line), changing: changes) }
  }

  /// Returns what a body makes of the copy. Its errors name the last line.
  mutating func composed<Result>(
    _ body: (inout JournalCopy) throws(JournalError.Problem) -> Result
  ) throws(JournalError) -> Result {
    do { return try body(&copy) } catch { throw JournalError(error, path: path, line: line) }
  }

  /// Returns the bytes that end the copy like the journal; `nil` for none.
  mutating func end() throws(JournalError) -> [UInt8]? {
    guard case .torn(let torn) = tail, !torn.beingWritten else { return nil }
    guard torn.isWhole else { return torn.bytes }
    return try composed { copy throws(JournalError.Problem) in try copy.line(torn.bytes) }
  }
}

extension JournalError {
  /// Whether a line would exceed a reader's limits on length or content.
  var isOfLimit: Bool {
    switch problem {
    case .lineTooLong, .tooManyValues: true
    default: false
    }
  }
}
