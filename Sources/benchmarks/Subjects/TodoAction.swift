/// An action of the items: small enums with payloads, as in apps.
enum TodoAction: Codable, Equatable, Sendable {
  case add(TodoItem)
  case remove(id: Int)
  case move(id: Int, to: Int)
  case setDone(id: Int, done: Bool)
  case setTitle(id: Int, title: String)
  /// Fills the state with the items 0 to `count - 1`, so that a session's first state can be empty.
  case fill(count: Int)
}
