public import StateTable

/// The normalised task list: each task is stored once, and everything else refers to it by id.
public struct TasksState: Codable, Hashable, Sendable {
  /// All tasks by id, in the user's order.
  public var all: EntityTable<TaskItem>
  /// The favourites' ids, in the order of their addition. Each is the id of a task.
  public var favourites: [TaskItem.ID]

  /// Creates a state; by default, that of a fresh install.
  public init(all: EntityTable<TaskItem> = [], favourites: [TaskItem.ID] = []) {
    self.all = all
    self.favourites = favourites
  }
}
