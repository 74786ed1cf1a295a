/// A task as the list, the favourites, and the calendar all show it.
public struct TaskRow: Hashable, Identifiable, Sendable {
  /// The task's id.
  public let id: TaskItem.ID
  /// The task's title.
  public let title: String
  /// The due day, if any.
  public let due: Day?
  /// Whether the task is completed.
  public let isCompleted: Bool
  /// Whether the task is a favourite.
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
