public import StateTree

/// Changes to the actions of a history, to see which state they would have led to.
public struct ActionEdits: Codable, Hashable, Sendable {
  /// The actions to skip.
  public var skipped: [ClosedRange<Int>]
  /// Whether to skip what skipped and replaced actions caused, too.
  public var skipsCaused: Bool
  /// The actions to reduce in place of others, by the others' seqs.
  ///
  /// They are written as in `reduxlog record`: an action's JSON, or `{"TypeName": its JSON}` if the app has many types.
  public var replaced: [Int: JSONValue]
  /// The actions to reduce after a state, by its seq, in order. Written as in `replaced`.
  public var inserted: [Int: [JSONValue]]

  /// Creates changes; by default none.
  public init(
    skipping skipped: [ClosedRange<Int>] = [], withCaused skipsCaused: Bool = false,
    replacing replaced: [Int: JSONValue] = [:], inserting inserted: [Int: [JSONValue]] = [:]
  ) {
    self.skipped = skipped
    self.skipsCaused = skipsCaused
    self.replaced = replaced
    self.inserted = inserted
  }

  /// Whether nothing is changed.
  public var isEmpty: Bool { skipped.isEmpty && replaced.isEmpty && inserted.isEmpty }
}
