public import StateTree

/// The record that starts a journal, each later session in it, and each later segment.
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
  /// How much of states and actions the session records: `full`, `shape` or `names`.
  public var detail: String
  /// How much its actions tell of the states between snapshots: `patches` in a self-contained session; `nil` where it takes
  /// reducers to know them.
  public var states: String?
  /// What is redacted in the session, and what is volatile: its hashes are those of the states with stand-ins for their
  /// secrets, without what is volatile.
  public var rules: RedactionRules
  /// What the app tells of itself: the commit, the device, the locale.
  public var context: JSONObject
  /// The platform that the session ran on.
  public var platform: String
  /// The fingerprint of the key with which the journal is recorded, if there is one.
  public var key: String?
  /// The sum that the chain goes on from, in a file that starts in the middle of a journal.
  public var previous: String?
  /// The tag of the line before, in a segment of a journal that is recorded with a key.
  var previousAuth: String?

  /// Whether the session is self-contained: its actions tell what they did to the state.
  public var recordsPatches: Bool { states == "patches" }
  /// Whether a session starts here; a segment goes on with the session of the one before.
  package var startsSession: Bool { previous == nil }
}
