/// A key that identifies a transfer to the bank, however often the app sends it. Encoded as text.
///
/// Without an answer, the app can't know whether the bank carried a transfer out, so it resends the same key.
public struct TransferKey: RawRepresentable, Codable, Hashable, Sendable {
  /// The text; unique to a transfer.
  public let rawValue: String

  /// Creates a key.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
