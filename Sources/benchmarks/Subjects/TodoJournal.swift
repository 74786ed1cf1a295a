import Foundation
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import TestSupport

/// A journal of a generated session.
struct TodoJournal {
  /// The number of items in the state.
  let items: Int
  /// The number of actions.
  let actions: Int
  /// How often the session sets another title instead of its own action; `nil` for never.
  var changedEvery: Int?
  /// The number of actions, the last among them, in whose place the session adds an item of its own.
  var planted = 0

  /// Records the journal with so many snapshots after the first, at equal distances.
  ///
  /// - Throws: The first error.
  func record(to path: String, snapshots: Int) throws {
    let plain = path + ".plain"
    try record(to: plain, budget: .zero)
    let file = try JournalFile(path: plain)
    var bytes: [UInt8] = []
    let distance = snapshots == 0 ? Int.max : file.byteCount / (snapshots + 1)
    _ = try Replayer<TodoApp>(file: file).index(every: distance) { _ in
    } write: {
      bytes += $0
    }
    try Data(bytes).write(to: URL(filePath: path))
  }

  /// Records the journal.
  ///
  /// It writes each due snapshot, however long that takes, as `reduxlog index` would.
  ///
  /// - Throws: The first error.
  func record(to path: String) throws { try record(to: path, budget: .seconds(60)) }

  private func record(to path: String, budget: Duration) throws {
    let recorder = try Recorder(
      path: path, app: AppIdentity(name: TodoApp.name),
      options: RecorderOptions(durability: .buffered(bytes: 1 << 20), snapshotBudget: budget))
    let reduce = recorder.recording(TodoState.reduce)
    var state = TodoState()
    let planted = plantedPlaces
    for (number, action) in TodoSession(itemCount: items).prefix(actions).enumerated() {
      if let place = planted.firstIndex(of: number) {
        reduce(&state, .add(TodoItem(TodoJournal.plantedID(place))))
        continue
      }
      let isChanged = changedEvery.map { number % $0 == $0 - 1 } ?? false
      reduce(&state, isChanged ? .setTitle(id: number % items, title: "changed \(number)") : action)
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
