import ReduxJournal

extension Replayer {
  /// Checks that each patch of a self-contained journal leads to the recorded state. Other journals pass unread.
  ///
  /// Readers without the reducers get their states from the patches. A replay with reducers doesn't use them. It only
  /// compares each with the difference between its states. If one isn't the same, this applies all of them.
  ///
  /// O(n) in the size of the journal, plus O(n) in the size of the state for each action.
  ///
  /// - Parameters:
  ///   - report: The report of a replay of the whole journal.
  ///   - jobs: The number of threads that share the work.
  ///   - onStep: Called from time to time with the seq up to which everything is checked.
  /// - Throws: `ReplayError` for the first wrong patch, `JournalError` for a damaged line, and the errors of `onStep`.
  package func checkPatches(besides report: VerifyReport, jobs: Int, onStep: (Int) throws -> Void = { _ in }) throws {
    guard file.isSelfContained, !readsPatches, report.confirmed < report.actions else { return }
    var patched = Replayer<PatchedStates>(file: file)
    patched.limit = limit
    let patches = try patched.replay(jobs: jobs, onStep: onStep).report
    guard let divergence = patches.divergence else { return }
    throw ReplayError(
      path: divergence.path, line: divergence.line, offset: nil, seq: divergence.seq,
      problem: .contradictoryPatch(type: divergence.type))
  }
}
