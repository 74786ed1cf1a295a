/// Finds a line's file, given a number that counts through all files of a journal.
package struct LineLocator {
  /// A file before the last, with the number of lines before it and up to its end.
  private struct Part {
    var path: String
    var before: Int
    var end: Int
  }

  private var parts: [Part] = []
  private var linesBeforeLast = 0
  private let lastPath: String

  /// Counts the lines. O(n) in the bytes of the files before the last.
  init(_ file: SegmentedFile) {
    lastPath = file.path
    for (part, range) in file.olderFiles {
      // The number of the line that would begin at the file's end, minus one, is its line count.
      guard let next = JournalFile.lineNumber(at: range.count, in: SegmentedFile(part)) else { break }
      let end = linesBeforeLast + next - 1
      parts.append(Part(path: part.path, before: linesBeforeLast, end: end))
      linesBeforeLast = end
    }
  }

  /// Returns the path of a line's file, and the line's number in it. O(n) in the number of files.
  package func location(ofLine line: Int) -> (path: String, line: Int) {
    parts.first { line <= $0.end }.map { ($0.path, line - $0.before) } ?? (lastPath, line - linesBeforeLast)
  }
}
