// Code of the guide to `@Observable` models. The lines between two markers appear in `docs/guides/stores.md`; SnippetTests
// compares them.

import CommandLineKit
import Dispatch
import Expectations
import Observation
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import Synchronization
import Testing

struct Basket: Codable, Equatable {
  var items: [String: Int] = [:]
}

enum BasketAction: Codable {
  case add(String)
  case clear
}

enum BasketApp: ReplayableApp {
  static let name = "basket"
  static var initialState: Basket { Basket() }

  static func reduce(_ basket: inout Basket, _ action: BasketAction) {
    switch action {
    case .add(let item): basket.items[item, default: 0] += 1
    case .clear: basket.items = [:]
    }
  }
}

// docs/guides/stores.md: model
@MainActor @Observable final class BasketModel {
  private(set) var basket = Basket()
  @ObservationIgnored private let recorded: (inout Basket, BasketAction) -> Void

  init(recorder: Recorder) {
    recorded = recorder.recording(BasketApp.reduce)
  }

  func send(_ action: BasketAction) {
    recorded(&basket, action)
  }
}
// docs/guides/stores.md: end

enum PlayerAction {
  case enqueue(String)
  case play
}

// docs/guides/stores.md: class
@MainActor @Observable final class PlayerModel {
  private(set) var queue: [String] = []
  private(set) var isPlaying = false
  @ObservationIgnored private let recorder: Recorder

  init(recorder: Recorder) {
    self.recorder = recorder
  }

  func send(_ action: PlayerAction) {
    recorder.record(action, reflecting: self) { apply(action) }
  }

  private func apply(_ action: PlayerAction) {
    switch action {
    case .enqueue(let song): queue.append(song)
    case .play: isPlaying = true
    }
  }
}
// docs/guides/stores.md: end

@MainActor @Observable final class MixerModel {
  var level = 0
  @ObservationIgnored private let queue = DispatchQueue(label: "mixer")
}

// docs/guides/stores.md: word
extension MixerModel: ReadByReflection {}
// docs/guides/stores.md: end

@Suite("Guide: Observable models") @MainActor struct ObservableTests {
  private let file: RecordedFile

  init() throws { file = try RecordedFile() }

  @Test func `a struct state is recorded and verifies, and observers see its changes`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: BasketApp.name))
    let model = BasketModel(recorder: recorder)
    let changes = Mutex(0)
    withObservationTracking {
      _ = model.basket
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    model.send(.add("tea"))
    model.send(.add("tea"))
    model.send(.clear)
    recorder.close()
    expectEqual(changes.withLock { $0 }, 1)
    expectEqual(model.basket, Basket())
    try expectEqual(Replayer<BasketApp>(path: file.path).state(at: 2), Basket(items: ["tea": 2]))
    #expect(file.verify(BasketApp.self) == (.fine, "ok FILE: 3 actions, 4 states proven, 1 session, closed\n"))
  }

  @Test func `a state that is a class is recorded for inspection`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "player"))
    let model = PlayerModel(recorder: recorder)
    model.send(.enqueue("Ode"))
    model.send(.play)
    recorder.close()
    #expect((model.queue, model.isPlaying) == (["Ode"], true))
    try expectEqual(file.actions(), ["enqueue inspect-only /queue", "play inspect-only /isPlaying"])
    expectEqual(
      file.output("show", "FILE@0", app: BasketApp.self),
      """
      {
        "queue": [],
        "isPlaying": false,
        "recorder": {
          "$opaque": "Recorder"
        }
      }

      """)
    let verified = InspectorTool.capture(["verify", file.path], apps: [])
    expectEqual(verified.exitCode, .reducer)
    expectEqual(
      verified.errorOutput.replacing(file.path, with: "FILE"),
      """
      FILE:1: error: the journal is for reading only: its actions or states can't be decoded, so no tool can \
      replay it
        To enable replay, make the types of the actions and the state Codable. To read every state as it is, record with \
      RecorderOptions(states: .patches). To check integrity only, add --no-replay.

      """)
    expectEqual(InspectorTool.capture(["verify", "--no-replay", file.path], apps: []).exitCode, .fine)
  }

  @Test func `a class is for reading, even with Codable actions`() throws {
    let recorder = try Recorder(
      path: file.path, app: AppIdentity(name: "player"), options: RecorderOptions(states: .patches))
    let model = PlayerModel(recorder: recorder)
    recorder.record(BasketAction.add("tea"), reflecting: model) { model.send(.enqueue("Ode")) }
    recorder.close()
    let verified = InspectorTool.capture(["verify", file.path], apps: [])
    #expect(verified.errorOutput.contains("so no tool can replay it; its 3 states match"), "\(verified.errorOutput)")
  }

  @Test func `a model with a queue is recorded by the app's word`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "mixer"))
    let model = MixerModel()
    recorder.record(PlayerAction.play, reflecting: model) { model.level = 3 }
    recorder.close()
    try expectEqual(file.actions(), ["play inspect-only /level"])
  }

  @Test func `a self-contained journal shows every state of a class`() throws {
    let recorder = try Recorder(
      path: file.path, app: AppIdentity(name: "player"), options: RecorderOptions(states: .patches))
    let model = PlayerModel(recorder: recorder)
    for song in ["Ode", "Air"] { model.send(.enqueue(song)) }
    model.send(.play)
    recorder.close()
    let shown = (0...3).map {
      file.output("show", "FILE@\($0):/queue", app: BasketApp.self).filter { !$0.isWhitespace }
    }
    expectEqual(shown, ["[]", #"["Ode"]"#, #"["Ode","Air"]"#, #"["Ode","Air"]"#])
    expectEqual(
      InspectorTool.capture(["verify", file.path], apps: []).errorOutput.replacing(file.path, with: "FILE"),
      """
      FILE:1: error: the journal is for reading only: its actions or states can't be decoded, so no tool can \
      replay it; its 4 states match the recorded changes, but no reducer ran
        To enable replay, make the types of the actions and the state Codable. To check integrity only, add --no-replay.

      """)
  }
}
