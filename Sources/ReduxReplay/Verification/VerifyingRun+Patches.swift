import ReduxJournal
import StateTree

/// Checking the patches of a self-contained journal beside its states.
extension VerifyingRun {
  /// Whether the actions' patches matter, and all so far are confirmed.
  var confirmsPatches: Bool {
    // Applying the patches of a document to it is cheaper than comparing documents. The journal is looked at last, because
    // that may read it.
    App.State.self != JSONValue.self && !replayer.readsPatches
      && progress.report.confirmed == progress.report.actions - 1 && replayer.file.isSelfContained
  }

  /// Confirms the patch of an action if it leads from the state before it to the state after it.
  ///
  /// If it doesn't, or that isn't known, `Replayer.checkPatches` decides.
  mutating func confirmPatch(from before: App.State, at line: JournalLine) throws {
    guard let after = state else { return }
    let record = try replayer.record(of: line)
    guard let node = record.patch else { return progress.report.confirmed += 1 }
    guard let patch = try? JSONPatch(json: node.value) else { return }
    if isDifference(patch, from: before, to: after) || leads(patch, from: before, to: record.hash) {
      progress.report.confirmed += 1
    }
  }

  /// Whether a patch is the difference between two states under the session's rules. O(n) in what isn't in equal tables.
  private func isDifference(_ patch: JSONPatch, from before: App.State, to after: App.State) -> Bool {
    // The states hold stand-ins, so their difference without rules is nearly always that under the rules, and much cheaper.
    guard (try? StateEncoder().patch(from: before, to: after)) == patch else { return false }
    return !replayer.encoder.rules.isOn || (try? replayer.encoder.tree(patch.json)) == patch.json
  }

  /// Whether a patch leads from a state to one with the recorded hash. O(n) in the size of the state.
  private func leads(_ patch: JSONPatch, from before: App.State, to hash: StateHash?) -> Bool {
    guard let hash, var tree = try? replayer.encoder.tree(before), (try? patch.apply(to: &tree)) != nil,
      let document = try? JSONDocument(Array(tree.compact.utf8))
    else { return false }
    return VolatileHasher(of: replayer.encoder.rules).hash(document.root) == hash
  }
}
