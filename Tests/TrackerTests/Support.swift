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
  /// Creates a time from seconds since the reference date, so that tests count from 0.
  public init(integerLiteral seconds: Int) {
    self.init(timeIntervalSinceReferenceDate: Double(seconds))
  }
}

/// Returns the state after `actions`.
func state(after actions: TrackerAction..., from initial: TrackerState = TrackerState()) throws -> TrackerState {
  var state = initial
  for action in actions { try TrackerApp.reduce(&state, action) }
  return state
}

/// A session in the sample's `Sessions` folder.
struct RecordedSession {
  /// A year of use, from before there were screens.
  static let year = RecordedSession(name: "year")
  /// An evening that uses every transition between the screens.
  static let evening = RecordedSession(name: "evening")

  /// The evening's journal, recorded by a faulty app.
  static let forgottenDate = sample.appending(path: "Bugs/forgotten-date.jsonl").path(percentEncoded: false)

  let name: String

  /// The journal.
  var journal: String { folder.appending(path: "\(name).jsonl").path(percentEncoded: false) }

  /// Returns the actions' lines without line ends.
  func lines() throws -> [String] {
    let file = folder.appending(path: "\(name).actions.jsonl")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }

  /// Returns the actions, decoded as `reduxlog record` decodes them.
  func actions() throws -> [TrackerAction] {
    try lines().map { line in
      try TrackerApp.actions.decode(written: JSONDocument(Array(line.utf8)).root)
    }
  }

  /// Returns the final state.
  func finalState() throws -> TrackerState {
    var state = TrackerApp.initialState
    for action in try actions() { try TrackerApp.reduce(&state, action) }
    return state
  }

  private var folder: URL { RecordedSession.sample.appending(path: "Sessions") }

  private static let sample = Repository.url("Samples/Tracker")
}
