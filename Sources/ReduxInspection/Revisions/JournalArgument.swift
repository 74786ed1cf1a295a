package import CommandLineKit
package import ReduxJournal
package import ReduxNotation
import StateTree
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
  package init(parsing text: String, times: TimeFormat = .local) throws(RevisionError) {
    try self.init(parsing: text, times: times, fileExists: Platform.exists)
  }
}

extension JournalArgument.Selection {
  /// Parses the part after the `@`: `REV`, `A..B`, `A..`, `..B`.
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

extension CommandContext {
  /// The time format for output and input.
  package var times: TimeFormat {
    get { self[TimeFormat.self] ?? .local }
    set { self[TimeFormat.self] = newValue }
  }
}

/// An open journal from the command line, with the selected part.
package struct OpenJournal {
  package let file: JournalFile
  package let selection: JournalArgument.Selection
  package let resolver: RevisionResolver

  /// Opens the journal of `FILE[@REV]` or `FILE@A..B`.
  package init(_ argument: String, options: JournalReader.Options = .init(), times: TimeFormat) throws {
    let argument = try JournalArgument(parsing: argument, times: times)
    file = try JournalFile(path: JournalFinder.journal(at: argument.path), options: options)
    selection = argument.selection
    resolver = RevisionResolver(file, times: times)
  }

  /// Returns the selected revision; by default, the last state.
  package func revision() throws(UsageError) -> Revision {
    switch selection {
    case .whole: return .last
    case .revision(let revision): return revision
    case .range: throw UsageError("expected one state, found a range of '\(file.path)'")
    }
  }

  /// Returns the seqs of the selected part of the history: the state before its first step, if one is selected, and the last
  /// state.
  package func historyBounds() throws -> (first: Int?, last: Int) {
    let (start, end): (Revision?, Revision?) =
      switch selection {
      case .whole: (nil, nil)
      case .revision(let revision): (nil, revision)
      case .range(let first, let last): (first, last)
      }
    for revision in [start, end] where revision?.pointer != nil {
      throw UsageError("a history is that of whole states; leave out the pointer to a value of '\(file.path)'")
    }
    let last = try end.map(resolver.seq) ?? resolver.lastSeq()
    guard let start else { return (nil, last) }
    return (try resolver.range(from: resolver.seq(of: start), to: last).lowerBound, last)
  }
}
