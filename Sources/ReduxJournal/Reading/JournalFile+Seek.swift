import SystemSupport

/// Finding lines without an index: they are sorted by seq, and line ends can be found from anywhere.
extension JournalFile {
  private static let chunkByteCount = 4 << 10

  /// The record that set the state of a seq; `nil` if the journal has no such state. O(log n) reads in the number of
  /// bytes.
  ///
  /// - Throws: `JournalError` if a line that was looked at is damaged.
  public func entry(settingSeq seq: Int) throws(JournalError) -> JournalEntry? {
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

  /// The snapshot from which a record's state can be rebuilt, as the record's `base` says.
  ///
  /// - Returns: The snapshot; the entry itself if it is one; `nil` for a record without a base.
  /// - Throws: `JournalError` naming the line whose base does not lead to such a snapshot.
  package func baseSnapshot(of entry: JournalEntry) throws(JournalError) -> JournalEntry? {
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

  /// The file of a line, one of those of a journal in several segments, and its number and offset there; counting lines
  /// is O(n) in the bytes before, and not needed where the line's number is known and there is only one file.
  package func location(ofLine line: Int?, at offset: Int) -> (path: String, line: Int?, offset: Int) {
    file.location(ofLine: line, at: offset)
  }

  /// The files in which some lines are, and the numbers that they have there, where lines are counted through all
  /// segments. O(n) in the bytes of the segments before the newest, however many lines there are.
  package func locations(ofLines lines: [Int]) -> [(path: String, line: Int)] { file.locations(ofLines: lines) }

  /// The number of the line in which an offset lies, counted from 1. O(n) in the bytes before.
  package func lineNumber(atOffset offset: Int) -> Int? { JournalFile.lineNumber(at: offset, in: file) }

  /// The kind and seq of the line at an offset.
  func prefix(at offset: Int) throws(JournalError) -> LinePrefix {
    let bytes = try file.bytes(offset..<min(offset + LinePrefix.maximumByteCount, max(offset, byteCount)))
    guard let prefix = bytes.withUnsafeBytes(LinePrefix.init) else {
      throw damage("the line does not start with a kind and a seq", at: offset)
    }
    return prefix
  }

  /// Where the line ends that starts at an offset, its line end included.
  func end(ofLineAt offset: Int) throws(JournalError) -> Int {
    var position = offset
    var chunk = JournalFile.chunkByteCount
    while position < byteCount {
      let bytes = try file.bytes(position..<min(position + chunk, byteCount))
      guard !bytes.isEmpty else {
        throw JournalError(.damaged("the file became shorter while it was read"), path: path)
      }
      if let found = bytes.withUnsafeBytes({ Platform.firstLineFeed(in: $0) }) { return position + found + 1 }
      position += bytes.count
      chunk = min(chunk * 4, 1 << 20)
    }
    return byteCount
  }

  /// Where the line starts that ends right before an offset at which another line starts, or the file ends.
  func start(ofLineBefore offset: Int) throws(JournalError) -> Int {
    try JournalFile.lineStart(atOrBefore: offset - 1, in: file, limit: maximumLineBytes)
  }

  /// The start of the line in which an offset lies: the byte after the last line end before it.
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

  /// The number of the line in which an offset lies; `nil` if the file can't be read.
  static func lineNumber(at offset: Int, in file: SegmentedFile) -> Int? { place(at: offset, in: file)?.line }

  /// The number of the line in which an offset lies, and where it starts; `nil` if the file can't be read.
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

  /// An error about the line in which an offset lies.
  func damage(_ reason: String, at offset: Int) -> JournalError {
    let place = file.line(at: offset)
    return JournalError(.damaged(reason), path: place.path, line: place.line, offset: place.start)
  }
}
