public import StateCoding
public import StateTree

/// The record of an action and its effect on the state.
///
/// A recorder writes the members up to `action` before the reducer runs, and the others after it.
public struct ActionRecord: Sendable {
  /// The seq of the state that the action led to.
  public var seq: Int
  /// Microseconds since the session's start.
  public var at: Int
  /// The label to search for, such as `tasks.create`.
  public var type: String
  /// The name by which replay finds the action's type, if several action types share a protocol.
  public var swiftType: String?
  /// The module of that type, if replay finds it by both names.
  public var module: String?
  /// The place in the code that dispatched the action, if given.
  public var site: String?
  /// The seq of the action that caused this one, if given.
  public var cause: Int?
  /// Whether the action can be decoded again.
  public var replayability: Replayability
  /// The time and the seed that the reducer got, if the session declares inputs.
  public var inputs: ActionInputs?
  /// The places in the action that hold a stand-in for a secret.
  public var redacted: [String]
  /// The action.
  public var action: JSONNode
  /// The error that the reducer threw, if any; the state is then as the reducer left it.
  public var error: String?
  /// The hash of the state that the action led to; `nil` if unknown.
  public var hash: StateHash?
  /// Why the hash is missing, if the recorder couldn't compute one.
  public var unhashed: String?
  /// The seq of the state since which `changed` lists the changes; `nil` if it is the state before the action.
  public var since: Int?
  /// The places of the state that changed.
  public var changed: [ChangedMember]
  /// Whether the record has a list of changed places, which may be empty.
  package var listsChanges = true
  /// The places in the state whose secrets the action changed, even where the stand-in is the same.
  public var secrets: [String]
  /// The RFC 6902 operations that lead from the previous state to this one, if the session records them.
  public var patch: JSONNode?
  /// The time in the reducer.
  public var reducerMicroseconds: Int?
  /// The distance in bytes back to the start of the last snapshot with a whole state.
  public var base: Int?
  /// Whether the reducer never returned: the process died in it, or the recorder gave up the record.
  public var interrupted: Bool
  /// The bytes after the last complete member when the process died, if any.
  public var torn: [UInt8]?

  /// Whether an incomplete line has what is written after the reducer: it was cut, such as in copying or by a full disk, and the
  /// reducer had returned.
  package var hadReturned: Bool {
    interrupted && (hash != nil || unhashed != nil || error != nil || reducerMicroseconds != nil)
  }

  /// How an incomplete action ended, after its name.
  package var ending: String { Self.ending(afterReturning: hadReturned) }

  package static func ending(afterReturning hadReturned: Bool) -> String {
    hadReturned ? "was cut off after its reducer had returned" : "was in flight when the process died"
  }

  /// The type of a step that stands for a change of the state between actions.
  package static let outsideChange = "changed outside an action"

  /// Whether the record is that of a step that no action describes: a change between actions, or after one that began during
  /// another.
  package var isOutsideStep: Bool { replayability == .opaque && action.kind == .null }

  /// Whether the record says what the action changed. Otherwise its places may be incomplete, or be those of earlier actions, too.
  package var hasKnownChanges: Bool {
    patch != nil || since == nil && (!changed.isEmpty || hash != nil && unhashed == nil && listsChanges)
  }

  /// Whether the recorder didn't look at the state after the action.
  package var isUnexamined: Bool { hash == nil && unhashed == nil && patch == nil && !interrupted && changed.isEmpty }

  /// The reason for a missing hash in a journal that was made to show a reducer that doesn't return: any outcome is right.
  package static let unfinished = "the reducer did not return"

  /// The start of the reason for a missing hash in a journal that was imported without the state.
  package static let missingStatePrefix = "the state is missing: "

  /// Why the imported file didn't hold the state after the action; `nil` for any other action.
  package var missingState: String? {
    unhashed.flatMap {
      $0.hasPrefix(ActionRecord.missingStatePrefix) ? String($0.dropFirst(ActionRecord.missingStatePrefix.count)) : nil
    }
  }

  /// Whether an action can be decoded again.
  public enum Replayability: String, Hashable, Sendable {
    /// It can be decoded and reduced again.
    case replayable
    /// It is encoded but cannot be decoded.
    case inspectOnly = "inspect-only"
    /// It couldn't be encoded; its JSON is a description at best.
    case opaque
  }
}

/// A place of the state that an action changed.
public struct ChangedMember: Hashable, Sendable {
  /// The JSON Pointer to it.
  public var pointer: String
  /// The first eight digits of its new hash; `nil` if the place is gone.
  public var short: String?

  /// Creates a place.
  package init(pointer: String, short: String?) {
    self.pointer = pointer
    self.short = short
  }
}

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
  /// The places in the action that hold a stand-in for a secret.
  package var redacted: [String]
  /// The action as compact JSON text, without a line end.
  package var action: [UInt8]

  /// Creates an action's first part.
  package init(
    at: Int, type: String, swiftType: String? = nil, module: String? = nil, site: String? = nil,
    cause: Int? = nil, replayability: ActionRecord.Replayability = .replayable, inputs: ActionInputs? = nil,
    redacted: [String] = [], action: [UInt8]
  ) {
    self.at = at
    self.type = type
    self.swiftType = swiftType
    self.module = module
    self.site = site
    self.cause = cause
    self.replayability = replayability
    self.inputs = inputs
    self.redacted = redacted
    self.action = action
  }
}

/// The part of an action's record that is known after its reducer has run.
package struct ActionOutcome: Hashable, Sendable {
  /// The error that the reducer threw, if any.
  package var error: String?
  /// The hash of the state that the action led to.
  package var hash: StateHash?
  /// Why the hash couldn't be computed. If both are `nil`, the hash was left out, and so were the changed places.
  package var unhashed: String?
  /// The seq of the last state with a hash, unless it is the state before the action.
  package var since: Int?
  /// The places of the state that changed.
  package var changed: [ChangedMember]
  /// The places in the state whose secrets have changed.
  package var secrets: [String]
  /// The RFC 6902 operations that lead from the state before to this one, as JSON text; `nil` where they are not recorded.
  package var patch: [UInt8]?
  /// The time in the reducer.
  package var reducerMicroseconds: Int?

  /// Creates an action's second part.
  package init(
    hash: StateHash?, unhashed: String? = nil, error: String? = nil, since: Int? = nil, changed: [ChangedMember] = [],
    secrets: [String] = [], patch: [UInt8]? = nil, reducerMicroseconds: Int? = nil
  ) {
    self.hash = hash
    self.unhashed = unhashed
    self.error = error
    self.since = since
    self.changed = changed
    self.secrets = secrets
    self.patch = patch
    self.reducerMicroseconds = reducerMicroseconds
  }
}

extension ActionRecord {
  /// Creates the record that a writer composes of an action's two parts.
  package init(seq: Int, _ action: JSONNode, _ head: ActionHead, _ outcome: ActionOutcome) {
    self.init(
      seq: seq, at: head.at, type: head.type, swiftType: head.swiftType, module: head.module, site: head.site,
      cause: head.cause, replayability: head.replayability, inputs: head.inputs, redacted: head.redacted,
      action: action,
      error: outcome.error, hash: outcome.hash, unhashed: outcome.unhashed, since: outcome.since,
      changed: outcome.changed, secrets: outcome.secrets, reducerMicroseconds: outcome.reducerMicroseconds,
      interrupted: false)
  }
}
