/// Reading a journal in stretches that begin with a snapshot, each by itself.
extension JournalFile {
  /// The place before the first line.
  package var start: JournalPlace {
    JournalPlace(offset: 0, line: 1, rules: JournalRules(maximumLineBytes: maximumLineBytes))
  }

  /// A place to begin at in the middle: what stands before it is taken on trust, and lines are counted from there.
  ///
  /// - Throws: `JournalError` if no line starts there, or the line before is not one.
  package func place(atOffset offset: Int) throws(JournalError) -> JournalPlace {
    JournalPlace(offset: offset, line: 1, rules: try rules(before: offset))
  }

  /// A reader that goes on from a place.
  package func entries(from place: JournalPlace) -> JournalReader {
    JournalReader(file: file, offset: place.offset, line: place.line, rules: place.rules)
  }

  /// The bytes of a record's line, without its line end.
  ///
  /// - Throws: `JournalError` if the file can't be read.
  package func line(of entry: JournalEntry) throws(JournalError) -> [UInt8] {
    try file.bytes(entry.offset..<entry.offset + entry.byteCount - 1)
  }

  /// Where the next snapshot starts that holds a state, from an offset on; `nil` if there is none before the limit.
  /// O(n) in the bytes up to there.
  ///
  /// It is told by its first and last bytes. What it is in truth, reading it will show.
  package func nextSnapshot(from offset: Int, before limit: Int) throws(JournalError) -> Int? {
    var lines = LineReader(
      file: file, offset: offset, maximumLineBytes: maximumLineBytes, chunkByteCount: LineReader.chunkByteCount)
    // The line in which the offset lies has begun before it.
    guard offset < limit, try lines.next() != nil else { return nil }
    while lines.offset < limit {
      let start = lines.offset
      guard let line = try lines.next() else { return nil }
      if line.starts(with: JournalFile.snapshotStart), !JournalFile.looksPartial(line) { return start }
    }
    return nil
  }

  /// Where the last snapshot with a whole state starts, by the base of the last action; `nil` if that is not to be had
  /// so easily.
  package func lastBase() throws(JournalError) -> Int? {
    guard let seq = try lastStateSeq, let entry = try entry(settingSeq: seq) else { return nil }
    return try baseSnapshot(of: entry)?.offset
  }

  private static let snapshotStart = Array(#"{"kind":"snapshot","#.utf8)
  private static let sameAs = Array(#""same-as":"#.utf8)
  private static let partial = Array(#","whole":false"#.utf8)

  private static func looksPartial(_ line: [UInt8]) -> Bool {
    if line.dropLast(ChainSum.suffixByteCount - 1).suffix(partial.count).elementsEqual(partial) { return true }
    // Such a line is short.
    return line.count < 256 && line.indices.contains { line[$0...].starts(with: sameAs) }
  }
}
