import Tasks
import TestSupport

/// Edits of the titles of tasks chosen at random, which don't change how many there are.
struct TaskEdits {
  let count: Int
  private var generator = SeededGenerator(seed: 5)

  /// - Parameter count: How many tasks there are.
  init(of count: Int) { self.count = count }

  static func id(_ number: Int) -> TaskItem.ID { "task-\(number)" }

  /// The task that belongs to a number, the same in every process; every other one is due some day.
  static func task(_ number: Int) -> TaskItem {
    TaskItem(
      id: id(number), title: TodoItem.title(number),
      due: number % 2 == 0 ? Day(year: 2026, month: 1 + number % 12, day: 1 + number % 28) : nil)
  }

  /// The numbers of those that are favourites; people have few, however many tasks there are.
  static let favourites = 0..<20

  mutating func next(_ count: Int) -> [(id: TaskItem.ID, title: String)] {
    (0..<count).map { _ in
      (
        TaskEdits.id(Int.random(in: 0..<self.count, using: &generator)),
        TodoItem.title(Int.random(in: 0..<1000, using: &generator))
      )
    }
  }
}
