import Tasks

/// The sample's tasks as a baseline without normalisation: an array with copies for each screen.
struct TaskArrays: Codable, Sendable {
  enum Action: Codable, Sendable {
    /// Fills the state, so that a session's first state can be empty.
    case fill(count: Int)
    case edit(id: TaskItem.ID, title: String)
  }

  var list: [TaskItem] = []
  var calendar: [TaskItem] = []
  var favourites: [TaskItem] = []

  /// The root reducer, which updates every copy.
  static func reduce(_ state: inout TaskArrays, _ action: Action) {
    switch action {
    case .fill(let count):
      state.list = (0..<count).map(TaskEdits.task)
      state.calendar = state.list.filter { $0.due != nil }
      state.favourites = Array(state.list[TaskEdits.favourites])
    case .edit(let id, let title):
      setTitle(title, of: id, in: &state.list)
      setTitle(title, of: id, in: &state.calendar)
      setTitle(title, of: id, in: &state.favourites)
    }
  }

  private static func setTitle(_ title: String, of id: TaskItem.ID, in tasks: inout [TaskItem]) {
    guard let index = tasks.firstIndex(where: { $0.id == id }) else { return }
    tasks[index].title = title
  }
}
