import SystemSupport

/// What `FILE[@REV]` or `FILE@A..B` on the command line names, not yet looked up.
package struct JournalArgument: Hashable, Sendable {
  /// What is meant of the file.
  package enum Selection: Hashable, Sendable {
    /// The whole file, or its last state: nothing was said.
    case whole
    /// One revision.
    case revision(Revision)
    /// From one revision to another; `nil` is the start or the end.
    case range(Revision?, Revision?)
  }

  /// The path of the file; `-` is standard input.
  package var path: String
  /// What is meant of it.
  package var selection: Selection

  /// Creates an argument.
  package init(path: String, selection: Selection = .whole) {
    self.path = path
    self.selection = selection
  }

  /// Reads an argument.
  ///
  /// Paths and pointers may hold `@`. Of all ways to split the text, the one with the longest existing path is taken;
  /// if there is no such path, the first whose rest is a revision.
  ///
  /// - Parameters:
  ///   - text: The argument.
  ///   - times: The zone of times that name none.
  ///   - fileExists: Whether a path leads to something.
  /// - Throws: `RevisionError` if the file is there and what follows it is no revision.
  package init(
    parsing text: String, times: TimeFormat = .local, fileExists: (String) -> Bool
  ) throws(RevisionError) {
    if text == "-" || fileExists(text) {
      self.init(path: text)
      return
    }
    // Scalars, not characters: with an accent behind it a sign is still one.
    let scalars = text.unicodeScalars
    let signs = scalars.indices.filter { scalars[$0] == "@" && $0 != scalars.startIndex }
    for sign in signs.reversed() {
      let path = String(text[..<sign])
      guard path == "-" || fileExists(path) else { continue }
      self.init(
        path: path, selection: try Selection(parsing: String(text[scalars.index(after: sign)...]), times: times))
      return
    }
    for sign in signs {
      guard let selection = try? Selection(parsing: String(text[scalars.index(after: sign)...]), times: times)
      else { continue }
      self.init(path: String(text[..<sign]), selection: selection)
      return
    }
    self.init(path: text)
  }

  /// Reads an argument, looking for files on the disk.
  ///
  /// - Throws: `RevisionError` if the file is there and what follows it is no revision.
  package init(parsing text: String, times: TimeFormat = .local) throws(RevisionError) {
    try self.init(parsing: text, times: times, fileExists: Platform.exists)
  }
}

extension JournalArgument.Selection {
  /// Reads what follows the `@`: `REV`, `A..B`, `A..`, `..B`.
  ///
  /// - Throws: `RevisionError`, which tells what was expected.
  package init(parsing text: String, times: TimeFormat = .local) throws(RevisionError) {
    var parser = RevisionParser(text, times: times)
    if parser.isAtEnd { throw parser.error("expected a seq, a mark, '{time}', ':/text' or 'h:hash' after '@'") }
    let start = parser.startsWithRange ? nil : try parser.revision()
    guard parser.skip("..") else {
      guard parser.isAtEnd, let start else {
        throw parser.error("expected '~', ':/', '..' or the end after '\(parser.consumed)'")
      }
      self = .revision(start)
      return
    }
    let end = parser.isAtEnd ? nil : try parser.revision()
    guard parser.isAtEnd else {
      throw parser.error("expected '~', ':/' or the end after '\(parser.consumed)'")
    }
    if start == nil, end == nil { throw parser.error("expected a revision before or after '..'") }
    self = .range(start, end)
  }
}
