import ReduxReplay
import StateTree
import Tracker

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Date: @retroactive ExpressibleByIntegerLiteral {
  /// Seconds since the reference date, so that specifications can count time from 0.
  public init(integerLiteral seconds: Int) {
    self.init(timeIntervalSinceReferenceDate: Double(seconds))
  }
}

/// The state that `actions` lead to.
func state(after actions: TrackerAction..., from initial: TrackerState = TrackerState()) throws -> TrackerState {
  var state = initial
  for action in actions { try TrackerApp.reduce(&state, action) }
  return state
}

/// A year of use, as the sample's `Sessions` folder has it.
enum Year {
  /// The lines of the file, without their ends.
  static func lines() throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "Samples/Tracker/Sessions/year.actions.jsonl")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }

  /// The actions, read as `reduxlog record` reads them.
  static func actions() throws -> [TrackerAction] {
    try lines().map { line in
      try TrackerApp.actions.decode(written: JSONDocument(Array(line.utf8)).root)
    }
  }

  /// The state at the end of the year.
  static func finalState() throws -> TrackerState {
    var state = TrackerApp.initialState
    for action in try actions() { try TrackerApp.reduce(&state, action) }
    return state
  }
}
