/// The reason why no recorded state can be opened in a running app.
public struct OpeningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `REDUXLOG_OPEN`.
  public let text: String
  /// The reason: the expected value and the found one.
  public let reason: String

  /// The value and the reason, in plain text.
  public var description: String { "REDUXLOG_OPEN=\(text): \(reason)" }
}
