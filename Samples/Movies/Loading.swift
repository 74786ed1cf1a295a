/// What becomes of a page that was asked for, until it is there.
public enum Loading: Codable, Hashable, Sendable {
  /// It is on its way.
  case running
  /// It won't come.
  case failed(ServiceError)
}
