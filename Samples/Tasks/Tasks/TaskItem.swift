/// Something to do.
public struct TaskItem: Codable, Hashable, Identifiable, Sendable {
  /// What tells it from all other tasks, for ever.
  public let id: String
  /// What is to be done, in a few words.
  public var title: String
  /// What else there is to say about it.
  public var notes: String
  /// The day by which it is to be done, if there is one.
  public var due: Day?
  /// The day on which it was done; `nil` while it is open.
  public var completed: Day?

  /// Creates a task.
  public init(id: ID, title: String, notes: String = "", due: Day? = nil, completed: Day? = nil) {
    self.id = id
    self.title = title
    self.notes = notes
    self.due = due
    self.completed = completed
  }
}
