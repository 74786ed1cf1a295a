package import ReduxJournal
package import StatePrivacy
package import StateTree

/// Writes a session that another tool recorded, with its actions and states as JSON. No reducer runs.
///
/// The journal is self-contained: each action holds what it changed.
package struct SessionImport {
  private let writer: JournalWriter
  private let encoder: StateEncoder
  private var states: WrittenStates
  /// The outline of the last state; `nil` if it is unknown.
  private var outline: StateOutline?

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
    // States that were read share no memory, so that following a large one keeps it whole and saves little.
    states = WrittenStates(by: rules, findsPatches: true)
  }

  /// Writes the first state, or one that no action set.
  ///
  /// - Parameters:
  ///   - state: The state; `nil` if it is unknown.
  ///   - microseconds: The time since the session's start.
  /// - Throws: `JournalError`, and errors of encoding.
  package mutating func set(_ state: JSONValue?, at microseconds: Int) throws {
    try states.follow(state)
    guard let state else {
      outline = nil
      let standIn: JSONValue = ["$opaque": "an unknown state"]
      return try writer.writeSnapshot(
        at: microseconds, state: Array(standIn.compact.utf8), hash: standIn.stateHash, setsState: true, isWhole: false)
    }
    let outline = try states.outline(of: state)
    self.outline = outline
    try writer.writeSnapshot(
      at: microseconds, state: encoder.encode(state), hash: outline.hash, setsState: true,
      redacted: encoder.redactedPointers(in: state))
  }

  /// Writes that actions are missing.
  ///
  /// - Throws: `JournalError`.
  package func addGap(at microseconds: Int, why: String, missing: Int?) throws {
    try writer.gap(at: microseconds, why: why, missing: missing)
  }

  /// Writes that the app went back to the last state from states that the file doesn't hold.
  ///
  /// - Throws: `JournalError`, and errors of encoding.
  package mutating func addRewind(at microseconds: Int) throws {
    guard let outline else { return try set(nil, at: microseconds) }
    try writer.rewind(at: microseconds, to: writer.seq, hash: outline.hash)
  }

  /// Writes an action, and the state that it led to.
  ///
  /// - Parameters:
  ///   - action: What is known before the reducer; its JSON is redacted here.
  ///   - json: The action.
  ///   - state: The state after it; `nil` if it is unknown.
  ///   - reason: Why the state is unknown.
  ///   - error: The text of the reducer's error, if any. It is written as it is.
  /// - Throws: `JournalError`, and errors of encoding.
  package mutating func add(
    _ action: ActionHead, _ json: JSONValue, leadingTo state: JSONValue?, unknownBecause reason: String?, error: String?
  ) throws {
    var action = action
    action.action = try encoder.encode(json)
    action.redacted = try encoder.redactedPointers(in: json)
    try writer.beginAction(action)
    try states.follow(state)
    guard let state else {
      outline = nil
      try writer.finishAction(ActionOutcome(hash: nil, unhashed: reason, error: error))
      return
    }
    let after = try states.outline(of: state)
    let patch = try states.patch()
    let outcome = ActionOutcome(hash: after.hash, error: error, secrets: states.changedSecrets, patch: patch)
    let isPatched = try writer.finishAction(outcome, from: outline, to: after)
    if patch == nil || !isPatched {
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
