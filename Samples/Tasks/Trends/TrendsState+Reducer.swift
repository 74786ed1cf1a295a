public import ReduxStore
import StateTable

extension TrendsState {
  /// Reduces the chart's settings.
  public static let reducer = Reducer<TrendsState, TrendsAction> { state, action in
    switch action {
    case .group(let grouping): state.grouping = grouping
    }
  }

  /// Counts completed tasks and uncounts reopened ones.
  ///
  /// It reads the tasks before the action, so it runs before their own reducer: it counts only a task that was open,
  /// and only the task knows its day.
  public static let completions = Reducer<AppState, TasksAction> { state, action in
    switch action {
    case .complete(let id, let day):
      guard let task = state.tasks.all[id: id], task.completed == nil else { return }
      state.trends.count(on: day)
    case .reopen(let id):
      guard let day = state.tasks.all[id: id]?.completed else { return }
      state.trends.uncount(on: day)
    case .add, .edit, .schedule, .move, .favourite, .unfavourite, .duplicate, .remove, .removeCompleted:
      break
    }
  }
}
