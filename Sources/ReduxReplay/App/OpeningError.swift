/// The reason why no recorded state can be opened in a running app.
public struct OpeningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `REDUXLOG_OPEN`.
  public let text: String
  /// What was expected, and what was found.
  public let reason: String

  /// The value and the reason, in plain text.
  public var description: String { "REDUXLOG_OPEN=\(text): \(reason)" }
}
