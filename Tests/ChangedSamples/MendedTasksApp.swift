import ReduxReplay
package import Tasks

/// Version 1.0 of the Tasks sample as the tutorial mends it: the copies follow `edit`, too.
package enum MendedTasksApp: ReplayableApp {
  package typealias State = CopyingTasksApp.State

  package static let name = CopyingTasksApp.name
  package static let version = CopyingTasksApp.version
  package static let schema = CopyingTasksApp.schema
  package static var initialState: State { CopyingTasksApp.initialState }

  package static func reduce(_ state: inout State, _ action: AppAction) {
    CopyingTasksApp.reduce(&state, action)
    if case .tasks(.edit(let id, _, _)) = action { state.tasks.updateCopy(of: id) }
  }
}
