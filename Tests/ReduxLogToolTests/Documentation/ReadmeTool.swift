// The README's lines for a tool and a test of one's own. What stands between two markers is in the README, word for
// word; `DocumentationTests` holds them equal.

import ReduxLogTool
import ReduxReplay
import Testing

private struct Steps: Codable, Sendable {
  var today = 0
  var history: [Int] = []
}

private enum StepsAction: Codable, Sendable {
  case walk(Int)
  case midnight
}

private enum StepsApp: ReplayableApp {
  static let name = "steps"
  static var initialState: Steps { Steps() }

  static func reduce(_ state: inout Steps, _ action: StepsAction) {
    switch action {
    case .walk(let steps):
      state.today += steps
    case .midnight:
      state.history.append(state.today)
      state.today = 0
    }
  }
}

// In the README it is `@main`, which a bundle of tests has already.
// README: tool
struct StepsLog {
  static func main() {
    InspectorTool.main(apps: [StepsApp.self])
  }
}
// README: end

// README: test
@Test func `recorded sessions still lead to the same states`() {
  #expect(InspectorTool.run(["verify", "Tests/Journals"], apps: [StepsApp.self]) == .fine)
}
// README: end
