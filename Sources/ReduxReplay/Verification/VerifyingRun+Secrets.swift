import ReduxJournal
import StateTree

/// Deciding whether redaction may explain a divergence.
extension VerifyingRun {
  /// Decides which places a redacted value may have reached.
  ///
  /// If an action since the last state with a hash holds one, it may have reached each place. Otherwise, it has reached a
  /// place if the reducers lead to a different value there with other values in place of the redacted ones.
  ///
  /// - Parameters:
  ///   - kind: How the replay differs.
  ///   - places: The places where it does.
  ///   - action: The action that led to it.
  ///   - line: The action's line.
  ///   - since: The seq of the last state with a hash.
  ///   - start: That state; `nil` if unknown.
  /// - Returns: The places, and what redaction has to do with the divergence as a whole.
  /// - Throws: `ReplayError` for a state or an action that can't be encoded or decoded.
  mutating func judge(
    _ kind: Divergence.Kind, at places: [DivergentPlace], of action: PlainAction, at line: JournalLine, since: Int,
    from start: App.State?
  ) throws -> (places: [DivergentPlace], redaction: Divergence.Redaction) {
    // A patch is redacted like the states around it.
    guard !places.isEmpty, let held, replayer.encoder.rules.isOn, !action.isPatch else { return (places, .none) }
    if varied == nil, let start {
      let states = try VariedStates(of: start, seq: since, by: replayer)
      try replayer.forEachAction(after: since, before: line) { action, line in
        if let action { try states.apply(action, at: line) }
      }
      try states.apply(action, at: line)
      if !states.isNearSecrets { return (places, .none) }
      vary(states)
    }
    guard let varied else {
      return (places, try replayer.encoder.redactions(in: held.state) > 0 ? .unknown : .none)
    }
    let reached = try varied.reached(in: held.state, error: kind.replayedError) { try pointers(from: $0, to: $1) }
    var places = places
    for index in places.indices where !places[index].isImpure {
      if search.blamesSecrets {
        places[index].mayBeRedaction = true
      } else if let pointer = places[index].pointer {
        places[index].mayBeRedaction =
          !reached.impure.contains { $0.overlaps(pointer) }
          && (varied.actionsHoldSecrets || reached.places.contains { $0.overlaps(pointer) })
      } else {
        places[index].mayBeRedaction = varied.actionsHoldSecrets || reached.error
      }
    }
    if places.allSatisfy(\.mayBeRedaction) { return (places, .possible) }
    return (places, varied.canShow ? .unlikely : .unknown)
  }

  /// Prepares the varied states for actions that use places which a redacted value may have reached unseen.
  mutating func varyExcused(_ kind: Divergence.Kind, _ places: [DivergentPlace]) throws {
    guard !places.isEmpty, let held, let varied else { return }
    let reached = try varied.reached(in: held.state, error: kind.replayedError) { try pointers(from: $0, to: $1) }
    vary(
      at: places.compactMap(\.pointer).filter { pointer in
        !pointer.isRoot && !reached.places.contains { $0.overlaps(pointer) }
      })
  }
}

extension Divergence.Kind {
  fileprivate var replayedError: String? {
    if case .error(_, let replayed) = self { replayed } else { nil }
  }
}
