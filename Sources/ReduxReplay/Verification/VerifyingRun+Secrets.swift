import ReduxJournal
import StateCoding
import StateTree

/// Deciding whether redaction may explain a divergence.
extension VerifyingRun {
  /// Decides which places a redacted value may have reached.
  ///
  /// It has reached a place if the reducers lead to a different value there with other values in place of the redacted ones.
  /// If an action since the last state with a hash holds one that can't be replaced, or the reducer crashes with other values,
  /// it may have reached each place.
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
    guard try search.varies(line.seq) else {
      guard try isNearSecrets(held.state, action, at: line, since: since, from: start) else { return (places, .none) }
      var places = places
      for index in places.indices where !places[index].isImpure { places[index].mayBeRedaction = true }
      return (places, places.allSatisfy(\.mayBeRedaction) ? .possible : .unknown)
    }
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
      if let pointer = places[index].pointer {
        places[index].mayBeRedaction =
          !reached.impure.contains { $0.overlaps(pointer) }
          && (varied.hidesSecrets || reached.places.contains { $0.overlaps(pointer) })
      } else {
        places[index].mayBeRedaction = varied.hidesSecrets || reached.error
      }
    }
    if places.allSatisfy(\.mayBeRedaction) { return (places, .possible) }
    return (places, varied.canShow ? .unlikely : .unknown)
  }

  /// Whether a state, the last one with a hash before it, or an action between them holds a redacted value.
  private func isNearSecrets(
    _ state: App.State, _ action: PlainAction, at line: JournalLine, since: Int, from start: App.State?
  ) throws -> Bool {
    if try replayer.holdsSecrets(action, at: line) { return true }
    if try [state, start].contains(where: { try $0.map { try replayer.encoder.redactions(in: $0) > 0 } ?? false }) {
      return true
    }
    var isNear = false
    try replayer.forEachAction(after: since, before: line) { action, line in
      if !isNear, let action { isNear = try replayer.holdsSecrets(action, at: line) }
    }
    return isNear
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
