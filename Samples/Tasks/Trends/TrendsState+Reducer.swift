public import ReduxStore
import StateTree

extension TrendsState {
  /// Changes how trends are shown.
  public static let reducer = Reducer<TrendsState, TrendsAction> { state, action in
    switch action {
    case .group(let grouping): state.grouping = grouping
    }
  }

  /// Counts what is completed, and takes back what is reopened.
  ///
  /// It looks at the tasks as they are before the action, and so stands before their own reducer: only a task that was
  /// open is counted, and only the task knows on which day it was.
  public static let completions = Reducer<AppState, TasksAction> { state, action in
    switch action {
    case .complete(let id, let day):
      guard let task = state.tasks.all[id: id], task.completed == nil else { return }
      state.trends.count(on: day)
    case .reopen(let id):
      guard let day = state.tasks.all[id: id]?.completed else { return }
      state.trends.uncount(on: day)
    case .add, .edit, .schedule, .move, .favourite, .unfavourite, .remove, .removeCompleted:
      break
    }
  }
}
