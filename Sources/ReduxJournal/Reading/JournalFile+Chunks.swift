import StateTree

/// Reading a journal in independent chunks that begin with snapshots.
extension JournalFile {
  /// The cursor before the first line.
  package var start: JournalCursor {
    JournalCursor(offset: 0, line: 1, validator: JournalValidator(maximumLineBytes: maximumLineBytes, key: key))
  }

  /// Returns a cursor in the middle of the file. It trusts the lines before it, and line numbers count from it.
  ///
  /// - Throws: `JournalError` if no line starts there, or the bytes before aren't a line.
  package func cursor(atOffset offset: Int) throws(JournalError) -> JournalCursor {
    JournalCursor(offset: offset, line: 1, validator: try validator(before: offset))
  }

  /// Returns a reader that continues from a cursor.
  package func entries(from cursor: JournalCursor) -> JournalReader {
    JournalReader(file: file, offset: cursor.offset, line: cursor.line, validator: cursor.validator)
  }

  /// Returns the bytes of a line, without its line end.
  ///
  /// - Throws: `JournalError` if the file can't be read.
  package func line(of line: JournalLine) throws(JournalError) -> [UInt8] {
    try file.bytes(line.offset..<line.offset + line.byteCount - 1)
  }

  /// Returns the bytes of a record's line, without its line end.
  ///
  /// - Throws: `JournalError` if the file can't be read.
  package func bytes(of entry: JournalEvent) throws(JournalError) -> [UInt8] {
    try file.bytes(entry.offset..<entry.offset + entry.byteCount - 1)
  }

  /// Returns the earliest state that rewinds or `same-as` in these lines refer to; `nil` if there is none. O(n) in
  /// their bytes.
  ///
  /// - Throws: `JournalError` for a damaged line.
  package func earliestReference(from start: Int, to end: Int) throws(JournalError) -> Int? {
    let reader = try entries(fromOffset: start)
    var earliest: Int?
    while reader.offset < end, let entry = try reader.next() {
      if entry.record.hash != nil, let target = entry.record.target { earliest = min(earliest ?? target, target) }
    }
    return earliest
  }

  /// Returns the offset of the first snapshot with a state from an offset on; `nil` if there is none before the limit.
  /// O(n) in the bytes up to there.
  ///
  /// It looks only at a line's first and last bytes; reading the line checks it.
  package func nextSnapshot(from offset: Int, before limit: Int) throws(JournalError) -> Int? {
    var lines = LineReader(file: file, offset: offset, maximumLineBytes: maximumLineBytes)
    // The line that contains the offset began before it.
    guard offset < limit, try lines.advance() else { return nil }
    while lines.offset < limit {
      let start = lines.offset
      guard try lines.advance() else { return nil }
      if lines.withLine({ JournalFile.looksLikeState($0) }) { return start }
    }
    return nil
  }

  /// Returns the last snapshot with a whole state, from the last action's base; `nil` if it can't be found this easily.
  package func lastBase() throws(JournalError) -> JournalEvent? {
    guard let seq = try lastStateSeq, let entry = try entry(settingSeq: seq) else { return nil }
    return try baseSnapshot(of: entry)
  }

  /// Whether a line is a snapshot that doesn't declare its state absent or partial.
  static func looksLikeState(_ line: UnsafeRawBufferPointer) -> Bool {
    let start: StaticString = #"{"kind":"snapshot","#
    let partial: StaticString = #","whole":false"#
    let end = AuthTag.bodyByteCount(of: line) ?? line.count - ChainSum.suffixByteCount + 1
    guard line.count >= start.utf8CodeUnitCount, start.hasBytes(part(of: line, to: start.utf8CodeUnitCount, start)),
      end >= partial.utf8CodeUnitCount, !partial.hasBytes(part(of: line, to: end, partial))
    else { return false }
    // A line without a state is short.
    guard line.count < 256 else { return true }
    let sameAs: StaticString = #""same-as":"#
    return !(sameAs.utf8CodeUnitCount...line.count).contains { sameAs.hasBytes(part(of: line, to: $0, sameAs)) }
  }

  /// Returns as many bytes before a position as a text has.
  private static func part(
    of line: UnsafeRawBufferPointer, to end: Int, _ text: StaticString
  ) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: line[(end - text.utf8CodeUnitCount)..<end])
  }
}
