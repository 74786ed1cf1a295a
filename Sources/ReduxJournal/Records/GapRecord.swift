/// The record that says that something is missing, and why.
public struct GapRecord: Hashable, Sendable {
  /// The seq of the last state before the gap.
  public var seq: Int
  /// Microseconds since the session's start, if known.
  public var at: Int?
  /// Why something is missing.
  public var why: String
  /// How many actions are missing, if known.
  public var missing: Int?
  /// The bytes of a line that could not be saved as what it was.
  public var bytes: [UInt8]?
}
