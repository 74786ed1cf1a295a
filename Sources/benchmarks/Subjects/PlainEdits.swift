import StateTable
import TestSupport

/// Items in a plain array and in a plain dictionary, as most apps keep them, and edits of one item.
enum PlainEdits {
  /// An edit at an index or key.
  enum Edit: Codable, Sendable {
    case change(Int)
    case append(Int)
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
      case .remove(let index): state.items.remove(at: index)
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
      case .append(let id): state.items[key(id)] = TodoItem(id)
      case .remove(let id): state.items[key(id)] = nil
      }
    }
  }

  /// Random edits, the same in every run. Ids stay distinct.
  struct Session {
    private let itemCount: Int
    private var generator = SeededGenerator(seed: 3)
    private var last: Int

    init(itemCount: Int) {
      self.itemCount = itemCount
      last = itemCount
    }

    mutating func changes(_ count: Int) -> [Edit] {
      (0..<count).map { _ in .change(Int.random(in: 0..<itemCount, using: &generator)) }
    }

    mutating func additions(_ count: Int) -> [Edit] {
      defer { last += count }
      return (0..<count).map { .append(last + $0) }
    }
  }
}
