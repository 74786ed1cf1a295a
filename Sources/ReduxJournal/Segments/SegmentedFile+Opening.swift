/// Finding the segments of a journal.
extension SegmentedFile {
  /// Opens a journal with all segments that are there: those before the file of this path, if it says that it goes on
  /// from one.
  ///
  /// - Returns: The files, and the first header if it was read on the way.
  /// - Throws: `JournalError` if a file can't be opened.
  static func open(
    path: String, maximumLineBytes: Int
  ) throws(JournalError) -> (file: SegmentedFile, header: HeaderRecord?) {
    let last = try OpenFile(journal: path)
    // What is wrong with a header, reading it will tell.
    let header = try? header(of: last, maximumLineBytes)
    guard let header, header.previous != nil else { return (SegmentedFile(last), header) }
    var older: [OpenFile] = []
    let names = SegmentNames(of: Platform.resolved(path) ?? path)
    let identity = try last.identity()
    for number in try names.numbers().reversed() {
      guard let file = try segment(names.path(number)) else { break }
      let found = try file.identity()
      if found == identity {
        // While one segment is put in the place of another it has two names; what was begun later is newer.
        older = []
        continue
      }
      if let next = older.last, try next.identity() == found { continue }
      let start = try? self.header(of: file, maximumLineBytes)
      // One that can't be read is taken for a part of it: that it is damaged must be told.
      if let start, start.journal != header.journal { break }
      older.append(file)
      if let start, start.previous == nil { break }
    }
    return (try SegmentedFile(older.reversed(), last), older.isEmpty ? header : nil)
  }

  /// A segment; `nil` if it was dropped meanwhile.
  private static func segment(_ path: String) throws(JournalError) -> OpenFile? {
    do { return try OpenFile(path: path, for: .reading) } catch {
      if case .noSuchFile = error.problem { return nil }
      throw error
    }
  }

  /// The header with which a file starts.
  static func header(of file: OpenFile, _ maximumLineBytes: Int) throws(JournalError) -> HeaderRecord? {
    let reader = JournalReader(
      file: SegmentedFile(file), offset: 0, line: 1, rules: JournalRules(maximumLineBytes: maximumLineBytes),
      chunkByteCount: LineReader.lineByteCount)
    guard case .header(let header)? = try reader.next()?.record else { return nil }
    return header
  }
}
