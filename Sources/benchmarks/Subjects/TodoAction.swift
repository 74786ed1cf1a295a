/// What can be done to the items; small enums with payloads, as apps have them.
enum TodoAction: Codable, Equatable, Sendable {
  case add(TodoItem)
  case remove(id: Int)
  case move(id: Int, to: Int)
  case setDone(id: Int, done: Bool)
  case setTitle(id: Int, title: String)
  /// Has the items 0 to `count - 1`, so that a session's first state can be empty, whatever it grows to.
  case fill(count: Int)
}
