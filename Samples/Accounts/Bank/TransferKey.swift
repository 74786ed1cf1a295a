/// What a bank knows a transfer by, however often it is sent: nobody who heard no answer can tell whether it was carried
/// out. Encoded as its text.
public struct TransferKey: RawRepresentable, Codable, Hashable, Sendable {
  /// Its text; never the same for two transfers.
  public let rawValue: String

  /// Creates a key.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
