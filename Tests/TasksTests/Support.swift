import Foundation
import ReduxReplay
import StateTree
public import Tasks
import TestSupport

extension Day: ExpressibleByStringLiteral {
  /// The day with a date, so that specifications can say `"2026-03-02"`.
  public init(stringLiteral date: String) {
    guard let day = Day(date) else { preconditionFailure("\(date) is no day") }
    self = day
  }
}

/// The state that `actions` lead to.
func state(after actions: AppAction..., from initial: AppState = AppState()) -> AppState {
  var state = initial
  for action in actions { TasksApp.reduce(&state, action) }
  return state
}

/// Files of the sample.
enum Sample {
  static func path(_ name: String) -> String {
    Repository.path("Samples/Tasks/\(name)")
  }

  /// The lines of a file, without their ends.
  static func lines(_ name: String) throws -> [String] {
    let text = try String(contentsOfFile: path(name), encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }

  /// The actions of a session, read as `reduxlog record` reads them.
  static func actions(_ name: String) throws -> [AppAction] {
    try lines(name).map { line in
      try TasksApp.actions.decode(written: JSONDocument(Array(line.utf8)).root)
    }
  }
}
