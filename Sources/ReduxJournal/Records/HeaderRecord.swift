public import StateCoding
public import StateTree

/// The record that starts a journal, a later session, or a later segment.
public struct HeaderRecord: Sendable {
  /// The seq of the state it follows; 0 in a journal's first line.
  public var seq: Int
  /// The journal's id, the same in all its headers.
  public var journal: JournalID
  /// The session's number, from 1.
  public var session: Int
  /// The app that was recorded.
  public var app: AppIdentity
  /// The name of the state hash's definition.
  public var hash: String
  /// When the session started.
  public var started: WallClock
  /// The recorded detail of states and actions: `full`, `shape` or `names`.
  public var detail: String
  /// How the session records the states between snapshots: `patches` if it is self-contained; `nil` if only reducers can
  /// rebuild them.
  public var states: String?
  /// The session's redaction rules and volatile places: its hashes cover states with stand-ins for secrets and without
  /// volatile parts.
  public var rules: RedactionRules
  /// The app's own description, such as its commit, the device and the locale.
  public var context: JSONObject
  /// The platform that the session ran on.
  public var platform: String
  /// The source of the journal, if it isn't a recording or a copy of one.
  public var origin: JournalOrigin?
  /// The fingerprint of the journal's key, if it has one.
  public var key: String?
  /// The sum from which the chain continues, in a file that starts in the middle of a journal.
  public var previous: String?
  /// The previous line's tag, in a segment of a keyed journal.
  var previousAuth: String?

  /// The end of `hash` in a session that declares inputs, so that a reader that doesn't know them refuses the journal.
  static let inputsSuffix = "+inputs"

  /// Whether each action holds the time and the seed that its reducer got.
  public var declaresInputs: Bool { hash.hasSuffix(HeaderRecord.inputsSuffix) }
  /// Whether the session is self-contained: each action holds a patch of the state.
  public var recordsPatches: Bool { states == "patches" }
  /// Whether a session starts here; a segment's header continues the previous segment's session.
  package var startsSession: Bool { previous == nil }
}
