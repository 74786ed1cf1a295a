/// The record that closes a session in good order.
public struct SealRecord: Hashable, Sendable {
  /// The seq of the session's last state.
  public var seq: Int
  /// Microseconds since the session's start, if known.
  public var at: Int?
  /// The number of records before this one in the file.
  public var records: Int
}
