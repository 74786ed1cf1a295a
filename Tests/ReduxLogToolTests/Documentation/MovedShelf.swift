import ReduxReplay
import StateCoding

@testable import ReduxJournal

// Code of the guide to schema changes: an action that moved to another module.

protocol ShelfAction: Codable {}

// docs/guides/schema-changes.md: moved module
// The module ShelfActions:
struct AddBook: ShelfAction {
  var id: Int
  var title: String
}
// docs/guides/schema-changes.md: end

enum MovedShelf: ReplayableApp {
  struct State: Codable { var titles: [String] = [] }

  static let name = "shelf"
  static var initialState: State { State() }
  static var actions: ActionCoding<any ShelfAction> { .found }

  static func reduce(_ state: inout State, _ action: any ShelfAction) {
    if let action = action as? AddBook { state.titles.append(action.title) }
  }

  /// Writes a session from the time before the move.
  static func record(to path: String) throws {
    let writer = try JournalWriter.open(path: path)
    let encoder = StateEncoder()
    var state = initialState
    try writer.writeHeader(app: AppIdentity(MovedShelf.self), started: WallClock(microseconds: 0))
    try writer.writeSnapshot(state: encoder.encode(state), hash: encoder.hash(state))
    for (index, title) in ["Emma", "Dune"].enumerated() {
      let action = AddBook(id: index + 1, title: title)
      try writer.beginAction(
        ActionHead(
          at: 0, type: "AddBook", swiftType: "AddBook", module: "ShelfApp", action: encoder.encode(action)))
      reduce(&state, action)
      try writer.finishAction(ActionOutcome(hash: encoder.hash(state)))
    }
    try writer.seal()
    try writer.close()
  }
}
