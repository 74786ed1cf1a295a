/// A customer of the bank.
public struct Customer: Codable, Hashable, Identifiable, Sendable {
  /// A unique identifier.
  public let id: String
  /// The name by which the app addresses the customer.
  public let name: String

  /// Creates a customer.
  public init(id: ID, name: String) {
    self.id = id
    self.name = name
  }
}
