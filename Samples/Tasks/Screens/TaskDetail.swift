/// The content of a task's detail screen.
public struct TaskDetail: Hashable, Sendable {
  /// The content shared with the other screens.
  public let row: TaskRow
  /// The task's notes.
  public let notes: String
  /// The day of completion, if any.
  public let completed: Day?

  /// Creates a detail.
  public init(row: TaskRow, notes: String = "", completed: Day? = nil) {
    self.row = row
    self.notes = notes
    self.completed = completed
  }
}
