package import StateTree

/// An action that no user made.
package struct MadeAction: Sendable {
  /// The label, such as `item.create`.
  package var label: String
  /// The name of its type, where several types of actions share a protocol.
  package var swiftType: String?
  /// The module of that type.
  package var module: String?
  package var payload: JSONValue
  /// The seq of the action that it answers.
  package var cause: Int?
  /// The time since the session's start, in microseconds.
  package var at: Int

  package init(
    label: String, swiftType: String? = nil, module: String? = nil, payload: JSONValue, cause: Int? = nil, at: Int
  ) {
    self.label = label
    self.swiftType = swiftType
    self.module = module
    self.payload = payload
    self.cause = cause
    self.at = at
  }
}

/// What an action of a made session did.
package struct PlayedAction: Sendable {
  /// The seq of the state that it led to.
  package let seq: Int
  /// Whether it may have changed the state.
  package let changesState: Bool
}

/// An action led to a state that can't be encoded.
package struct StateNotEncoded: Error {
  /// The seq of the action.
  package let seq: Int
}

/// The names of marks in the journals of made sessions.
package enum SessionPlayerMark {
  /// The mark of a state that, restored from its JSON before the action, is another one or can't be restored. Only the first of
  /// a session has one.
  package static let loss = "loss"
  /// The same for a state that isn't equal by `==`, though its JSON is the same.
  package static let inequality = "inequality"
  /// The mark of the first state of a session that breaks a condition. Its text is the condition's number.
  package static let breach = "breach"
}

/// Plays made sessions of an app: see `SessionPlayer`.
package protocol AppPlayer: AnyObject {
  func startSession(at time: Int, restoring: Bool) throws
  func play(_ action: MadeAction, with inputs: ActionInputs?) throws -> PlayedAction?
  func state() throws -> JSONDocument
  func answer(_ question: StateQuestion) throws -> [UInt8]
  func markBreach(of condition: Int) throws
  func close() throws
}
