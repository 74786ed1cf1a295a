import CommandLineKit
import Expectations
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import StateCoding
import TestSupport
import Testing

/// `verify` on journals of an app whose reducer uses inputs.
struct UndeclaredInputsTests {
  private enum DrawingApp: ReplayableApp {
    struct State: Codable {
      var count = 0
      var drawn: [Int] = []
    }

    enum Action: String, Codable { case count, draw }

    static let name = "drawing"
    static let usesInputs = true
    static var initialState: State { State() }

    static func reduce(_ state: inout State, _ action: Action) {
      switch action {
      case .count: state.count += 1
      case .draw: state.drawn.append(ReplayInputs.random(in: 0 ... .max))
      }
    }
  }

  private func verify(_ actions: [DrawingApp.Action], inputs: Bool) throws -> CallResult {
    let tool = try ToolFixture().with(apps: [DrawingApp.self])
    let recorder = try Recorder(
      path: tool.folder.path(of: "j"), app: AppIdentity(DrawingApp.self),
      options: RecorderOptions(inputs: inputs)
    ) { _ in }
    let reduce = recorder.recording(DrawingApp.reduce)
    var state = DrawingApp.initialState
    for action in actions { reduce(&state, action) }
    recorder.close()
    return tool.run("verify DIR/j --keep-going")
  }

  @Test func `a divergence of a session without inputs gets one hint`() throws {
    let result = try verify([.count, .draw, .draw], inputs: false)
    expectEqual(result.code, .finding)
    #expect(
      result.errorOutput.hasPrefix(
        """
        DIR/j: warning: the app's reducer uses ReplayInputs, but the session doesn't hold them, so times, ids and random \
        numbers differ in each replay; record with RecorderOptions(inputs: true)
        DIR/j:4: error: replay diverges at state 2: draw leads to a different state than recorded

        """), "\(result)")
    expectEqual(result.errorOutput.split(separator: "ReplayInputs").count, 2)
  }

  @Test func `without a divergence, or with inputs, verify hints at nothing`() throws {
    try expectEqual(verify([.count, .count], inputs: false).errorOutput, "")
    try expectEqual(verify([.count, .draw, .draw], inputs: true).errorOutput, "")
  }
}
