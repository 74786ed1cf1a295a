import CommandLineKit
import ReduxReplay
import Synchronization

@testable import ReduxLogTool

/// Runs `log --follow`, and interrupts it after enough polls to show the whole journal.
func follow(
  _ arguments: [String], questions: Int = 1000, apps: [any ReplayableApp.Type] = [JSONApp.self],
  isTerminal: Bool = false
) -> CallResult {
  let questions = Questions(limit: questions)
  return reduxlog(
    arguments, commands: CommandTable([LogCommand(pollInterval: .microseconds(10))]), apps: apps,
    isTerminal: isTerminal,
    interruption: Interruption { questions.isLast() })
}

/// Counts the polls.
private final class Questions: Sendable {
  private let left: Mutex<Int>

  init(limit: Int) { left = Mutex(limit) }

  func isLast() -> Bool {
    left.withLock { left in
      left -= 1
      return left < 0
    }
  }
}
