import ReduxJournal
import StateCoding

/// Checking the patches of a self-contained journal beside its states.
///
/// The run applies each patch to a JSON document of the state before it, and compares the document's hash with the recorded
/// one. That costs as much as the patch changes, and needs no copy of the app's state.
extension VerifyingRun {
  /// Whether the actions' patches matter, and all so far are confirmed.
  var confirmsPatches: Bool {
    // The journal is looked at last, because that may read it.
    !replayer.readsPatches && progress.report.confirmed == progress.report.actions - 1 && replayer.file.isSelfContained
  }

  /// Notes the document of a state from which patches continue.
  mutating func notePatched(_ state: FoldedState<App>, at line: JournalLine) {
    let upgrade = upgrade(at: line.offset)
    let tree = try? upgrade.map { try replayer.recorded(state.state, as: $0) } ?? replayer.encoder.tree(state.state)
    guard let tree else { return }
    var patches = Replayer<PatchedStates>(file: replayer.file)
    patches.enter(replayer.encoder.rules)
    note(patched: FoldedState(tree, of: patches))
  }

  /// Confirms the patch of an action if it leads to the recorded state.
  ///
  /// If it doesn't, or that isn't known, `Replayer.checkPatches` decides.
  mutating func confirmPatch(of action: PlainAction, at line: JournalLine) throws {
    guard let patched else { return }
    if let patch = PlainAction(patchOf: action) {
      do {
        _ = try patched.apply(patch, at: line)
        if let recorded = action.hash, try patched.hash(seq: line.seq, expecting: recorded) != recorded { return }
      } catch is ReplayError { return }
    } else if action.hash == nil || action.hash != progress.hash {
      // The record had no room for the patch.
      note(patched: nil)
    }
    progress.report.confirmed += 1
  }
}
