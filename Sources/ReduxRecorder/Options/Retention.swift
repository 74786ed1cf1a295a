/// How much of a journal the recorder keeps, so that it doesn't grow without bound.
///
///     RecorderOptions(retention: Retention(bytes: 64 << 20))
///
/// The recorder then writes the journal in segments. `session.jsonl`, the path that you pass, is the newest; older ones are
/// `session.000001.jsonl` and so on, beside it. Each begins with the state at its start, so the rest stays a complete
/// journal when the recorder drops the oldest segment, which it does while recording.
public struct Retention: Hashable, Sendable {
  /// The maximum size of all segments together, in bytes; `nil` means no limit.
  ///
  /// A segment takes a fifth of that, but at least as much as two whole states: if a state takes more than a tenth, the total
  /// grows to ten states. The recorder always keeps the segment before the newest, however large an action in it is.
  public var bytes: Int?
  /// The minimum time for which actions are kept; `nil` means forever.
  ///
  /// The recorder drops them with their segment, at most a fifth of that time later, as long as it records actions. The wall
  /// clock determines the age of a segment.
  public var age: Duration?

  /// Creates a bound.
  ///
  /// - Parameters:
  ///   - bytes: The maximum size of all segments together.
  ///   - age: The minimum time for which actions are kept.
  public init(bytes: Int? = nil, age: Duration? = nil) {
    self.bytes = bytes
    self.age = age
  }
}
