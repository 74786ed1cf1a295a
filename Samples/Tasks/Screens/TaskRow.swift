/// A task as the list, the favourites and the calendar show it: on all of them the same.
public struct TaskRow: Hashable, Identifiable, Sendable {
  /// The task's.
  public let id: TaskItem.ID
  /// What is to be done.
  public let title: String
  /// The day by which it is to be done, if there is one.
  public let due: Day?
  /// Whether it is done.
  public let isCompleted: Bool
  /// Whether it has a star.
  public let isFavourite: Bool

  /// Creates a row.
  public init(id: TaskItem.ID, title: String, due: Day? = nil, isCompleted: Bool = false, isFavourite: Bool = false) {
    self.id = id
    self.title = title
    self.due = due
    self.isCompleted = isCompleted
    self.isFavourite = isFavourite
  }

  /// Creates the row of a task.
  init(_ task: TaskItem, isFavourite: Bool) {
    self.init(
      id: task.id, title: task.title, due: task.due, isCompleted: task.completed != nil, isFavourite: isFavourite)
  }
}
