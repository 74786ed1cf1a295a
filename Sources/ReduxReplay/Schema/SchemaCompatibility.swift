/// Whether an app can replay and prove a journal, as far as can be determined without a replay.
package struct SchemaCompatibility: Hashable, Sendable {
  /// A degree of compatibility.
  package enum Verdict: String, Hashable, Sendable, Comparable {
    /// Nothing prevents the app from proving the whole journal.
    case fine
    /// The app may replay the journal but not prove all of it, or a schema change may cause differences.
    case risky
    /// The app can't replay the journal.
    case impossible

    private var rank: Int {
      switch self {
      case .fine: 0
      case .risky: 1
      case .impossible: 2
      }
    }

    /// Orders verdicts from best to worst.
    package static func < (left: Verdict, right: Verdict) -> Bool { left.rank < right.rank }
  }

  /// A fact that affects the compatibility.
  package enum Reason: Hashable, Sendable {
    /// Another app recorded it.
    case otherApp(recorded: String, app: String)
    /// A session was recorded with a newer schema.
    case newerSchema(recorded: Int, app: Int)
    /// A session is older than schemas for which the app declares no change.
    case undeclaredChanges(recorded: Int, missing: [Int])
    /// States of a session are hashed without members that were added later.
    case addedMembers(recorded: Int, pointers: [String])
    /// States of a session are hashed with the old names of renamed members.
    case renamedMembers(recorded: Int, members: [String])
    /// States of a session are converted back to their recorded shape before they are hashed.
    case revertedStates(recorded: Int)
    /// Actions of a session are upgraded before they are reduced, and states are proven as usual.
    case changedActions(recorded: Int, app: Int)
    /// States of a session have a different shape now.
    case reshapedStates(recorded: Int, app: Int)
    /// A session's first state is not one of the app's.
    case undecodableState(seq: Int, reason: String)
    /// A session's first state doesn't decode completely.
    case partialState(seq: Int)
    /// A session was recorded without the values: only their names, or only their shape.
    case withoutValues(detail: String)
  }

  /// The distinct reasons, in the order of the journal's sessions.
  package let reasons: [Reason]

  init(_ reasons: [Reason]) {
    var seen = Set<Reason>()
    self.reasons = reasons.filter { seen.insert($0).inserted }
  }

  /// The worst verdict of the reasons.
  package var verdict: Verdict { reasons.map(\.verdict).max() ?? .fine }
}

extension SchemaCompatibility.Reason {
  /// The verdict of this reason alone.
  package var verdict: SchemaCompatibility.Verdict {
    switch self {
    case .addedMembers, .renamedMembers, .revertedStates, .changedActions: .fine
    case .newerSchema, .undeclaredChanges, .reshapedStates, .partialState: .risky
    case .otherApp, .undecodableState: .impossible
    // A journal with only names has no actions to replay.
    case .withoutValues(let detail): detail == "names" ? .impossible : .risky
    }
  }
}

extension SchemaCompatibility.Reason: CustomStringConvertible {
  /// The reason as text.
  package var description: String {
    switch self {
    case .otherApp(let recorded, let app): "it was recorded from the app '\(recorded)', and this is '\(app)'"
    case .newerSchema(let recorded, let app):
      "it was recorded with schema \(recorded), and the app has the older schema \(app)"
    case .undeclaredChanges(let recorded, let missing):
      "it was recorded with schema \(recorded), and the app declares no change to schema "
        + missing.map(String.init).joined(separator: ", ")
    case .addedMembers(let recorded, let pointers):
      "it was recorded with schema \(recorded): states are hashed without \(pointers.joined(separator: ", "))"
    case .renamedMembers(let recorded, let members):
      "it was recorded with schema \(recorded): states are hashed with the old names of renamed members: "
        + members.joined(separator: ", ")
    case .revertedStates(let recorded):
      "it was recorded with schema \(recorded): states are converted back to it before they are hashed"
    case .changedActions(let recorded, let app):
      "it was recorded with schema \(recorded): actions are converted to schema \(app) before they are reduced"
    case .reshapedStates(let recorded, let app):
      "it was recorded with schema \(recorded), and states have another shape in schema \(app): replay converts them "
        + "and compares them with recorded snapshots and patches, because the hashes belong to the old shape"
    case .undecodableState(let seq, let reason): "state \(seq) is not a state of this app: \(reason)"
    case .partialState(let seq): "the snapshot of state \(seq) holds only part of the state"
    case .withoutValues(let detail): "it was recorded with the detail '\(detail)', without the values"
    }
  }
}
