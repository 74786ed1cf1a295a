/// An action of the tasks. It changes nothing if its task is missing or, for `add`, already exists.
public enum TasksAction: Codable, Hashable, Sendable {
  /// Append a task.
  case add(id: TaskItem.ID, title: String, due: Day? = nil)
  /// Change the title, the notes, or both; `nil` keeps the current value.
  case edit(id: TaskItem.ID, title: String? = nil, notes: String? = nil)
  /// Change or remove the due day.
  case schedule(id: TaskItem.ID, due: Day? = nil)
  /// Complete a task on the user's current day.
  case complete(id: TaskItem.ID, on: Day)
  /// Reopen a task.
  case reopen(id: TaskItem.ID)
  /// Move a task to a position, counted from 0.
  case move(id: TaskItem.ID, to: Int)
  /// Append a task to the favourites.
  case favourite(id: TaskItem.ID)
  /// Remove a task from the favourites.
  case unfavourite(id: TaskItem.ID)
  /// Append an open copy of a task, whose id the reducer makes.
  case duplicate(id: TaskItem.ID)
  /// Delete a task.
  case remove(id: TaskItem.ID)
  /// Delete all completed tasks.
  case removeCompleted
}
