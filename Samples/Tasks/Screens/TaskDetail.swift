/// A task as its own screen shows it.
public struct TaskDetail: Hashable, Sendable {
  /// What the other screens show of it.
  public let row: TaskRow
  /// What else there is to say about it.
  public let notes: String
  /// The day on which it was done, if it was.
  public let completed: Day?

  /// Creates a detail.
  public init(row: TaskRow, notes: String = "", completed: Day? = nil) {
    self.row = row
    self.notes = notes
    self.completed = completed
  }
}
