import Expectations
import ReduxJournal
import ReduxRecorder
import StateTree
import TestSupport
import Testing

/// A state whose encoding leaves out members, as do those of its parts.
private struct Films: Codable {
  var page = 0
  var lists: [String: List] = ["all": List()]
  var genres: [String] = []

  enum CodingKeys: CodingKey { case page, lists }
}

private struct List: Codable {
  var title = "All"
  var kept: Set<Int>?
  var cursor = Cursor.start

  enum CodingKeys: CodingKey { case title }
}

private enum Cursor: Codable {
  case start
  case at(Int)
}

private enum FilmAction {
  case turn
  case setGenres([String])
  case move(to: Int)
  case keep(Int)
}

private func filmReducer(_ films: inout Films, _ action: FilmAction) {
  switch action {
  case .turn: films.page += 1
  case .setGenres(let genres): films.genres = genres
  case .move(let index): films.lists["all"]?.cursor = .at(index)
  case .keep(let id): films.lists["all"]?.kept = [id]
  }
}

struct ReflectingTests {
  private struct Session {
    var user = "mira"
    var token = "tk-4711"
  }

  private struct State {
    var count = 0
    var session = Session()
    var onChange: () -> Void = {}
  }

  private enum Action {
    case add(Int)
    case rename(to: String)
  }

  private static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .add(let number): state.count += number
    case .rename(let name): state.session.user = name
    }
  }

  /// The journal of three actions, without the values that differ between runs.
  private func expectJournal(_ file: TemporaryFile) throws {
    try expectEqual(
      file.actions().map { "\($0.type) \($0.replayability.rawValue) \($0.action.value.compact)" },
      [
        #"add inspect-only {"add":{"_0":1}}"#, #"rename inspect-only {"rename":{"to":"ole"}}"#,
        #"add inspect-only {"add":{"_0":0}}"#,
      ])
    try expectEqual(file.actions().map { $0.changed.map(\.pointer) }, [["/count"], ["/session/user"], []])
    let states = try file.records().compactMap { record -> String? in
      guard case .snapshot(let snapshot) = record else { return nil }
      #expect(!snapshot.isWhole)
      return snapshot.state?.value.compact
    }
    expectEqual(
      states,
      [
        #"{"count":0,"session":{"user":"mira","token":"redacted"},"onChange":{"$opaque":"() -> ()"}}"#
      ])
    #expect(try file.actions().allSatisfy { $0.hash != nil })
    #expect(!(try file.text().contains("tk-4711")))
  }

  private static func rename(_ state: inout State, _ action: Action) -> String {
    reduce(&state, action)
    return "\(state.count)"
  }

  private static func next(_ state: State, _ action: Action) -> State {
    var next = state
    reduce(&next, action)
    return next
  }

  @Test(arguments: RecordingShape.allCases)
  func `one line records each shape of reducer`(_ shape: RecordingShape) throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: unhurried)
    var state = State()
    let actions = [Action.add(1), .rename(to: "ole"), .add(0)]
    switch shape {
    case .inPlace:
      let reduce = recorder.recording(Self.reduce)
      for action in actions { reduce(&state, action) }
    case .inPlaceReturning:
      let reduce = recorder.recording(Self.rename)
      expectEqual(actions.map { reduce(&state, $0) }, ["1", "1", "1"])
    case .inPlaceThrowing:
      let reduce = recorder.recording { (state: inout State, action: Action) throws in Self.reduce(&state, action) }
      for action in actions { try reduce(&state, action) }
    case .inPlaceThrowingAndReturning:
      let reduce = recorder.recording { (state: inout State, action: Action) throws -> String in
        Self.rename(&state, action)
      }
      try expectEqual(actions.map { try reduce(&state, $0) }, ["1", "1", "1"])
    case .nextState:
      let reduce = recorder.recording(Self.next)
      for action in actions { state = reduce(state, action) }
    case .reSwift:
      let reduce = recorder.recording { (action: Action, state: State?) -> State in
        state.map { Self.next($0, action) } ?? State()
      }
      state = reduce(.add(9), nil)
      for action in actions { state = reduce(action, state) }
    }
    recorder.close()
    #expect((state.count, state.session.user) == (1, "ole"))
    #expect(recorder.firstFailure == nil)
    try expectJournal(file)
  }

  @Test func `a reflected state is recorded with the reducer's error`() throws {
    struct Refused: Error {}
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: unhurried)
    let reduce = recorder.recording { (state: inout State, action: Action) throws in
      Self.reduce(&state, action)
      throw Refused()
    }
    var state = State()
    #expect(throws: Refused.self) { try reduce(&state, .add(1)) }
    recorder.close()
    try expectEqual(
      file.actions().map { "\($0.type) \($0.error ?? "-") \($0.changed.map(\.pointer))" },
      [
        #"add ReflectingTests.Refused ["/count"]"#
      ])
  }

  @Test func `a partly Codable state is recorded whole by reflection, in one word`() throws {
    func record(_ wrap: (Recorder) -> (inout Films, FilmAction) -> Void) throws -> (changes: [String], state: String?) {
      let file = try TemporaryFile()
      let recorder = try Recorder(path: file.path, app: counter, options: unhurried)
      let reduce = wrap(recorder)
      var films = Films()
      for action: FilmAction in [.setGenres(["noir"]), .turn, .move(to: 3), .keep(7)] { reduce(&films, action) }
      recorder.close()
      let states = try file.records().compactMap { record -> String? in
        guard case .snapshot(let snapshot) = record else { return nil }
        return snapshot.state?.value.compact
      }
      return (try file.actions().map { $0.changed.map { "\($0.pointer)" }.joined(separator: " ") }, states.first)
    }
    let encoded = try record { $0.recording(filmReducer) }
    expectEqual(encoded.changes, ["", "/page", "", ""])
    expectEqual(encoded.state, #"{"page":0,"lists":{"all":{"title":"All"}}}"#)
    let reflected = try record { recorder in
      // docs/guides/stores.md: reflection
      let reduce = recorder.recording(filmReducer, projecting: Recorder.reflection)
      // docs/guides/stores.md: end
      return reduce
    }
    expectEqual(reflected.changes, ["/genres", "/page", "/lists/all", "/lists/all"])
    expectEqual(reflected.state, #"{"page":0,"lists":{"all":{"title":"All","cursor":{"start":{}}}},"genres":[]}"#)
  }
}
