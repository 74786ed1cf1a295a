package import ReduxJournal

extension Recorder {
  /// The journal that a recorder is writing, for those who follow its file.
  package struct Source: Sendable {
    package let path: String
    package let journal: JournalID
    package let cuts: JournalCuts
    /// Whether records wait in memory, so that following them needs a flush.
    package let isBuffered: Bool
  }

  /// The journal; `nil` if the recorder has none.
  package var source: Source? { run { $0.source } }
}

extension RecorderCore {
  fileprivate var source: Recorder.Source? {
    guard let writer, let journal = writer.journalID else { return nil }
    let isBuffered = if case .buffered = writer.durability { true } else { false }
    return Recorder.Source(path: writer.path, journal: journal, cuts: writer.cuts, isBuffered: isBuffered)
  }
}
