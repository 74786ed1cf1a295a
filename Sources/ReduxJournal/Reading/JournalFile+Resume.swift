/// What a writer must know of a journal to go on with it.
extension JournalFile {
  /// The rules as they stand at the end of the last whole line, complete but for what only counting could tell.
  func rules(at check: JournalWriter.Check) throws(JournalError) -> JournalRules {
    if check == .full {
      let reader = try entries(fromOffset: 0)
      while try reader.next() != nil {}
      return reader.rules
    }
    let reader = try entries(fromOffset: try startOfTail())
    while try reader.next() != nil {}
    var rules = reader.rules
    rules.session = try lastHeader().session
    rules.wholeState = try lastWholeState()
    return rules
  }

  /// A loss of power can leave some of the last lines whole and others not, up to a seal that nobody forced to the disk.
  private static let uncertainByteCount = 64 << 10

  /// From where on the lines are checked before others follow them.
  private func startOfTail() throws(JournalError) -> Int {
    let last = try start(ofLineBefore: byteCount)
    let secondLast = last > 0 ? try start(ofLineBefore: last) : last
    let uncertain = max(0, byteCount - JournalFile.uncertainByteCount)
    return try JournalFile.lineStart(atOrBefore: min(secondLast, uncertain), in: file, limit: maximumLineBytes)
  }

  /// The header of the last session, or of the session to which the line that ends at an offset belongs.
  package func lastHeader(before offset: Int? = nil) throws(JournalError) -> HeaderRecord {
    let start = Array("\n{\"kind\":\"header\",".utf8)
    var end = min(offset ?? byteCount, byteCount)
    // One buffer for the whole way: an array for each chunk took twice the time of the reads.
    var buffer = [UInt8](repeating: 0, count: min(end, 256 << 10))
    while end > start.count {
      // Chunks overlap, so that a start across their border is found.
      let low = max(0, end - buffer.count)
      let count = try file.read(end - low, at: low, into: &buffer, position: 0)
      if let found = buffer.withUnsafeBytes({ JournalFile.lastStart(start, in: $0[..<count]) }),
        case .header(let header) = try entry(atOffset: low + found + 1).record
      {
        return header
      }
      if low == 0 { break }
      end = low + start.count
    }
    return header
  }

  /// Where a line end and the start of a line that follows it stand last in some bytes.
  private static func lastStart(_ start: [UInt8], in bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    var found: Int?
    var rest = UnsafeRawBufferPointer(rebasing: bytes)
    while let next = Platform.firstLineFeed(in: rest) {
      rest = UnsafeRawBufferPointer(rebasing: rest[next...])
      if rest.starts(with: start) { found = bytes.count - rest.count }
      rest = UnsafeRawBufferPointer(rebasing: rest[1...])
    }
    return found
  }

  /// Where the last snapshot with a whole state starts: the first that stands on the way back, or that an action on
  /// the way back has for its base.
  private func lastWholeState() throws(JournalError) -> JournalRules.Base {
    var offset = byteCount
    while offset > 0 {
      offset = try start(ofLineBefore: offset)
      guard ["snapshot", "action"].contains(try prefix(at: offset).kind) else { continue }
      if let snapshot = try baseSnapshot(of: try entry(atOffset: offset)) { return .at(snapshot.offset) }
    }
    return .absent
  }
}
