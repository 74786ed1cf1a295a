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
  /// The places of the members that identify the elements of arrays, as the app chose them, for views that follow elements.
  public var identity: [RedactionRules.Pointer] = []
  /// The most places of identifying members, because each is looked for in each array.
  static let maximumIdentities = 64
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
  package var previousAuth: String?

  /// The end of `hash` in a session that declares inputs, so that a reader that doesn't know them refuses the journal.
  static let inputsSuffix = "+inputs"

  /// Whether each action holds the time and the seed that its reducer got.
  public var declaresInputs: Bool { hash.hasSuffix(HeaderRecord.inputsSuffix) }
  /// Whether the session is self-contained: each action holds a patch of the state.
  public var recordsPatches: Bool { states == "patches" }
  /// Whether a session starts here; a segment's header continues the previous segment's session.
  package var startsSession: Bool { previous == nil }
}

/// The app that a journal was recorded from, as its headers name it.
public struct AppIdentity: Hashable, Sendable {
  /// The name that identifies the app's reducers.
  public let name: String
  /// The app's version, if stated.
  public let version: String?
  /// The version of the shape of state and actions, if stated.
  public let schema: Int?

  /// Creates an identity.
  public init(name: String, version: String? = nil, schema: Int? = nil) {
    self.name = name
    self.version = version
    self.schema = schema
  }
}

/// The actions of another journal from which a journal was made.
public struct JournalOrigin: Hashable, Sendable {
  /// The other journal's id.
  public var journal: JournalID
  /// The seq of its state with which this journal begins.
  public var state: Int
  /// The seqs of its actions that follow here, ascending.
  public var actions: [Int]

  /// Creates an origin.
  package init(journal: JournalID, state: Int, actions: [Int]) {
    self.journal = journal
    self.state = state
    self.actions = actions
  }
}

extension JournalOrigin {
  /// Reads it from a header's member; `nil` if it isn't one.
  init?(_ node: JSONNode) {
    let seqs = 0...JournalLimits.maximumSeq
    guard let journal = node.member("journal")?.string.flatMap({ JournalID($0) }),
      let state = node.member("state")?.integer, seqs.contains(state),
      let list = node.member("actions"), list.kind == .array
    else { return nil }
    let actions = list.elements.map { $0.integer ?? -1 }
    guard actions.allSatisfy(seqs.contains), zip([state] + actions, actions).allSatisfy({ $0 < $1 }) else { return nil }
    self.init(journal: journal, state: state, actions: actions)
  }

  /// The member of a header.
  var json: JSONValue {
    var object = JSONObject()
    object["journal"] = .string(journal.text)
    object["state"] = .number(JSONNumber(state))
    object["actions"] = .array(actions.map { .number(JSONNumber($0)) })
    return .object(object)
  }
}
