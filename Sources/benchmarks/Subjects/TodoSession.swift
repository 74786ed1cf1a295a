import TestSupport

/// The actions of a session, the same in every run: they fill the table and then change it at random positions.
///
/// Of 20 actions, 12 set a flag, 4 set a title, 2 move an item, and 2 alternately add and remove one, so the table
/// keeps its size.
struct TodoSession: Sequence, IteratorProtocol {
  let itemCount: Int
  private var generator = SeededGenerator(seed: 1)
  private var isFilled = false
  private var added: Int?
  private var nextID: Int

  init(itemCount: Int) {
    self.itemCount = itemCount
    nextID = itemCount
  }

  mutating func next() -> TodoAction? {
    guard isFilled else {
      isFilled = true
      return .fill(count: itemCount)
    }
    let id = Int.random(in: 0..<itemCount, using: &generator)
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<12: return .setDone(id: id, done: Bool.random(using: &generator))
    case 12..<16: return .setTitle(id: id, title: TodoItem.title(Int.random(in: 0..<1000, using: &generator)))
    case 16..<18: return .move(id: id, to: Int.random(in: 0..<itemCount, using: &generator))
    default: return addOrRemove()
    }
  }

  private mutating func addOrRemove() -> TodoAction {
    if let id = added {
      added = nil
      return .remove(id: id)
    }
    defer { nextID += 1 }
    added = nextID
    return .add(TodoItem(nextID))
  }
}
