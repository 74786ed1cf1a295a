import Foundation
import ReduxReplay
import StateTree
public import Tasks
import TestSupport

extension Day: ExpressibleByStringLiteral {
  /// Creates the day of a date, so that tests can say `"2026-03-02"`.
  public init(stringLiteral date: String) {
    guard let day = Day(date) else { preconditionFailure("\(date) is no day") }
    self = day
  }
}

/// Returns the state after `actions`.
func state(after actions: AppAction..., from initial: AppState = AppState()) -> AppState {
  var state = initial
  for action in actions { TasksApp.reduce(&state, action) }
  return state
}

/// The sample's files.
enum Sample {
  static func path(_ name: String) -> String {
    Repository.path("Samples/Tasks/\(name)")
  }

  /// Returns a file's lines without line ends.
  static func lines(_ name: String) throws -> [String] {
    let text = try String(contentsOfFile: path(name), encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }

  /// Returns a session's actions, decoded as `reduxlog record` decodes them.
  static func actions(_ name: String) throws -> [AppAction] {
    try lines(name).map { line in
      try TasksApp.actions.decode(written: JSONDocument(Array(line.utf8)).root)
    }
  }
}
