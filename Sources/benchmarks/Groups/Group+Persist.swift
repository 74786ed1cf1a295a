import ReduxPersistence
import TestSupport

extension Group {
  private static let naive =
    "writing all of it with JSONEncoder to a file after every action, on the dispatching thread"

  /// The cost of storing the state in files.
  static func persist(_ effort: Effort) -> Group {
    let count = Figure.count(effort.items)
    return Group([
      RowDescription(
        "persist/dispatch", "a dispatch at \(count) stored entities, written when the app is quiet", unit: "µs",
        against: naive, goal: .ratioAtLeast(1000)),
      RowDescription(
        "persist/file", "an action with its change written to a file before the next action", unit: "µs",
        against: naive, goal: .ratioAtLeast(5)),
    ]) { conditions in
      let never = Duration.seconds(3600)
      let quiet = try KeptStore(
        items: effort.items, in: conditions.path("quiet"), storing: .afterQuiet(never, atMost: never))
      let asked = try KeptStore(items: effort.items, in: conditions.path("asked"), storing: .after { _ in false })
      var naive = NaiveKeeper(items: effort.items, path: conditions.path("naive.json"))
      var session = TitleSession(itemCount: effort.items)
      let few = max(2, effort.dispatches / 1000)
      let samples = try Rounds(count: effort.rounds).measure(
        { try naive.dispatch(session.next(few)) },
        { try quiet.dispatch(session.next(effort.dispatches / 10), flushing: false) },
        { try asked.dispatch(session.next(few), flushing: true) })
      return samples.dropFirst().map { Measurement($0, against: samples[0]) }
    }
  }

  /// The cost of a launch.
  static func restore(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "persist/restore", "a launch with \(Figure.count(effort.items)) entities in a file", unit: "ms",
        against: "JSONDecoder", goal: .ratioAtLeast(3))
    ]) { conditions in
      let path = conditions.path("restored")
      _ = try KeptStore(items: effort.items, in: path, storing: .after { _ in false })
      var naive = NaiveKeeper(items: effort.items, path: conditions.path("naive.json"))
      var session = TitleSession(itemCount: effort.items)
      _ = try naive.dispatch(session.next(1))
      let samples = try Rounds(count: effort.rounds).measure(
        { try KeptStore.launch(items: effort.items, in: path) }, { try naive.restore() })
      return [Measurement(samples[0], against: samples[1])]
    }
  }

  #if SQLite
    /// The cost of storing the state in a database.
    static func persistRows(_ effort: Effort) -> Group {
      Group([
        RowDescription(
          "persist/sqlite",
          "an action with its change written to a row of \(Figure.count(effort.items)) before the next action",
          unit: "µs", against: naive, goal: .ratioAtLeast(500))
      ]) { conditions in
        let asked = try KeptStore(
          items: effort.items, inDatabase: conditions.path("todo.sqlite"), storing: .after { _ in false })
        var naive = NaiveKeeper(items: effort.items, path: conditions.path("naive.json"))
        var session = TitleSession(itemCount: effort.items)
        let samples = try Rounds(count: effort.rounds).measure(
          { try naive.dispatch(session.next(max(2, effort.dispatches / 1000))) },
          { try asked.dispatch(session.next(100), flushing: true) })
        return [Measurement(samples[1], against: samples[0])]
      }
    }
  #else
    static func persistRows(_: Effort) -> Group { Group([]) { _ in [] } }
  #endif
}

/// New titles for random items: each action changes the state.
private struct TitleSession {
  let itemCount: Int
  private var generator = SeededGenerator(seed: 3)
  private var number = 0

  init(itemCount: Int) { self.itemCount = itemCount }

  mutating func next(_ count: Int) -> [TodoAction] {
    (0..<count).map { _ in
      number += 1
      return .setTitle(
        id: Int.random(in: 0..<itemCount, using: &generator), title: TodoItem.title(itemCount + number))
    }
  }
}
