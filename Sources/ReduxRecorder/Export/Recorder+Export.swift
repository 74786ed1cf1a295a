import ReduxJournal

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Recorder {
  /// Writes a copy of the journal as it is now, closed in good order, while recording goes on: for a bug report.
  ///
  ///     let report = FileManager.default.temporaryDirectory.appending(path: "report.jsonl")
  ///     try recorder.exportJournal(to: report, last: .time(.seconds(600)))
  ///
  /// The copy starts from a snapshot, which may be an earlier one than was asked for, and earlier still where the app
  /// has gone back to a state before it. Seqs, times and hashes are the journal's. An action whose reducer runs is not
  /// in it. Dispatches wait for as long as `flush` takes, not for the copying: that is for a thread which may wait,
  /// O(n) in the bytes of the copy. The file is for its owner alone and appears when it is whole. If there is
  /// a key, it proves the copy.
  ///
  /// - Parameters:
  ///   - url: Where the copy shall be; nothing may be there.
  ///   - part: How much of the journal it shall hold.
  /// - Throws: `JournalError` if the journal can't be read or the copy can't be written, `RecorderUnavailable` as long
  ///   as nothing is recorded, or after `close()`.
  public func exportJournal(to url: URL, last part: ExportedPart = .all) throws {
    let (path, options) = try flushedJournal()
    let journal = try JournalFile(path: path, options: options)
    let copy = try NewFile(path: url.path)
    try JournalExport(of: journal, part).write { try copy.write($0) }
    try copy.commit()
  }
}
