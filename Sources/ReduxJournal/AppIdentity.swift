/// The app that a journal was recorded from, as its headers name it.
public struct AppIdentity: Hashable, Sendable {
  /// The name by which reducers are found again.
  public let name: String
  /// The app's version, if it gave one.
  public let version: String?
  /// The version of the state's and the actions' shape, if the app gave one.
  public let schema: Int?

  /// Creates an identity.
  public init(name: String, version: String? = nil, schema: Int? = nil) {
    self.name = name
    self.version = version
    self.schema = schema
  }
}
