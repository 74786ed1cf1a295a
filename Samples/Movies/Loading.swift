/// The progress of a requested page that hasn't arrived.
public enum Loading: Codable, Hashable, Sendable {
  /// The page is loading.
  case running
  /// The request failed.
  case failed(ServiceError)
}
