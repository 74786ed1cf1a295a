/// How much of a journal the recorder keeps, so that it doesn't grow without bound.
///
///     RecorderOptions(retention: Retention(bytes: 64 << 20))
///
/// The recorder then writes the journal in segments. The path that you pass, such as `session.jsonl`, is the newest;
/// older ones are `session.000001.jsonl` and so on, beside it. While recording, the recorder drops the oldest segments.
/// Each segment begins with a snapshot, so the rest stays a complete journal.
public struct Retention: Hashable, Sendable {
  /// The maximum size of all segments together, in bytes; `nil` for no limit.
  ///
  /// A segment takes a fifth of the limit, but at least two whole states: if a state takes more than a tenth of the
  /// limit, the total grows to ten states. The recorder always keeps the last two segments, even if an action exceeds
  /// the limit.
  public var bytes: Int?
  /// The minimum time for which actions are kept; `nil` for no limit.
  ///
  /// While recording, the recorder drops them with their segment, at most a fifth of that time later. The wall clock
  /// determines a segment's age.
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
