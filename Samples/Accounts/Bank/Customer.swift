/// Who has signed in.
public struct Customer: Codable, Hashable, Identifiable, Sendable {
  /// What tells this customer from all others.
  public let id: String
  /// How the app addresses them.
  public let name: String

  /// Creates a customer.
  public init(id: ID, name: String) {
    self.id = id
    self.name = name
  }
}
