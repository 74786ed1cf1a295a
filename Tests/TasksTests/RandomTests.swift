import StateCoding
import StateTable
import Tasks
import TestSupport
import Testing

/// Random actions, the same in each run.
private struct RandomActions: Sequence, IteratorProtocol {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> AppAction? {
    let id = "\(Int.random(in: 0..<12, using: &generator))"
    let title = "title \(Int.random(in: 0..<1000, using: &generator))"
    let day = ("2026-03-02" as Day).advanced(by: Int.random(in: 0..<21, using: &generator))
    switch Int.random(in: 0..<40, using: &generator) {
    case 0..<10: return .tasks(.add(id: id, title: title, due: day))
    case 10..<15: return .tasks(.edit(id: id, title: title))
    case 15..<18: return .tasks(.schedule(id: id, due: day))
    case 18..<23: return .tasks(.complete(id: id, on: day))
    case 23..<25: return .tasks(.reopen(id: id))
    case 25..<27: return .tasks(.move(id: id, to: Int.random(in: -1..<14, using: &generator)))
    case 27..<31: return .tasks(.favourite(id: id))
    case 31..<33: return .tasks(.unfavourite(id: id))
    case 33..<35: return .tasks(.remove(id: id))
    case 35: return .tasks(.removeCompleted)
    case 36: return .calendar(.show(day))
    case 37: return .calendar(.turn(weeks: Int.random(in: -2...2, using: &generator)))
    case 38: return .settings(.sort(by: [.manual, .due, .title].randomElement(using: &generator) ?? .manual))
    default: return .settings(.beginWeek(on: Weekday.allCases.randomElement(using: &generator) ?? .monday))
    }
  }
}

@Suite("Random actions")
struct RandomTests {
  @Test(arguments: UInt64(1)...4)
  func `all screens show a task alike and nothing else`(seed: UInt64) throws {
    var state = AppState()
    for (number, action) in RandomActions(seed: seed).prefix(250).enumerated() {
      TasksApp.reduce(&state, action)
      let place: Comment = "seed \(seed), action \(number + 1): \(action)"
      let rows = Dictionary(uniqueKeysWithValues: state.list.map { ($0.id, $0) })
      try #require(Set(rows.keys) == Set(state.tasks.all.map(\.id)), place)
      try #require(state.list.allSatisfy { state.detail(of: $0.id)?.row == $0 }, place)
      try #require(state.favourites == state.tasks.favourites.compactMap { rows[$0] }, place)
      try #require(Set(state.favourites) == Set(rows.values.filter(\.isFavourite)), place)
      for day in state.week {
        try #require(Set(day.rows) == Set(rows.values.filter { $0.due == day.day }), place)
      }
    }
  }

  @Test(arguments: UInt64(1)...4)
  func `trends count completed tasks, even deleted ones`(seed: UInt64) throws {
    var state = AppState()
    var gone: [Day] = []
    for (number, action) in RandomActions(seed: seed).prefix(250).enumerated() {
      let before = state.tasks.all
      TasksApp.reduce(&state, action)
      gone += before.filter { !state.tasks.all.contains(id: $0.id) }.compactMap(\.completed)
      let expected = (gone + state.tasks.all.compactMap(\.completed)).reduce(into: [:]) { $0[$1, default: 0] += 1 }
      let counted = Dictionary(uniqueKeysWithValues: state.trends.days.map { ($0.day, $0.completed) })
      try #require(counted == expected, "seed \(seed), action \(number + 1): \(action)")
    }
  }

  @Test(arguments: UInt64(1)...4)
  func `a decoded state reduces to the same states with the same hashes`(seed: UInt64) throws {
    let actions = Array(RandomActions(seed: seed).prefix(300))
    var state = AppState()
    for action in actions.prefix(200) { TasksApp.reduce(&state, action) }
    var restored = try StateDecoder().decode(AppState.self, from: StateEncoder().encode(state))
    for (number, action) in actions.enumerated().dropFirst(200) {
      let (hash, restoredHash) = (try StateEncoder().hash(state), try StateEncoder().hash(restored))
      try #require(restored == state, "seed \(seed), state \(number)")
      try #require(restoredHash == hash, "seed \(seed), state \(number)")
      TasksApp.reduce(&state, action)
      TasksApp.reduce(&restored, action)
    }
  }
}
