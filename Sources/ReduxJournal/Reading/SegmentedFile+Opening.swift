import SystemSupport

/// Finding the segments of a journal.
extension SegmentedFile {
  /// Opens a journal with all existing segments: the ones before the file at this path, if its header continues
  /// another.
  ///
  /// - Returns: The files, and the first header if it was read on the way.
  /// - Throws: `JournalError` if a file can't be opened.
  static func open(
    path: String, maximumLineBytes: Int
  ) throws(JournalError) -> (file: SegmentedFile, header: HeaderRecord?) {
    let last: OpenFile
    do { last = try OpenFile(journal: path) } catch {
      if case .noSuchFile = error.problem, let number = (try? SegmentNames(of: path).numbers())?.last {
        throw JournalError(.newestSegmentMissing(last: SegmentNames(of: path).path(number)), path: path)
      }
      throw error
    }
    // Reading the header later reports its problem.
    let header = try? header(of: last, maximumLineBytes)
    guard let header, header.previous != nil else { return (SegmentedFile(last), header) }
    let older = try segments(before: last, of: header.journal, maximumLineBytes: maximumLineBytes)
    return (try SegmentedFile(older, last), older.isEmpty ? header : nil)
  }

  /// Opens a journal with all existing segments, even if the newest segment's damaged header no longer names a
  /// predecessor.
  ///
  /// - Throws: `JournalError` if a file can't be opened.
  package static func open(damaged path: String, maximumLineBytes: Int) throws(JournalError) -> SegmentedFile {
    let (file, header) = try open(path: path, maximumLineBytes: maximumLineBytes)
    guard file.isOneFile, header == nil, let journal = try journal(before: file.last, maximumLineBytes) else {
      return file
    }
    let older = try segments(before: file.last, of: journal, maximumLineBytes: maximumLineBytes)
    return try SegmentedFile(older, file.last)
  }

  /// Returns the journal's id from the last segment before a file with a damaged header; `nil` unless the damaged
  /// header contains the same id.
  private static func journal(before last: OpenFile, _ maximumLineBytes: Int) throws(JournalError) -> JournalID? {
    let names = SegmentNames(of: Platform.resolved(last.path) ?? last.path)
    let start = String(decoding: try last.bytes(0..<LineReader.lineByteCount), as: UTF8.self).prefix { $0 != "\n" }
    for number in try names.numbers().reversed() {
      if let file = try segment(names.path(number)), let journal = (try? header(of: file, maximumLineBytes))?.journal,
        start.contains(journal.text)
      {
        return journal
      }
      if number <= SegmentNames.greatestPlausible { return nil }
    }
    return nil
  }

  /// Whether a file is an older segment of the journal at a path.
  static func isOlder(_ file: OpenFile, inJournalAt path: String, maximumLineBytes: Int) throws(JournalError) -> Bool {
    guard let segments = try? open(path: path, maximumLineBytes: maximumLineBytes).file else { return false }
    let identity = try file.identity()
    return try segments.contains(identity)
  }

  private static func segments(
    before last: OpenFile, of journal: JournalID, maximumLineBytes: Int
  ) throws(JournalError) -> [OpenFile] {
    var older: [OpenFile] = []
    let names = SegmentNames(of: Platform.resolved(last.path) ?? last.path)
    let identity = try last.identity()
    for number in try names.numbers().reversed() {
      guard let file = try segment(names.path(number)) else { break }
      let found = try file.identity()
      if found == identity {
        // While one segment replaces another, it has two names; the later one is newer.
        older = []
        continue
      }
      if let next = older.last, try next.identity() == found { continue }
      let start = try? self.header(of: file, maximumLineBytes)
      if number > SegmentNames.greatestPlausible, start?.journal != journal { continue }
      // An unreadable segment counts, so that the damage is reported.
      if let start, start.journal != journal { break }
      older.append(file)
      if let start, start.previous == nil { break }
    }
    return older.reversed()
  }

  /// Opens a segment; `nil` if it has been dropped meanwhile.
  private static func segment(_ path: String) throws(JournalError) -> OpenFile? {
    do { return try OpenFile(path: path, for: .reading) } catch {
      if case .noSuchFile = error.problem { return nil }
      throw error
    }
  }

  /// Returns the header at the start of a file.
  static func header(of file: OpenFile, _ maximumLineBytes: Int) throws(JournalError) -> HeaderRecord? {
    let reader = JournalReader(
      file: SegmentedFile(file), offset: 0, line: 1, validator: JournalValidator(maximumLineBytes: maximumLineBytes))
    guard case .header(let header)? = try reader.next()?.record else { return nil }
    return header
  }
}
