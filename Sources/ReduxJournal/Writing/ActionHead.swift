package import StateCoding

/// The part of an action's record that is known before its reducer runs.
package struct ActionHead: Hashable, Sendable {
  /// Microseconds since the session's start.
  package var at: Int
  /// The label to search for.
  package var type: String
  /// The name by which replay finds the action's type, unless the app has a single action type.
  package var swiftType: String?
  /// The module of that type, if replay finds it by both names; private types have none.
  package var module: String?
  /// The place in the code that dispatched the action.
  package var site: String?
  /// The seq of the action that caused this one.
  package var cause: Int?
  /// Whether the action can be decoded again.
  package var replayability: ActionRecord.Replayability
  /// The time and the seed that the reducer gets, if the session declares inputs.
  package var inputs: ActionInputs?
  /// The action as compact JSON text, without a line end.
  package var action: [UInt8]

  /// Creates an action's first part.
  package init(
    at: Int, type: String, swiftType: String? = nil, module: String? = nil, site: String? = nil,
    cause: Int? = nil, replayability: ActionRecord.Replayability = .replayable, inputs: ActionInputs? = nil,
    action: [UInt8]
  ) {
    self.at = at
    self.type = type
    self.swiftType = swiftType
    self.module = module
    self.site = site
    self.cause = cause
    self.replayability = replayability
    self.inputs = inputs
    self.action = action
  }
}
