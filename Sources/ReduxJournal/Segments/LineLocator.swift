/// Finds the file of a line whose number counts through all files of a journal.
package struct LineLocator {
  /// A file before the last: how many lines are before it, and before what comes after it.
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
      // The number of the line that begins where the file ends, less one, is how many lines it has.
      guard let next = JournalFile.lineNumber(at: range.count, in: SegmentedFile(part)) else { break }
      let end = linesBeforeLast + next - 1
      parts.append(Part(path: part.path, before: linesBeforeLast, end: end))
      linesBeforeLast = end
    }
  }

  /// The path of a line's file, and the number that it has there. O(n) in the files.
  package func location(ofLine line: Int) -> (path: String, line: Int) {
    parts.first { line <= $0.end }.map { ($0.path, line - $0.before) } ?? (lastPath, line - linesBeforeLast)
  }
}
