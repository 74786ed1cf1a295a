public import StateTree

/// A place where today's reducers lead to a different state than recorded.
public struct Divergence: Codable, Hashable, Sendable {
  /// The seq of the first state that differs.
  public let seq: Int
  /// The seq of the last proven state before it: `seq - 1`, unless the states between were recorded without a hash. Then any
  /// action after it may be the cause.
  public let since: Int
  /// The file that holds the action: the journal, or one of its segments.
  public package(set) var path: String
  /// The line of the action in that file, counted from 1.
  public let line: Int?
  /// The action's type label.
  public let type: String
  /// How the state differs.
  public let kind: Kind
  /// The members that differ, as far as the journal shows.
  public let members: [Member]
  /// The part that redaction may have in it.
  public let redaction: Redaction

  /// Whether redaction may be the cause of every difference.
  public var mayBeRedaction: Bool { redaction == .possible }

  package init(
    seq: Int, since: Int? = nil, path: String, line: Int?, type: String, kind: Kind, members: [Member],
    redaction: Redaction = .none
  ) {
    self.seq = seq
    self.since = since ?? seq - 1
    self.path = path
    self.line = line
    self.type = type
    self.kind = kind
    self.members = members
    self.redaction = redaction
  }

  /// The part that redaction may have in a divergence.
  public enum Redaction: String, Codable, Hashable, Sendable {
    /// Neither the action nor the state before it holds a redacted value.
    case none
    /// One of them does. With other values in its place, the reducer changes nothing of what differs.
    case unlikely
    /// One of them does, and it is unknown what the reducer does with other values.
    case unknown
    /// The action holds a redacted value, or what differs depends on one.
    case possible
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
    /// The values after the actions, as far as they are known.
    public let values: Values

    package init(pointer: String, recorded: Effect, replayed: Effect, values: Values = Values()) {
      self.pointer = pointer
      self.recorded = recorded
      self.replayed = replayed
      self.values = values
    }
  }

  /// The recorded and the replayed value of a place.
  public struct Values: Codable, Hashable, Sendable {
    /// The recorded value, if the journal shows it; `nil` if not, if the place doesn't exist, and for a long value.
    public let recorded: JSONValue?
    /// The replayed value; `nil` if the place doesn't exist, and for a long value.
    public let replayed: JSONValue?

    /// The length of the JSON text that a value may have, in bytes.
    private static let limit = 256

    package init(recorded: JSONValue? = nil, replayed: JSONValue? = nil) {
      self.recorded = recorded.flatMap(Values.kept)
      self.replayed = replayed.flatMap(Values.kept)
    }

    private static func kept(_ value: JSONValue) -> JSONValue? {
      // In `?:`, `nil` would be JSON's null.
      if value.compact.utf8.count <= limit { value } else { nil }
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

extension Divergence {
  /// Pairs of members that may be one under an old and a new name: the recorded action and the replayed one gave them the same
  /// value, each only one of the two.
  package var possibleRenames: [RenameGuess] {
    func hash(_ effect: Effect, besides other: Effect) -> String? {
      guard case .set(let hash) = effect, other == .unchanged else { return nil }
      return hash
    }
    return members.compactMap { member in
      guard let value = hash(member.recorded, besides: member.replayed) else { return nil }
      let olds = members.filter { hash($0.recorded, besides: $0.replayed) == value }
      let news = members.filter { hash($0.replayed, besides: $0.recorded) == value }
      guard olds.count == 1, news.count == 1, let old = try? JSONPointer(member.pointer),
        let new = try? JSONPointer(news[0].pointer)
      else { return nil }
      return RenameGuess(old: old, new: new)
    }
  }
}
