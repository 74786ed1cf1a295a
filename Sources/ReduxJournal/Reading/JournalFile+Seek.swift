import SystemSupport

/// Finding lines without an index: they are sorted by seq, and line ends can be found from anywhere.
extension JournalFile {
  private static let chunkByteCount = 4 << 10

  /// Returns the record that set the state with a seq; `nil` if the journal has no such state. O(log n) reads in the
  /// number of bytes.
  ///
  /// - Throws: `JournalError` if a line on the way is damaged.
  public func entry(settingSeq seq: Int) throws(JournalError) -> JournalEvent? {
    var search = LineSearch(of: self)
    var offset = try search.firstLine(withSeqFrom: seq)
    while offset < byteCount {
      let prefix = try prefix(at: offset)
      guard prefix.seq == seq else { break }
      if ["snapshot", "action", "rewind"].contains(prefix.kind) {
        let entry = try entry(atOffset: offset)
        guard entry.setsState else { break }
        return entry
      }
      offset = try end(ofLineAt: offset)
    }
    let first = try firstStateSeq
    let known = first.map { seq >= $0 } == true ? try lastStateSeq : nil
    guard let known, seq <= known else { return nil }
    throw damage("no record sets the state \(seq)", at: min(offset, byteCount - 1))
  }

  /// Returns the snapshot from which a record's state can be rebuilt, by the record's `base`.
  ///
  /// - Returns: The snapshot; the entry itself if it is one; `nil` for a record without a base.
  /// - Throws: `JournalError` that names the line whose base doesn't lead to such a snapshot.
  package func baseSnapshot(of entry: JournalEvent) throws(JournalError) -> JournalEvent? {
    if case .snapshot(let snapshot) = entry.record { return snapshot.holdsWholeState ? entry : nil }
    guard case .action(let action) = entry.record, let base = action.base else { return nil }
    let start = entry.offset - base
    guard base > 0, start > 0, try file.bytes(start - 1..<start) == [0x0a],
      try prefix(at: start).kind == "snapshot"
    else {
      throw damage("the action's base is \(base), where no snapshot starts", at: entry.offset)
    }
    let snapshot = try self.entry(atOffset: start)
    guard case .snapshot(let record) = snapshot.record, record.holdsWholeState else {
      throw damage("the action's base is \(base), where no snapshot holds a whole state", at: entry.offset)
    }
    return snapshot
  }

  /// Returns a line's file, and its number and offset in that file. Counting lines is O(n) in the bytes before; it is
  /// skipped if the line's number is known and the journal has only one file.
  package func location(ofLine line: Int?, at offset: Int) -> (path: String, line: Int?, offset: Int) {
    file.location(ofLine: line, at: offset)
  }

  /// Returns the files of some lines and their numbers in those files, given numbers that count through all segments.
  /// O(n) in the bytes of the older segments, regardless of the number of lines.
  package func locations(ofLines lines: [Int]) -> [(path: String, line: Int)] { file.locations(ofLines: lines) }

  /// Returns the number, counted from 1, of the line that contains an offset. O(n) in the bytes before.
  package func lineNumber(atOffset offset: Int) -> Int? { JournalFile.lineNumber(at: offset, in: file) }

  /// Returns the kind and seq of the line at an offset.
  func prefix(at offset: Int) throws(JournalError) -> LinePrefix {
    let bytes = try file.bytes(offset..<min(offset + LinePrefix.maximumByteCount, max(offset, byteCount)))
    guard let prefix = bytes.withUnsafeBytes(LinePrefix.init) else {
      throw damage("the line does not start with a kind and a seq", at: offset)
    }
    return prefix
  }

  /// Returns the end of the line that starts at an offset, including its line end.
  func end(ofLineAt offset: Int) throws(JournalError) -> Int {
    var search = LineSearch(of: self)
    return try search.end(ofLineAt: offset)
  }

  /// Returns the start of the line that ends at an offset, where another line starts or the file ends.
  func start(ofLineBefore offset: Int) throws(JournalError) -> Int {
    try JournalFile.lineStart(atOrBefore: offset - 1, in: file, limit: maximumLineBytes)
  }

  /// Returns the start of the line that contains an offset: the byte after the last line end before it.
  static func lineStart(atOrBefore offset: Int, in file: SegmentedFile, limit: Int) throws(JournalError) -> Int {
    var end = offset
    var chunk = chunkByteCount
    while end > 0 {
      let start = max(0, end - chunk)
      let bytes = try file.bytes(start..<end)
      if let found = bytes.withUnsafeBytes({ Platform.lastLineFeed(in: $0) }) { return start + found + 1 }
      guard offset - start <= limit else {
        let place = file.line(at: start)
        throw JournalError(.lineTooLong(limit: limit), path: place.path, line: place.line, offset: place.start)
      }
      end = start
      chunk = min(chunk * 4, 1 << 20)
    }
    return 0
  }

  /// Returns the number of the line that contains an offset; `nil` if the file can't be read.
  static func lineNumber(at offset: Int, in file: SegmentedFile) -> Int? { place(at: offset, in: file)?.line }

  /// Returns the number and start of the line that contains an offset; `nil` if the file can't be read.
  static func place(at offset: Int, in file: SegmentedFile) -> (line: Int, start: Int)? {
    var place = (line: 1, start: 0)
    var position = 0
    while position < offset {
      guard let bytes = try? file.bytes(position..<min(position + (1 << 20), offset)), !bytes.isEmpty else {
        return nil
      }
      if let last = bytes.withUnsafeBytes({ Platform.lastLineFeed(in: $0) }) {
        place.line += bytes.count { $0 == 0x0a }
        place.start = position + last + 1
      }
      position += bytes.count
    }
    return place
  }

  /// Creates an error about the line that contains an offset.
  func damage(_ reason: String, at offset: Int) -> JournalError {
    let place = file.line(at: offset)
    return JournalError(.damaged(reason), path: place.path, line: place.line, offset: place.start)
  }
}
