public import StateTree

/// A place where today's reducers lead to a different state than recorded.
public struct Divergence: Codable, Hashable, Sendable {
  /// The seq of the first state that differs.
  public let seq: Int
  /// The seq of the last proven state before it: `seq - 1`, unless the states between were recorded without a hash. Then any
  /// action after it may be the cause.
  public let since: Int
  /// The file that holds the action: the journal, or one of its segments.
  public let path: String
  /// The line of the action in that file, counted from 1.
  public let line: Int?
  /// The action's type label.
  public let type: String
  /// How the state differs.
  public let kind: Kind
  /// The members that differ, as far as the journal shows.
  public let members: [Member]
  /// Whether redaction may be the cause.
  ///
  /// The action or the state around it holds a redacted value. It is unknown whether the reducer used that value.
  public let mayBeRedaction: Bool

  package init(
    seq: Int, since: Int? = nil, path: String, line: Int?, type: String, kind: Kind, members: [Member],
    mayBeRedaction: Bool = false
  ) {
    self.seq = seq
    self.since = since ?? seq - 1
    self.path = path
    self.line = line
    self.type = type
    self.kind = kind
    self.members = members
    self.mayBeRedaction = mayBeRedaction
  }

  /// How a replayed state can differ.
  public enum Kind: Codable, Hashable, Sendable {
    /// The states' hashes differ.
    case state(recorded: StateHash, replayed: StateHash)
    /// The reducer threw a different error, or only one of the two runs threw.
    case error(recorded: String?, replayed: String?)
  }

  /// A member of the state that differs.
  public struct Member: Codable, Hashable, Sendable {
    /// The JSON Pointer to the member.
    public let pointer: String
    /// The effect of the recorded action.
    public let recorded: Effect
    /// The effect of the replayed action.
    public let replayed: Effect

    package init(pointer: String, recorded: Effect, replayed: Effect) {
      self.pointer = pointer
      self.recorded = recorded
      self.replayed = replayed
    }
  }

  /// The effect of an action on a member.
  public enum Effect: Codable, Hashable, Sendable {
    /// It left the member alone.
    case unchanged
    /// It removed the member.
    case removed
    /// It gave the member a value with this short hash.
    case set(String)
  }
}
