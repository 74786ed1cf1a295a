/// What ties an answer to the question: the state keeps the id of the latest request, and an answer with any other comes
/// too late to count. Encoded as its number.
public struct RequestID: RawRepresentable, Codable, Hashable, Sendable {
  /// Its number; never the same twice in a run of the app.
  public let rawValue: Int

  /// Creates an id.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}
