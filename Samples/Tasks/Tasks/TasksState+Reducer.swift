public import ReduxStore
import StateCoding
import StateTable

extension TasksState {
  /// Reduces the task list.
  public static let reducer = Reducer<TasksState, TasksAction> { state, action in
    switch action {
    case .add(let id, let title, let due):
      state.all.add(TaskItem(id: id, title: title, due: due))
    case .edit(let id, let title, let notes):
      state.all.update(id) { task in
        if let title { task.title = title }
        if let notes { task.notes = notes }
      }
    case .schedule(let id, let due):
      state.all.update(id) { $0.due = due }
    case .complete(let id, let day):
      state.all.update(id) { $0.completed = $0.completed ?? day }
    case .reopen(let id):
      state.all.update(id) { $0.completed = nil }
    case .move(let id, let position):
      state.all.move(id, to: position)
    case .favourite(let id):
      guard state.all.contains(id: id), !state.favourites.contains(id) else { return }
      state.favourites.append(id)
    case .unfavourite(let id):
      state.favourites.removeAll { $0 == id }
    case .duplicate(let id):
      guard let task = state.all[id: id] else { return }
      state.all.add(TaskItem(id: "\(ReplayInputs.uuid())", title: task.title, notes: task.notes, due: task.due))
    case .remove(let id):
      state.all.remove(id)
      state.favourites.removeAll { $0 == id }
    case .removeCompleted:
      state.all.removeAll { $0.completed != nil }
      state.favourites = state.favourites.filter { state.all.contains(id: $0) }
    }
  }
}
