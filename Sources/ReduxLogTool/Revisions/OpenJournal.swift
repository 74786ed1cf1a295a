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
}
