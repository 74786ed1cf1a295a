/// The id of a request to the bank, encoded as a number.
///
/// The state holds the latest request's id; an answer with any other id is too late.
public struct RequestID: RawRepresentable, Codable, Hashable, Sendable {
  /// The number; unique within a run of the app.
  public let rawValue: Int

  /// Creates an id.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}
