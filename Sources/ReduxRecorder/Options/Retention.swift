/// How much of a journal is kept, so that it does not grow without bound.
///
///     RecorderOptions(retention: Retention(bytes: 64 << 20))
///
/// The journal is then written in segments: `session.jsonl`, the path that was given, is the newest; those before it are
/// `session.000001.jsonl` and so on, beside it. Each begins with the state as it was then, so that the rest is a whole
/// journal when the oldest are dropped; that happens while recording, a segment at a time.
public struct Retention: Hashable, Sendable {
  /// How many bytes all segments may take together; `nil` for any number.
  ///
  /// A segment takes a fifth of that, but at least as much as two whole states, so that with a state of more than a
  /// tenth it becomes more: ten states. The segment before the newest is always kept, however large an action in it is.
  public var bytes: Int?
  /// How long actions are kept at least; `nil` for ever. They go with their segment, a fifth of that time later at
  /// most, as long as actions are recorded.
  ///
  /// How old a segment is, the wall clock tells.
  public var age: Duration?

  /// Creates a bound.
  ///
  /// - Parameters:
  ///   - bytes: How many bytes all segments may take together.
  ///   - age: How long actions are kept.
  public init(bytes: Int? = nil, age: Duration? = nil) {
    self.bytes = bytes
    self.age = age
  }
}
