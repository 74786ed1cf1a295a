import StateTable

/// The state of an app that stores its items in a table, which maintains its own hash.
struct TodoState: Codable, Sendable {
  var items = EntityTable<TodoItem>()
  var filter = "all"
  var selected: Int?

  init() {}

  /// Creates a state with the items 0 to `count - 1`.
  init(count: Int) { items = EntityTable((0..<count).lazy.map(TodoItem.init)) }

  /// The root reducer.
  static func reduce(_ state: inout TodoState, _ action: TodoAction) {
    switch action {
    case .add(let item): state.items.add(item)
    case .remove(let id): state.items.remove(id)
    case .move(let id, let position): state.items.move(id, to: position)
    case .setDone(let id, let done): state.items.update(id) { $0.done = done }
    case .setTitle(let id, let title): state.items.update(id) { $0.title = title }
    case .fill(let count): state.items = TodoState(count: count).items
    }
  }
}
