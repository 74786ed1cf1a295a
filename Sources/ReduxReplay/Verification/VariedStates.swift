import ReduxJournal
import StateCoding
import StateTree

/// A state that is reduced several times side by side with other values in place of the redacted ones.
///
/// Where the results differ, a redacted value has reached the state.
final class VariedStates<App: ReplayableApp> {
  /// A state with some values, and the text of the error that its last action threw.
  private struct Run {
    let variant: SecretVariant
    var state: FoldedState<App>
    var error: String?
  }

  private let replayer: Replayer<App>
  private var runs: [Run]
  /// The state with the same values: where this run differs, the reducer isn't pure.
  private let control: FoldedState<App>
  private var controlError: String?
  /// Whether the state or an action had values to replace.
  private var isVaried = false
  /// Whether an action since the last state with a hash held a redacted value that no other value can replace.
  private(set) var hidesSecrets = false
  /// Whether the first state or an action held a redacted value.
  private(set) var isNearSecrets: Bool

  /// Varies a state.
  ///
  /// - Throws: `ReplayError` if the state can't be encoded.
  init(of state: App.State, seq: Int, by replayer: Replayer<App>) throws {
    self.replayer = replayer
    control = FoldedState(state, of: replayer)
    let plain: JSONValue
    do {
      plain = try StateEncoder().tree(state)
      isNearSecrets = try SecretVariant.isText(in: plain) || replayer.encoder.redactions(in: state) > 0
    } catch {
      throw replayer.unencodable(state, seq: seq, because: error)
    }
    runs = []
    for variant in SecretVariant.all {
      guard isNearSecrets, let varied = VariedStates.varied(plain, by: variant, replayer) else {
        runs.append(Run(variant: variant, state: FoldedState(state, of: replayer)))
        continue
      }
      isVaried = true
      runs.append(Run(variant: variant, state: FoldedState(varied, of: replayer)))
    }
  }

  /// Whether a difference between the runs can show the influence of a redacted value.
  var canShow: Bool { isVaried }

  /// Forgets the actions that led to a state with a hash.
  func settle() { hidesSecrets = false }

  /// Applies an action to each state.
  ///
  /// - Throws: `ReplayError` if the action can't be decoded.
  func apply(_ action: PlainAction, at line: JournalLine) throws {
    // The recorded hash is not that of a varied state, and there is nothing to reduce.
    if action.leavesState { return }
    // A patch is redacted like the states around it.
    let tree = action.isPatch ? .null : action.action.value
    let holdsSecrets = try replayer.holdsSecrets(action, at: line)
    if holdsSecrets { isNearSecrets = true }
    var isActionVaried = false
    replayer.observer?.reducerWillVary(true, thread: replayer.thread)
    defer { replayer.observer?.reducerWillVary(false, thread: replayer.thread) }
    controlError = try text(of: control.apply(action, at: line))
    for index in runs.indices {
      let run = runs[index]
      if holdsSecrets, let varied = varied(action, tree, by: run.variant, at: line) {
        isActionVaried = true
        runs[index].error = text(of: run.state.apply(varied, with: action.inputs, seq: line.seq))
      } else {
        runs[index].error = try text(of: run.state.apply(action, at: line))
      }
    }
    if isActionVaried { isVaried = true }
    if holdsSecrets, !isActionVaried { hidesSecrets = true }
  }

  /// The places that redacted values have reached in a replayed state, those where the reducer's value differs in each run,
  /// and whether redacted values decide about its last error.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - error: The text of the error that its last action threw.
  ///   - pointers: Compares two states.
  /// - Returns: The places, and whether the error is reached.
  /// - Throws: What `pointers` throws.
  func reached(
    in state: App.State, error: String?, comparing pointers: (App.State, App.State) throws -> [JSONPointer]
  ) throws -> (places: [JSONPointer], impure: [JSONPointer], error: Bool) {
    guard isVaried else { return ([], [], false) }
    let impure = try pointers(state, control.state)
    let places = try runs.flatMap { try pointers(state, $0.state.state) }
    return (
      places.filter { place in !impure.contains { $0.overlaps(place) } }, impure,
      controlError == error && runs.contains { $0.error != error }
    )
  }

  /// Varies the values at pointers, which depend on redacted values in a way that the runs didn't show.
  func vary(at pointers: [JSONPointer]) {
    for index in runs.indices {
      for (number, pointer) in pointers.enumerated() {
        let run = runs[index]
        guard let plain = try? StateEncoder().tree(run.state.state) else { continue }
        let known = plain[pointer]
        // A missing or null value may be of any kind.
        let others =
          known.flatMap { $0 == .null ? nil : [$0] } ?? [.string("value"), .number(1), .bool(false)]
        for value in others {
          guard
            let varied = plain.replacing(pointer, by: run.variant.other(than: value, number + 1), adding: known == nil),
            let state = try? StateDecoder().decode(App.State.self, from: varied)
          else { continue }
          runs[index].state = FoldedState(state, of: replayer)
          isVaried = true
          break
        }
      }
    }
  }

  // MARK: Values

  private func text(of error: (any Error)?) -> String? { error.map { replayer.encoder.rules.text(of: $0) } }

  /// Decodes a state with other values; `nil` if it has none to replace, or doesn't decode.
  private static func varied(
    _ plain: JSONValue, by variant: SecretVariant, _ replayer: Replayer<App>
  ) -> App.State? {
    VariedStates.varied(plain, by: variant) {
      try StateDecoder().decode(App.State.self, from: $0)
    } masked: {
      try replayer.encoder.tree($0)
    }
  }

  private func varied(
    _ action: PlainAction, _ tree: JSONValue, by variant: SecretVariant, at line: JournalLine
  ) -> App.Action? {
    VariedStates.varied(tree, by: variant, from: 50) { varied in
      let node = try JSONDocument(Array(varied.compact.utf8)).root
      return try replayer.decode(node, of: action, at: line)
    } masked: { action in
      try ((action as Any) as? any Encodable).map { try replayer.encoder.tree($0) }
    }
  }

  /// Decodes a tree with other values. A value that is no text counts as a stand-in if the rules put it in place of another.
  private static func varied<Value>(
    _ plain: JSONValue, by variant: SecretVariant, from start: Int = 0,
    decode: (JSONValue) throws -> Value, masked: (Value) throws -> JSONValue?
  ) -> Value? {
    var tree = plain
    guard variant.replaceStandIns(in: &tree, .all, from: start) > 0 else { return nil }
    let others: SecretVariant.Others =
      (try? decode(tree)).flatMap { try? masked($0) }.map { .of($0) } ?? .none
    tree = plain
    guard variant.replaceStandIns(in: &tree, others, from: start) > 0 else { return nil }
    return try? decode(tree)
  }
}

extension JSONPointer {
  /// Whether one of two pointers leads to or into the other's value.
  func overlaps(_ other: JSONPointer) -> Bool { isPrefix(of: other) || other.isPrefix(of: self) }
}

extension JSONValue {
  /// The tree with another value at a pointer; `nil` if it has no such place.
  fileprivate func replacing(_ pointer: JSONPointer, by value: JSONValue, adding isNew: Bool) -> JSONValue? {
    var tree = self
    let operation: JSONPatch.Operation = isNew ? .add(pointer, value) : .replace(pointer, value)
    guard (try? JSONPatch([operation]).apply(to: &tree)) != nil else { return nil }
    return tree
  }
}
