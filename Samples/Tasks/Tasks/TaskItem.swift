/// A task.
public struct TaskItem: Codable, Hashable, Identifiable, Sendable {
  /// A permanent unique identifier.
  public let id: String
  /// A short title.
  public var title: String
  /// The notes.
  public var notes: String
  /// The due day, if any.
  public var due: Day?
  /// The day of completion; `nil` while open.
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
