import ReduxReplay
package import Tracker

/// The sample with a line removed: deleting a project leaves its items behind.
package enum ChangedTrackerApp: ReplayableApp {
  package static let name = TrackerApp.name
  package static var initialState: TrackerState { TrackerApp.initialState }

  package static func reduce(_ state: inout TrackerState, _ action: TrackerAction) throws {
    let items = state.items
    try TrackerApp.reduce(&state, action)
    if case .project(.delete) = action { state.items = items }
  }
}
