/// How well a journal goes with an app as it is now, as far as can be told without folding it.
public struct SchemaCompatibility: Hashable, Sendable {
  /// How well.
  public enum Verdict: String, Hashable, Sendable, Comparable {
    /// Nothing stands in the way of proving all of it.
    case fine
    /// It may be replayed, but not all of it proven; or what differs may be due to a change of schema.
    case risky
    /// It can't be replayed.
    case impossible

    private var rank: Int {
      switch self {
      case .fine: 0
      case .risky: 1
      case .impossible: 2
      }
    }

    /// The better one is less.
    public static func < (left: Verdict, right: Verdict) -> Bool { left.rank < right.rank }
  }

  /// Something that bears on it.
  public enum Reason: Hashable, Sendable {
    /// Another app recorded it.
    case otherApp(recorded: String, app: String)
    /// A session was recorded by an app of a newer schema.
    case newerSchema(recorded: Int, app: Int)
    /// A session is older than schemas for which the app declares no change.
    case undeclaredChanges(recorded: Int, missing: [Int])
    /// States of a session are hashed without members that were added later.
    case addedMembers(recorded: Int, pointers: [String])
    /// Actions of a session are changed before they are reduced, and states are proven as ever.
    case changedActions(recorded: Int, app: Int)
    /// States of a session have another shape now.
    case reshapedStates(recorded: Int, app: Int)
    /// A session's first state is none of the app's.
    case undecodableState(seq: Int, reason: String)
    /// A session's first state does not decode to what it was.
    case partialState(seq: Int)
    /// A session was recorded without the values: only their names, or only their shape.
    case withoutValues(detail: String)
  }

  /// All that bears on it, in the order of the journal's sessions, each once.
  public let reasons: [Reason]

  init(_ reasons: [Reason]) {
    var seen = Set<Reason>()
    self.reasons = reasons.filter { seen.insert($0).inserted }
  }

  /// How well it goes: the worst of the reasons.
  public var verdict: Verdict { reasons.map(\.verdict).max() ?? .fine }
}

extension SchemaCompatibility.Reason {
  /// What it means for the journal by itself.
  public var verdict: SchemaCompatibility.Verdict {
    switch self {
    case .addedMembers, .changedActions: .fine
    case .newerSchema, .undeclaredChanges, .reshapedStates, .partialState: .risky
    case .otherApp, .undecodableState: .impossible
    // Where only names were recorded, there are no actions.
    case .withoutValues(let detail): detail == "names" ? .impossible : .risky
    }
  }
}

extension SchemaCompatibility.Reason: CustomStringConvertible {
  /// What was found.
  public var description: String {
    switch self {
    case .otherApp(let recorded, let app): "it was recorded from the app '\(recorded)', and this is '\(app)'"
    case .newerSchema(let recorded, let app):
      "it was recorded with schema \(recorded), and the app has the older schema \(app)"
    case .undeclaredChanges(let recorded, let missing):
      "it was recorded with schema \(recorded), and the app declares no change to schema "
        + missing.map(String.init).joined(separator: ", ")
    case .addedMembers(let recorded, let pointers):
      "it was recorded with schema \(recorded): states are hashed without \(pointers.joined(separator: ", "))"
    case .changedActions(let recorded, let app):
      "it was recorded with schema \(recorded): actions are brought to schema \(app) before they are reduced"
    case .reshapedStates(let recorded, let app):
      "it was recorded with schema \(recorded), and states have another shape in schema \(app), so their hashes prove "
        + "nothing: they are compared with snapshots"
    case .undecodableState(let seq, let reason): "state \(seq) is not a state of this app: \(reason)"
    case .partialState(let seq): "the snapshot of state \(seq) is not all of the state"
    case .withoutValues(let detail): "it was recorded with the detail '\(detail)', without the values"
    }
  }
}
