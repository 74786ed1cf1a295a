import ReduxReplay
import StateTree
import TestSupport
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

/// A session in the sample's `Sessions` folder.
struct RecordedSession {
  /// A year of use, from before there were screens.
  static let year = RecordedSession(name: "year")
  /// An evening, with all the ways between the screens.
  static let evening = RecordedSession(name: "evening")

  /// The journal of the evening, recorded by an app with a mistake in it.
  static let forgottenDate = sample.appending(path: "Bugs/forgotten-date.jsonl").path(percentEncoded: false)

  let name: String

  /// The journal.
  var journal: String { folder.appending(path: "\(name).jsonl").path(percentEncoded: false) }

  /// The lines of the actions, without their ends.
  func lines() throws -> [String] {
    let file = folder.appending(path: "\(name).actions.jsonl")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }

  /// The actions, read as `reduxlog record` reads them.
  func actions() throws -> [TrackerAction] {
    try lines().map { line in
      try TrackerApp.actions.decode(written: JSONDocument(Array(line.utf8)).root)
    }
  }

  /// The state at the end.
  func finalState() throws -> TrackerState {
    var state = TrackerApp.initialState
    for action in try actions() { try TrackerApp.reduce(&state, action) }
    return state
  }

  private var folder: URL { RecordedSession.sample.appending(path: "Sessions") }

  private static let sample = Repository.url("Samples/Tracker")
}
