package import ReduxJournal
import SystemSupport

extension Recorder {
  /// The journal that a recorder is writing, for a follower of its file.
  package struct Source: Sendable {
    package let path: String
    package let journal: JournalID
    package let cuts: JournalCuts
    /// Whether records wait in memory, so that following them needs a flush.
    package let isBuffered: Bool
    /// The rules by which it redacts states.
    package let rules: RedactionRules
  }

  /// The journal; `nil` if the recorder has none.
  package var source: Source? { run { $0.source } }
}

extension RecorderCore {
  fileprivate var source: Recorder.Source? {
    guard let writer, let journal = writer.journalID else { return nil }
    let isBuffered = if case .buffered = writer.durability { true } else { false }
    // The tool may run in another folder, and the app may change its own.
    let path = writer.path.hasPrefix("/") ? writer.path : Platform.resolved(".").map { "\($0)/\(writer.path)" }
    return Recorder.Source(
      path: path ?? writer.path, journal: journal, cuts: writer.cuts, isBuffered: isBuffered, rules: rules)
  }
}
