package import ReduxNotation
import SystemSupport

/// A parsed `FILE[@REV]`, `FILE:PTR` or `FILE@A..B` from the command line, not yet resolved.
package struct JournalArgument: Hashable, Sendable {
  /// The selected part of the file.
  package enum Selection: Hashable, Sendable {
    /// The whole file, or its last state.
    case whole
    /// One revision.
    case revision(Revision)
    /// A range of revisions; `nil` is the start or the end.
    case range(Revision?, Revision?)
  }

  /// The path of the file; `-` is standard input.
  package var path: String
  /// The selected part of the file.
  package var selection: Selection

  /// Creates an argument.
  package init(path: String, selection: Selection = .whole) {
    self.path = path
    self.selection = selection
  }

  /// Parses an argument.
  ///
  /// Paths and pointers may contain `@`. The longest existing path wins; without one, the first split whose rest is a
  /// revision.
  ///
  /// - Parameters:
  ///   - text: The argument.
  ///   - times: The zone of times without a zone.
  ///   - fileExists: Whether a path exists.
  /// - Throws: `RevisionError` if the file exists and the rest isn't a revision.
  package init(
    parsing text: String, times: TimeFormat = .local, fileExists: (String) -> Bool
  ) throws(RevisionError) {
    if text == "-" || fileExists(text) {
      self.init(path: text)
      return
    }
    // Scalars, not characters: an accent after a sign doesn't change it.
    let scalars = text.unicodeScalars
    let signs = scalars.indices.filter { scalars[$0] == "@" && $0 != scalars.startIndex }
    let pointers = scalars.indices.filter { scalars[$0...].starts(with: ":/".unicodeScalars) }
    for sign in (signs + pointers).sorted(by: >) {
      let path = String(text[..<sign])
      guard path == "-" || fileExists(path) else { continue }
      let rest = String(text[scalars.index(after: sign)...])
      self.init(path: path, selection: try Selection(parsing: scalars[sign] == "@" ? rest : "-1:" + rest, times: times))
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

  /// Parses an argument, checking for files on the disk.
  ///
  /// - Throws: `RevisionError` if the file exists and the rest isn't a revision.
  package init(parsing text: String, times: TimeFormat = .local) throws(RevisionError) {
    try self.init(parsing: text, times: times, fileExists: Platform.exists)
  }
}

extension JournalArgument.Selection {
  /// Parses the part after the `@`: `REV`, `A..B`, `A..`, `..B`.
  ///
  /// - Throws: `RevisionError` with the expected form.
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
