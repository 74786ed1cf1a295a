import ReduxReplay
package import Tracker

/// The sample with a line removed: deleting a project leaves its items behind.
package enum ChangedTrackerApp: ReplayableApp {
  /// The line that the README removes.
  package static let removedLine = "state.items = state.items.filter { $0.value.projectID != id }"

  package static let name = TrackerApp.name
  package static var initialState: TrackerState { TrackerApp.initialState }

  package static func reduce(_ state: inout TrackerState, _ action: TrackerAction) throws {
    let items = state.items
    try TrackerApp.reduce(&state, action)
    if case .project(.delete) = action { state.items = items }
  }
}
