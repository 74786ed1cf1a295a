import CommandLineKit
import ReduxJournal
import ReduxNotation
import StateTree

/// An open journal from the command line, with the selected part.
struct OpenJournal {
  let file: JournalFile
  let selection: JournalArgument.Selection
  let resolver: RevisionResolver

  /// Opens the journal of `FILE[@REV]` or `FILE@A..B`.
  ///
  /// - Throws: `RevisionError` or `JournalError`.
  init(_ argument: String, options: JournalReader.Options = .init(), times: TimeFormat) throws {
    let argument = try JournalArgument(parsing: argument, times: times)
    file = try JournalFile(path: JournalFinder.journal(at: argument.path), options: options)
    selection = argument.selection
    resolver = RevisionResolver(file, times: times)
  }

  /// Returns the selected revision; by default, the last state.
  ///
  /// - Throws: `UsageError` for a range.
  func revision() throws(UsageError) -> Revision {
    switch selection {
    case .whole: return .last
    case .revision(let revision): return revision
    case .range: throw UsageError("expected one state, found a range of '\(file.path)'")
    }
  }

  /// Returns the seqs of the selected part of the history: the state before its first step, if one is selected, and the last
  /// state.
  ///
  /// - Throws: `UsageError` for a pointer to a value; as `RevisionResolver.seq(of:)`.
  func historyBounds() throws -> (first: Int?, last: Int) {
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
