// The lines of docs/guides/open.md, which contains the text between two markers; `SnippetTests` holds them equal.

import Expectations
import ReduxRecorder
import ReduxReplay
import ReduxStore
import Testing

private enum TimerApp: ReplayableApp {
  struct State: Codable, Equatable, Sendable { var seconds = 0 }
  enum Action: Codable, Sendable { case tick }
  static let name = "timer"
  static var initialState: State { State() }

  @Sendable static func reduce(_ state: inout State, _ action: Action) { state.seconds += 1 }
}

private enum LoginApp: ReplayableApp {
  struct State: Codable, Sendable { var token = "" }
  enum Action: Codable, Sendable { case logIn(token: String) }
  static let name = "login"
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) {
    if case .logIn(let token) = action { state.token = token }
  }
}

private func tokenOfTestAccount() -> String { "test" }

/// Without variables in the environment, an app begins and runs as usual. `FreshPackageTests` sets them.
struct OpeningGuideTests {
  @Test func `without the variable, a store has its usual state`() throws {
    // docs/guides/open.md: store
    let store = Store(
      initialState: try TimerApp.openedState() ?? TimerApp.initialState, reducer: Reducer(TimerApp.reduce))
    // docs/guides/open.md: end
    expectEqual(store.state, TimerApp.State())
  }

  @Test func `without the variable, no secrets are restored`() throws {
    // docs/guides/open.md: secrets
    let state = try LoginApp.openedState { $0.token = tokenOfTestAccount() }
    // docs/guides/open.md: end
    #expect(state == nil)
  }

  @Test func `without the variable, the app's reducer runs as it is`() throws {
    // docs/guides/open.md: recorder
    let recorder = try Recorder.fromEnvironment(app: AppIdentity(TimerApp.self))
    let reduce = recorder?.recording(TimerApp.reduce) ?? TimerApp.reduce
    // docs/guides/open.md: end
    var state = TimerApp.initialState
    reduce(&state, .tick)
    expectEqual(state.seconds, 1)
    #expect(recorder == nil)
  }
}
