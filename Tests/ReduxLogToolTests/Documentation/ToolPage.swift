// Code of the guide to tools. Lines between two markers are on the page, word for word; SnippetTests compares them.

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

// The page says `@main`, which a test bundle already has.
// docs/guides/tool.md: tool
struct StepsLog {
  static func main() {
    InspectorTool.main(apps: [StepsApp.self])
  }
}
// docs/guides/tool.md: end

// docs/guides/tool.md: test
@Test func `recorded sessions still lead to the same states`() {
  #expect(InspectorTool.run(["verify", "Tests/Journals"], apps: [StepsApp.self]) == .fine)
}
// docs/guides/tool.md: end
