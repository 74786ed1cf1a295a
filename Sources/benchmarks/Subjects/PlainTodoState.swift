/// The same items in a plain array without stored hashes: the state for comparing coders and for the naive recorder.
struct PlainTodoState: Codable, Equatable, Sendable {
  var items: [TodoItem]
  var filter = "all"
  var selected: Int?

  /// Creates a state with the items 0 to `count - 1`.
  init(count: Int) { items = (0..<count).map(TodoItem.init) }

  /// The root reducer. Items are at the indices of their ids, so no search is measured.
  static func reduce(_ state: inout PlainTodoState, _ action: TodoAction) {
    switch action {
    case .setDone(let id, let done): state.items[id].done = done
    case .setTitle(let id, let title): state.items[id].title = title
    case .fill(let count): state = PlainTodoState(count: count)
    case .add(let item): state.items.append(item)
    case .remove(let id): state.items.removeAll { $0.id == id }
    case .move(let id, let position):
      guard let index = state.items.firstIndex(where: { $0.id == id }) else { return }
      let item = state.items.remove(at: index)
      state.items.insert(item, at: min(max(0, position), state.items.count))
    }
  }
}
