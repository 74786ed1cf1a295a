public import StateTree

/// The task list, normalised: each task is in one place, and whatever else speaks of it has its id.
public struct TasksState: Codable, Hashable, Sendable {
  /// All tasks, by their ids, in the order that their owner gave them.
  public var all: EntityTable<TaskItem>
  /// The ids of the favourites, in the order in which they became that. Each is the id of a task.
  public var favourites: [TaskItem.ID]

  /// Creates a state; without arguments, that of an app just installed.
  public init(all: EntityTable<TaskItem> = [], favourites: [TaskItem.ID] = []) {
    self.all = all
    self.favourites = favourites
  }
}
