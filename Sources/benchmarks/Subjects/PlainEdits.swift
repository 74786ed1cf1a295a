import StateTable

/// Items in a plain array and in a plain dictionary, as most apps keep them, and in a table, and edits of one item.
enum PlainEdits {
  /// An edit at an index or key.
  enum Edit: Codable, Sendable {
    case change(Int)
    case append(Int)
    case insertFirst(Int)
    case remove(Int)
  }

  struct List: Codable, Sendable {
    var items: [TodoItem] = []
    var filter = "all"

    /// Creates a list with the items 0 to `count - 1`.
    init(count: Int) { items = (0..<count).map(TodoItem.init) }

    static func reduce(_ state: inout List, _ edit: Edit) {
      switch edit {
      case .change(let index): state.items[index].done.toggle()
      case .append(let id): state.items.append(TodoItem(id))
      case .insertFirst(let id): state.items.insert(TodoItem(id), at: 0)
      case .remove(let index): state.items.remove(at: index)
      }
    }
  }

  struct Table: Codable, Sendable {
    var items: EntityTable<TodoItem>
    var filter = "all"

    /// Creates a table with the items 0 to `count - 1`.
    init(count: Int) { items = EntityTable((0..<count).lazy.map(TodoItem.init)) }

    static func reduce(_ state: inout Table, _ edit: Edit) {
      switch edit {
      case .change(let id): state.items.update(id) { $0.done.toggle() }
      case .append(let id), .insertFirst(let id): state.items.add(TodoItem(id))
      case .remove(let id): state.items.remove(id)
      }
    }
  }

  struct Entries: Codable, Sendable {
    var items: [String: TodoItem] = [:]
    var filter = "all"

    /// Creates a dictionary with the items 0 to `count - 1`.
    init(count: Int) { items = Dictionary(uniqueKeysWithValues: (0..<count).map { (Entries.key($0), TodoItem($0)) }) }

    private static func key(_ id: Int) -> String { "item-\(id)" }

    static func reduce(_ state: inout Entries, _ edit: Edit) {
      switch edit {
      case .change(let id): state.items[key(id)]?.done.toggle()
      case .append(let id), .insertFirst(let id): state.items[key(id)] = TodoItem(id)
      case .remove(let id): state.items[key(id)] = nil
      }
    }
  }
}
