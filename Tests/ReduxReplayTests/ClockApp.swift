import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateCoding
import StateTable
import Synchronization

/// A clock that advances with each reading, so that no two runs see the same times.
enum TestClock {
  private static let ticks = Atomic<Int>(1_000_000)

  static func now() -> Int { ticks.add(1, ordering: .relaxed).newValue }
}

struct Film: Codable, Equatable, Identifiable, Sendable {
  var id: String
  var isSeen = false
  var addedToList: Int?
  var password = "hunter2"
}

/// A list of films in which a reducer stores the time.
struct FilmState: Codable, Equatable, Sendable {
  var films: EntityTable<Film> = []
  var lastOpened: Int?
  var opened = 0
  var checked: Int?
  var log: [String] = []
}

enum FilmAction: Codable, Equatable, Sendable {
  case add(String)
  case see(String)
  case open
  case close
  /// Computes a non-volatile value from a volatile one.
  case check
  case write(String)
}

/// An app whose reducer reads the clock.
enum FilmApp: ReplayableApp {
  static let name = "films"
  static var initialState: FilmState { FilmState() }
  static let volatile: [RedactionRules.Pointer] = ["/films/entities/*/addedToList", "/lastOpened"]

  static func reduce(_ state: inout FilmState, _ action: FilmAction) throws {
    switch action {
    case .add(let id): state.films.upsert(Film(id: id, addedToList: TestClock.now()))
    case .see(let id):
      state.films[id: id]?.isSeen = true
      state.films[id: id]?.addedToList = TestClock.now()
    case .open:
      state.lastOpened = TestClock.now()
      state.opened += 1
    case .close: state.lastOpened = nil
    case .check: state.checked = state.lastOpened
    case .write(let text): state.log.append(text)
    }
  }

  /// Records a session with some of everything.
  static let session: [FilmAction] = [
    .add("a"), .open, .add("b"), .see("a"), .write("one"), .open, .see("b"), .close, .add("c"), .open, .write("two"),
    .see("c"),
  ]

  /// Records actions, and returns the resulting states.
  @discardableResult
  static func record(
    _ actions: [FilmAction] = session, to path: String, from state: FilmState = initialState,
    _ options: RecorderOptions = RecorderOptions(volatile: volatile)
  ) throws -> [FilmState] {
    let recorder = try Recorder(path: path, app: AppIdentity(name: name), options: options)
    var state = state
    var states = [state]
    recorder.start(state)
    for action in actions {
      let recorded = recorder.begin(action, in: state)
      try reduce(&state, action)
      recorder.finish(recorded, in: state)
      states.append(state)
    }
    recorder.close()
    return states
  }
}
