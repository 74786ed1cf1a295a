/// A location in the state where replay and recording differ, with the actions that cause it.
package struct DivergentLocation: Codable, Hashable, Sendable {
  /// An action that leads to a different state at the location.
  package struct Action: Codable, Hashable, Sendable {
    /// The seq of the state to which the action led.
    package let seq: Int
    /// The action's type label.
    package let type: String
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
  /// The values there after the first of the actions, if known.
  package let values: Divergence.Values?
  /// The first of the actions, some of them.
  package private(set) var examples: [Action]
  /// The last of the actions.
  package private(set) var last: Action

  /// The number of types that `types` distinguishes.
  package static let typeLimit = 16
  private static let exampleLimit = 8

  /// The first of the actions.
  package var first: Action { examples[0] }

  init(pointer: String?, _ place: DivergentPlace, _ action: Action, _ values: Divergence.Values?) {
    self.pointer = pointer
    self.values = values
    impure = place.isImpure ? 1 : 0
    redacted = place.mayBeRedaction ? 1 : 0
    types = [action.type: 1]
    examples = [action]
    last = action
  }

  /// Adds an action, unless it was added before.
  mutating func add(_ action: Action, _ place: DivergentPlace) {
    guard action.seq > last.seq else { return }
    actions += 1
    if place.isImpure { impure += 1 }
    if place.mayBeRedaction { redacted += 1 }
    if types[action.type] != nil || types.count < DivergentLocation.typeLimit { types[action.type, default: 0] += 1 }
    if examples.count < DivergentLocation.exampleLimit { examples.append(action) }
    last = action
  }
}
