import ReduxJournal
import ReduxRecorder
import TestSupport

/// A journal of a generated session.
struct TodoJournal {
  /// The number of items in the state.
  let items: Int
  /// The number of actions.
  let actions: Int
  /// The number of actions, the last among them, in whose place the session adds an item of its own.
  var planted = 0

  /// Records the journal.
  ///
  /// By default, it writes each due snapshot, however long that takes, as `reduxlog index` would.
  ///
  /// - Throws: The first error.
  func record(to path: String, snapshotBudget: Duration = .seconds(60)) throws {
    let recorder = try Recorder(
      path: path, app: AppIdentity(name: TodoApp.name),
      options: RecorderOptions(durability: .buffered(bytes: 1 << 20), snapshotBudget: snapshotBudget))
    let reduce = recorder.recording(TodoState.reduce)
    var state = TodoState()
    let planted = plantedPlaces
    for (number, action) in TodoSession(itemCount: items).prefix(actions).enumerated() {
      let place = planted.firstIndex(of: number)
      reduce(&state, place.map { .add(TodoItem(TodoJournal.plantedID($0))) } ?? action)
    }
    recorder.close()
  }

  /// The condition that not all planted items are there, which the last action makes false.
  var condition: String {
    "!(" + (0..<planted).map { #"$.items.entities["\#(TodoJournal.plantedID($0))"]"# }.joined(separator: " && ") + ")"
  }

  private static func plantedID(_ place: Int) -> Int { 1_000_000_000 + place }

  private var plantedPlaces: [Int] {
    guard planted > 0 else { return [] }
    var generator = SeededGenerator(seed: 7)
    var places: Set = [actions - 1]
    while places.count < min(planted, actions - 1) {
      places.insert(Int.random(in: 1..<actions, using: &generator))
    }
    return places.sorted()
  }
}
