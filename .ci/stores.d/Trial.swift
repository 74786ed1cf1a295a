import Foundation
import ReduxLogTool
import ReduxRecorder
import ReduxReplay

/// The session of all adapters: a list of 100 items, of which each action changes one.
struct Items: Codable, Equatable, Sendable {
  struct Item: Codable, Equatable, Sendable {
    var id: Int
    var title: String
    var isDone = false
  }

  var items = (0..<100).map { Item(id: $0, title: "item \($0)") }
  var selected: Int?

  mutating func rename(_ index: Int, to title: String) { items[index].title = title }
  mutating func toggle(_ index: Int) { items[index].isDone.toggle() }
}

/// Records the session of an adapter's store, or runs the tool for its journals.
struct Trial<App: ReplayableApp> {
  /// Makes a store, and returns what dispatches in it: change `0` renames an item, `1` toggles one, `2` selects one.
  let store: (Recorder?) -> (_ change: Int, _ index: Int) -> Void

  func run() -> Never {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, arguments[1] == "record" else {
      exit(InspectorTool.run(Array(arguments.dropFirst()), apps: [App.self]).rawValue)
    }
    do {
      let plain = session(nil)
      let recorded = try record(arguments[2] + ".jsonl", RecorderOptions(hashing: .everyAction))
      _ = try record(arguments[2] + ".patches.jsonl", RecorderOptions(states: .patches))
      print(String(format: "%.1f %.1f", plain, recorded))
      exit(0)
    } catch {
      print(error)
      exit(1)
    }
  }

  private func record(_ path: String, _ options: RecorderOptions) throws -> Double {
    let recorder = try Recorder(path: path, app: AppIdentity(App.self), options: options)
    defer { recorder.close() }
    return session(recorder)
  }

  /// The microseconds of a dispatch.
  private func session(_ recorder: Recorder?) -> Double {
    let dispatch = store(recorder)
    dispatch(2, 0)
    let time = ContinuousClock().measure {
      for action in 0..<200 { dispatch(action % 3, action * 7 % 100) }
    }
    return time / .microseconds(200)
  }
}
