/// The app that a journal was recorded from, as its headers name it.
public struct AppIdentity: Hashable, Sendable {
  /// The name that identifies the app's reducers.
  public let name: String
  /// The app's version, if stated.
  public let version: String?
  /// The version of the shape of state and actions, if stated.
  public let schema: Int?

  /// Creates an identity.
  public init(name: String, version: String? = nil, schema: Int? = nil) {
    self.name = name
    self.version = version
    self.schema = schema
  }
}
