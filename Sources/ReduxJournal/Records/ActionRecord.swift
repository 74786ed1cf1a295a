public import StateTree

/// The record of an action and of what it did to the state.
///
/// What stands up to `action` was written before the reducer ran, the rest after it.
public struct ActionRecord: Sendable {
  /// The seq of the state that the action led to.
  public var seq: Int
  /// Microseconds since the session's start.
  public var at: Int
  /// The label that people search for, as `tasks.create`.
  public var type: String
  /// The name by which replay finds the action's type, where several types of actions share a protocol.
  public var swiftType: String?
  /// The module in which that type is, if it is found again by both names.
  public var module: String?
  /// Where in the code the action was dispatched, if given.
  public var site: String?
  /// The seq of the action that caused this one, if given.
  public var cause: Int?
  /// Whether the action can be decoded again.
  public var replayability: Replayability
  /// The action.
  public var action: JSONNode
  /// What the reducer threw, if it did; the state is then as the reducer left it.
  public var error: String?
  /// The hash of the state that the action led to; `nil` if it is not known.
  public var hash: StateHash?
  /// Why there is no hash, if the recorder could not make one.
  public var unhashed: String?
  /// The places of the state that changed.
  public var changed: [ChangedMember]
  /// The RFC 6902 operations that lead from the state before to this one, where the session records them.
  public var patch: JSONNode?
  /// How long the reducer took.
  public var reducerMicroseconds: Int?
  /// How many bytes before this line's start the last snapshot with a whole state starts.
  public var base: Int?
  /// Whether the reducer never came to an end: the process died in it, or the record was given up.
  public var interrupted: Bool
  /// The bytes that followed the last complete member when the process died, if any.
  public var torn: [UInt8]?

  /// Whether an action can be decoded again.
  public enum Replayability: String, Hashable, Sendable {
    /// It can be decoded and reduced again.
    case replayable
    /// It is encoded but cannot be decoded.
    case inspectOnly = "inspect-only"
    /// It could not be encoded; what stands for it describes it at best.
    case opaque
  }
}

/// A place of the state that an action changed.
public struct ChangedMember: Hashable, Sendable {
  /// The JSON Pointer to it.
  public var pointer: String
  /// The first eight digits of its new hash; `nil` if it is gone.
  public var short: String?

  /// Creates a place.
  package init(pointer: String, short: String?) {
    self.pointer = pointer
    self.short = short
  }
}
