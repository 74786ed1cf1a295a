/// A location in the state where replay and recording differ, with the actions that cause it.
package struct DivergentLocation: Codable, Hashable, Sendable {
  /// An action that leads to a different state at the location.
  package struct Action: Codable, Hashable, Sendable {
    /// The seq of the state to which the action led.
    package let seq: Int
    /// The action's type label.
    package let type: String
  }

  /// One of the actions, with the place and the values of this difference.
  package struct Example: Codable, Hashable, Sendable {
    package let action: Action
    /// The JSON Pointer; `nil` as for the location.
    package let pointer: String?
    /// The values there after the action, if known.
    package let values: Divergence.Values?
  }

  /// The JSON Pointer, in which `*` replaces keys and indices that vary. `nil` if the actions are refused only in the
  /// replay, or were only in the recording.
  package internal(set) var pointer: String?
  /// The number of actions.
  package private(set) var actions = 1
  /// The number of actions whose reducer gives a different value in each run, such as from a clock.
  package private(set) var impure: Int
  /// The number of actions for which redaction may explain the difference.
  package private(set) var redacted: Int
  /// The number of actions of each type, for the first types found.
  package private(set) var types: [String: Int]
  /// The first actions.
  package private(set) var examples: [Example]
  /// The last of the actions.
  package private(set) var last: Action

  /// The number of types that `types` distinguishes.
  package static let typeLimit = 16
  private static let exampleLimit = 8

  /// The first of the actions.
  package var first: Action { examples[0].action }

  /// The values there after the first of the actions, if known.
  package var values: Divergence.Values? { examples[0].values }

  init(pointer: String?, _ place: DivergentPlace, _ action: Action, _ values: (JSONPointer) -> Divergence.Values?) {
    self.pointer = pointer
    impure = place.isImpure ? 1 : 0
    redacted = place.mayBeRedaction ? 1 : 0
    types = [action.type: 1]
    examples = [DivergentLocation.example(action, place, values)]
    last = action
  }

  private static func example(
    _ action: Action, _ place: DivergentPlace, _ values: (JSONPointer) -> Divergence.Values?
  ) -> Example {
    Example(
      action: action, pointer: place.pointer?.description.shortenedToKeep, values: place.pointer.flatMap(values))
  }

  /// Adds an action, unless it was added before.
  mutating func add(_ action: Action, _ place: DivergentPlace, _ values: (JSONPointer) -> Divergence.Values?) {
    guard action.seq > last.seq else { return }
    actions += 1
    if place.isImpure { impure += 1 }
    if place.mayBeRedaction { redacted += 1 }
    if types[action.type] != nil || types.count < DivergentLocation.typeLimit { types[action.type, default: 0] += 1 }
    if examples.count < DivergentLocation.exampleLimit {
      examples.append(DivergentLocation.example(action, place, values))
    }
    last = action
  }
}
