import Foundation
import StateTable
import TestSupport

/// The key of an item in a dictionary.
protocol ItemKey: Codable, Hashable, Sendable {
  init(item id: Int)
}

extension String: ItemKey {
  init(item id: Int) { self = "item-\(id)" }
}

extension UUID: ItemKey {
  init(item id: Int) {
    self = withUnsafeBytes(of: (Int64(id), Int64(0x5eed))) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

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

  struct Entries<Key: ItemKey>: Codable, Sendable {
    var items: [Key: TodoItem] = [:]
    var filter = "all"

    /// Creates a dictionary with the items 0 to `count - 1`.
    init(count: Int) { items = Dictionary(uniqueKeysWithValues: (0..<count).map { (Key(item: $0), TodoItem($0)) }) }

    static func reduce(_ state: inout Entries, _ edit: Edit) { PlainEdits.reduce(&state.items, edit) }
  }

  /// Edits a dictionary.
  static func reduce<Key: ItemKey>(_ items: inout [Key: TodoItem], _ edit: Edit) {
    switch edit {
    case .change(let id): items[Key(item: id)]?.done.toggle()
    case .append(let id): items[Key(item: id)] = TodoItem(id)
    case .remove(let id): items[Key(item: id)] = nil
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
