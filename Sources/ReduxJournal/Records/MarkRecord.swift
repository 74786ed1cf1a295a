/// The record that gives a state a name.
public struct MarkRecord: Hashable, Sendable {
  /// The seq of the state it follows.
  public var seq: Int
  /// Microseconds since the session's start, if known.
  public var at: Int?
  /// The seq of the named state.
  public var to: Int
  /// The name.
  public var name: String
  /// A longer text.
  public var text: String?
}
