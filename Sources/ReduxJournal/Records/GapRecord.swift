/// The record that states that actions or bytes are missing, and why.
public struct GapRecord: Hashable, Sendable {
  /// The seq of the last state before the gap.
  public var seq: Int
  /// Microseconds since the session's start, if known.
  public var at: Int?
  /// The reason.
  public var why: String
  /// The number of missing actions, if known.
  public var missing: Int?
  /// The bytes of a line that couldn't become a record.
  public var bytes: [UInt8]?

  /// Whether a gap can hold so many bytes.
  static func canKeep(_ byteCount: Int, maximumLineBytes: Int) -> Bool {
    byteCount <= max(0, maximumLineBytes / 4 * 3 - 512)
  }

  /// The reason and contents of a gap for a torn line, with as many bytes as a line can hold.
  static func keeping(torn: [UInt8], maximumLineBytes: Int) -> (why: String, bytes: [UInt8]) {
    let kept = torn.prefix(max(0, maximumLineBytes / 4 * 3 - 512))
    let isAll = kept.count == torn.count
    return (
      isAll ? "a line was cut short" : "a line was cut short; of \(torn.count) bytes the first are kept", Array(kept)
    )
  }
}
