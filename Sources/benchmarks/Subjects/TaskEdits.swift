import Tasks
import TestSupport

/// Edits of random tasks' titles, which don't change the number of tasks.
struct TaskEdits {
  let count: Int
  private var generator = SeededGenerator(seed: 5)

  /// - Parameter count: The number of tasks.
  init(of count: Int) { self.count = count }

  static func id(_ number: Int) -> TaskItem.ID { "task-\(number)" }

  /// Returns the task of a number, the same in every process; every other task has a due day.
  static func task(_ number: Int) -> TaskItem {
    TaskItem(
      id: id(number), title: TodoItem.title(number),
      due: number % 2 == 0 ? Day(year: 2026, month: 1 + number % 12, day: 1 + number % 28) : nil)
  }

  /// The numbers of the favourites: few, however many tasks exist.
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
