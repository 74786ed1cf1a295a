import ReduxReplay
package import ReduxStore
package import StateTable
package import Tasks

/// Version 1.0 of the Tasks sample: favourites were copies of tasks, and some changes missed them.
package enum CopyingTasksApp: ReplayableApp {
  package struct State: Codable, Hashable, Sendable {
    package struct Tasks: Codable, Hashable, Sendable {
      package var all: EntityTable<TaskItem> = []
      package var favourites: [TaskItem] = []
    }

    package var tasks = Tasks()
    package var calendar = CalendarState()
    package var trends = TrendsState()
    package var settings = SettingsState()
  }

  package static let name = TasksApp.name
  package static let version: String? = "1.0"
  package static let schema: Int? = 1
  package static var initialState: State { State() }

  package static func reduce(_ state: inout State, _ action: AppAction) {
    TasksApp.reduce(&state.today, action)
    if case .tasks(let action) = action { favourites(&state.tasks, action) }
  }

  /// Updates the copies with the tasks, though not completely.
  package static let favourites = Reducer<State.Tasks, TasksAction> { state, action in
    switch action {
    case .favourite(let id):
      guard let task = state.all[id: id], !state.favourites.contains(where: { $0.id == id }) else { return }
      state.favourites.append(task)
    case .unfavourite(let id), .remove(let id):
      state.favourites.removeAll { $0.id == id }
    case .removeCompleted:
      state.favourites.removeAll { $0.completed != nil }
    case .schedule(let id, _), .complete(let id, _), .reopen(let id):
      state.updateCopy(of: id)
    case .add, .edit, .move, .duplicate:
      break
    }
  }
}

extension CopyingTasksApp.State.Tasks {
  /// Updates a favourite with its task.
  package mutating func updateCopy(of id: TaskItem.ID) {
    guard let task = all[id: id], let index = favourites.firstIndex(where: { $0.id == id }) else { return }
    favourites[index] = task
  }
}

extension CopyingTasksApp.State {
  /// The state in today's shape, apart from the favourites; everything else was reduced as today.
  fileprivate var today: AppState {
    get { AppState(tasks: TasksState(all: tasks.all), calendar: calendar, trends: trends, settings: settings) }
    set {
      (calendar, trends, settings) = (newValue.calendar, newValue.trends, newValue.settings)
      tasks.all = newValue.tasks.all
    }
  }
}
