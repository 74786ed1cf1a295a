public import StateTree

/// The first place where replay and recording part: today's reducers do not do what those did that were recorded.
public struct Divergence: Sendable {
  /// The seq of the first state that differs.
  public let seq: Int
  /// The seq of the last state before that was proven: the one before, unless the states between were recorded without a
  /// hash. Then any of the actions after it may be the one that differs.
  public let since: Int
  /// The file of the action that led to it: the journal, or one of its segments.
  public let path: String
  /// The line of that action, counted from 1 in that file.
  public let line: Int?
  /// The action's type label.
  public let type: String
  /// How it differs.
  public let kind: Kind
  /// The members that differ, as far as the journal tells.
  public let members: [Member]
  /// Whether a secret may be why: the action, or the state around it, holds something that was redacted when it was
  /// recorded, so that the reducer had more to go by then. Whether it went by that, nobody can tell.
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
  public enum Kind: Hashable, Sendable {
    /// The states' hashes differ.
    case state(recorded: StateHash, replayed: StateHash)
    /// The reducer threw another error, or only one of the two threw.
    case error(recorded: String?, replayed: String?)
  }

  /// A member of the state that differs.
  public struct Member: Hashable, Sendable {
    /// Where it is in the state.
    public let pointer: String
    /// What the recorded action did to it.
    public let recorded: Effect
    /// What the replayed action did to it.
    public let replayed: Effect

    package init(pointer: String, recorded: Effect, replayed: Effect) {
      self.pointer = pointer
      self.recorded = recorded
      self.replayed = replayed
    }
  }

  /// What an action did to a member.
  public enum Effect: Hashable, Sendable {
    /// It left it alone.
    case unchanged
    /// It took it away.
    case removed
    /// It gave it the value with this short hash.
    case set(String)
  }
}
