import ReduxReplay
package import Tracker

/// The Tracker sample with a faulty first draft of item updates: the project's date isn't updated.
package enum ForgetfulTrackerApp: ReplayableApp {
  package static let name = TrackerApp.name
  package static var version: String? { TrackerApp.version }
  package static var schema: Int? { TrackerApp.schema }
  package static var initialState: TrackerState { TrackerApp.initialState }

  package static func reduce(_ state: inout TrackerState, _ action: TrackerAction) throws {
    guard case .item(.update(let id, let amount, let timestamp, let notes, _)) = action else {
      return try TrackerApp.reduce(&state, action)
    }
    guard var item = state.items[id] else { throw TrackerError.noSuchItem(id) }
    if let amount { item.amount = amount }
    if let timestamp { item.timestamp = timestamp }
    if let notes { item.notes = notes }
    state.items[id] = item
  }
}
