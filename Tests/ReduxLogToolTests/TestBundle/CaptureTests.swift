import CommandLineKit
import Expectations
import Foundation
import ReduxLogTool
import ReduxReplay
import Synchronization
import TestSupport
import Testing

/// The tool in another program's process: its output is a value, and it doesn't change the process.
struct CaptureTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "cart.jsonl")
    let actions = ["add", "add", "clear"].map {
      $0 == "add" ? #"{"add":{"_0":"apple","count":2}}"# : #"{"clear":{}}"#
    }
    let recorded = InspectorTool.capture(
      ["record", "-o", path, "--app", "cart"], apps: [CartApp.self], input: actions.joined(separator: "\n"))
    expectEqual(recorded.exitCode, .fine, "\(recorded)")
  }

  /// The cart with a bug: clearing it does nothing.
  private enum ChangedCartApp: ReplayableApp {
    static let name = CartApp.name
    static var initialState: Cart { Cart() }

    static func reduce(_ cart: inout Cart, _ action: CartAction) {
      if case .clear = action { return }
      CartApp.reduce(&cart, action)
    }
  }

  @Test func `data and messages are separate, and so is the exit code`() {
    expectEqual(
      InspectorTool.capture(["show", "\(path)@2"], apps: [CartApp.self]),
      InspectorRun(exitCode: .fine, output: "{\n  \"items\": {\n    \"apple\": 4\n  }\n}\n", errorOutput: ""))
    let diverging = InspectorTool.capture(["verify", path], apps: [ChangedCartApp.self])
    expectEqual(diverging.exitCode, .finding)
    expectEqual(diverging.output, "diverged \(path): at state 3\n")
    #expect(diverging.errorOutput.contains("error: replay diverges at state 3: clear leads to a different state"))
  }

  @Test func `a failing test shows all output`() {
    let run = InspectorTool.capture(["shwo", path], apps: [])
    expectEqual(
      "\(run)",
      """
      exit code 64 (The command line is wrong.)
      reduxlog: error: unknown command 'shwo'; did you mean 'show'?
        see 'reduxlog help'

      """)
  }

  /// A cart that counts in which process its reducer runs.
  private enum CountingCartApp: ReplayableApp {
    static let name = CartApp.name
    static var initialState: Cart { Cart() }
    static let count = Mutex(0)

    static func reduce(_ cart: inout Cart, _ action: CartAction) {
      count.withLock { $0 += 1 }
      CartApp.reduce(&cart, action)
    }
  }

  @Test func `reducers run in the process of the test`() {
    let run = InspectorTool.capture(["verify", path, "--jobs", "1"], apps: [CountingCartApp.self])
    expectEqual(run.exitCode, .fine, "\(run)")
    expectEqual(CountingCartApp.count.withLock { $0 }, 3)
  }

  @Test(arguments: [["verify"], ["replay"], ["show"]]) func `no signal is taken over`(command: [String]) {
    let signals = [SIGINT, SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]
    let before = signals.map(handler)
    expectEqual(InspectorTool.capture(command + [path], apps: [CartApp.self]).exitCode, .fine)
    expectEqual(signals.map(handler), before)
  }

  /// The address of a signal's handler, with which the system's description of it begins.
  private func handler(of signal: Int32) -> UInt {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return withUnsafeBytes(of: action) { $0.load(as: UInt.self) }
  }
}
