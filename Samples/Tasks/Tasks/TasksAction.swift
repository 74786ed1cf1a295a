/// What can happen to the tasks. An action for a task that doesn't exist, or creates one that does, changes nothing.
public enum TasksAction: Codable, Hashable, Sendable {
  /// A new task, after all others.
  case add(id: TaskItem.ID, title: String, due: Day? = nil)
  /// Another title, other notes, or both; what is `nil` stays.
  case edit(id: TaskItem.ID, title: String? = nil, notes: String? = nil)
  /// Another day by which it is due, or none.
  case schedule(id: TaskItem.ID, due: Day? = nil)
  /// It is done, on the day that it is where its owner is.
  case complete(id: TaskItem.ID, on: Day)
  /// It isn't done after all.
  case reopen(id: TaskItem.ID)
  /// Another place in the order, the first of which is 0.
  case move(id: TaskItem.ID, to: Int)
  /// It becomes a favourite, after the others.
  case favourite(id: TaskItem.ID)
  /// It is a favourite no more.
  case unfavourite(id: TaskItem.ID)
  /// It goes.
  case remove(id: TaskItem.ID)
  /// All that are done go.
  case removeCompleted
}
