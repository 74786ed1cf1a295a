import ReduxJournal

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Recorder {
  /// Writes a sealed copy of the journal, such as for a bug report, while recording continues.
  ///
  ///     let report = FileManager.default.temporaryDirectory.appending(path: "report.jsonl")
  ///     try recorder.exportJournal(to: report, last: .time(.seconds(600)))
  ///
  /// The copy starts from a snapshot, so it may hold more than you ask for, especially after a rewind. Seqs, times and
  /// hashes are those of the journal. The copy omits a running action. If the journal has a key, it proves the copy. Before
  /// the first state, the copy holds the session's header, with the app's version and context, and no state.
  ///
  /// Dispatches wait only for a `flush`. The calling thread waits for the copy, O(n) in its bytes. The file appears
  /// when it is complete, and only its owner can read it.
  ///
  /// - Parameters:
  ///   - url: The URL of the copy, where no file may exist.
  ///   - part: How much of the journal to copy.
  /// - Throws: `JournalError` if the journal can't be read or the copy can't be written; `RecorderUnavailable` after
  ///   `close()`.
  public func exportJournal(to url: URL, last part: ExportedPart = .all) throws {
    let (path, options) = try flushedJournal()
    let journal = try JournalFile(path: path, options: options)
    let copy = try NewFile(path: url.path)
    try JournalExport(of: journal, part).write { try copy.write($0) }
    try copy.commit()
  }
}
