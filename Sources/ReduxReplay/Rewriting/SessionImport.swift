package import ReduxJournal
package import StateCoding
package import StateTree

/// Writes a session that another tool recorded, with its actions and states as JSON. No reducer runs.
///
/// The journal is self-contained: each action holds what it changed.
package struct SessionImport {
  private let writer: JournalWriter
  private let encoder: StateEncoder
  private var states: WrittenStates
  private var outline = StateOutline()

  /// Writes the header.
  ///
  /// - Parameters:
  ///   - app: The app that was recorded.
  ///   - started: The session's start.
  ///   - rules: The rules to write by.
  ///   - recordsInputs: Whether each action has inputs.
  ///   - context: What the header says of the session.
  ///   - writer: The writer of a new journal, which stays open.
  /// - Throws: `JournalError`.
  package init(
    of app: AppIdentity, started: WallClock, by rules: RedactionRules, recordsInputs: Bool, context: JSONObject,
    to writer: JournalWriter
  ) throws {
    try writer.writeHeader(
      app: app, started: started, context: context, states: "patches", rules: rules, declaringInputs: recordsInputs)
    self.writer = writer
    encoder = StateEncoder(rules: rules)
    states = WrittenStates(by: rules, findsPatches: true)
  }

  /// Writes the first state, or one that no action set.
  ///
  /// - Throws: `JournalError`, and errors of encoding.
  package mutating func set(_ state: JSONValue, at microseconds: Int) throws {
    try states.follow(state)
    outline = try states.outline(of: state)
    try writer.writeSnapshot(
      at: microseconds, state: encoder.encode(state), hash: outline.hash, setsState: true,
      redacted: encoder.redactedPointers(in: state))
  }

  /// Writes an action, and the state that it led to.
  ///
  /// - Parameters:
  ///   - action: What is known before the reducer; its JSON is redacted here.
  ///   - json: The action.
  ///   - state: The state after it.
  ///   - error: The text of the reducer's error, if any. It is written as it is.
  /// - Throws: `JournalError`, and errors of encoding.
  package mutating func add(_ action: ActionHead, _ json: JSONValue, leadingTo state: JSONValue, error: String?) throws
  {
    var action = action
    action.action = try encoder.encode(json)
    action.redacted = try encoder.redactedPointers(in: json)
    try writer.beginAction(action)
    try states.follow(state)
    let after = try states.outline(of: state)
    let outcome = ActionOutcome(
      hash: after.hash, error: error, secrets: states.changedSecrets, patch: try states.patch())
    if try !writer.finishAction(outcome, from: outline, to: after) {
      try writer.writeSnapshot(
        state: encoder.encode(state), hash: after.hash, redacted: encoder.redactedPointers(in: state))
    }
    outline = after
  }
}

extension StateEncoder {
  /// The places of secrets in a value, as a record names them.
  func redactedPointers(in value: some Encodable) throws -> [String] {
    SecretDigests.pointers(to: try redactedPlaces(in: value))
  }
}
