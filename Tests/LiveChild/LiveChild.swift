// An app for the tests of `live`: a shelf of books in a process of its own, which can be killed inside a reducer.
//
//   LiveChild JOURNAL [--patches]
//
// It reads commands from standard input, a line each, and prints "ready", and what it shows after each. With --patches, it records
// patches also if nothing watches it.
//
//   TITLE      puts a book on the shelf
//   !N         puts N books
//   !N L       puts N books of L letters
//   !draw      puts a book with another random number at each run of the reducer
//   !kill      kills the process inside the reducer, after the journal has the action
//   !show      only prints

import LiveProtocol
import ReduxLive
import ReduxRecorder
import ReduxStore
import ReduxTimeTravel
import StateCoding
import SystemSupport

struct Shelf: Codable, Sendable {
  var books: [String] = []
}

enum ShelfAction: Codable, Sendable {
  case put(String)
  case draw
  case kill
}

@main enum LiveChild {
  static func main() throws { try run() }

  // `main` runs on the main actor, which waits for input.
  private nonisolated static func run() throws {
    var options = RecorderOptions(hashing: .everyAction)
    if CommandLine.arguments.contains("--patches") { options.states = .patches }
    let recorder = try Recorder(
      path: CommandLine.arguments[1], app: AppIdentity(name: "shelf"), options: options)
    let reducer = Reducer<Shelf, ShelfAction> { state, action in
      switch action {
      case .put(let book): state.books = state.books.suffix(9) + [book]
      // A reducer that isn't pure.
      case .draw: state.books.append("\(UInt64.random(in: 0...(.max)))")
      case .kill: Platform.killProcess(Int32(Platform.processID))
      }
    }
    let timeline = StoreTimeline(
      initialState: Shelf(), reducer: reducer, live: reducer.wrapped(by: recorder.recording),
      onResume: { recorder.noteReplacedState() })
    // Not the initializer for apps, which connects only in debug builds.
    let live = LiveSession(
      timeline, recorder: recorder, to: try LiveAddress(Platform.environment), capabilities: ["dispatch"],
      dispatch: { timeline.store.dispatch(try StateDecoder().decode(ShelfAction.self, from: $0)) })
    while Platform.environment(LiveAddress.variable) != nil, !live.isConnected { Platform.sleep(.milliseconds(5)) }
    say("ready")
    while let line = readLine() {
      switch line {
      case "!kill": timeline.store.dispatch(.kill)
      case "!draw": timeline.store.dispatch(.draw)
      case "!show": break
      default:
        let numbers = line.dropFirst().split(separator: " ").compactMap { Int($0) }
        if line.first == "!", let count = numbers.first {
          let letters = String(repeating: "x", count: numbers.count > 1 ? numbers[1] : 0)
          for number in 0..<count { timeline.store.dispatch(.put(letters.isEmpty ? "book \(number)" : letters)) }
        } else {
          timeline.store.dispatch(.put(line))
        }
      }
      say(timeline.store.presentedState.books.joined(separator: ", "))
    }
    withExtendedLifetime(live) {}
  }

  private static func say(_ line: String) { Platform.write("\(line)\n", to: Platform.standardOutput) }
}
