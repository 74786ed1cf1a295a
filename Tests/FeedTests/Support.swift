import Feed
public import Foundation
import ReduxJournal
import ReduxPersistence
import ReduxRecorder
import ReduxReplay
import ReduxStore
import StateTree
import TestSupport

extension Date: @retroactive ExpressibleByIntegerLiteral {
  /// Creates a time from seconds since the reference date, so that tests count from 0.
  public init(integerLiteral seconds: Int) {
    self.init(timeIntervalSinceReferenceDate: Double(seconds))
  }
}

/// Returns the state after `actions`.
func state(after actions: FeedAction..., from initial: FeedState = FeedState()) -> FeedState {
  var state = initial
  for action in actions { FeedApp.reduce(&state, action) }
  return state
}

/// The sample's files.
enum Sample {
  static let folder = Repository.path("Samples/Feed")

  /// Returns a file's actions, decoded as `reduxlog record` decodes them.
  static func actions(_ name: String) throws -> [FeedAction] {
    try Repository.lines("Samples/Feed/\(name).actions.jsonl").map { line in
      try FeedApp.actions.decode(written: JSONDocument(Array(line.utf8)).root)
    }
  }
}

/// A kind of storage.
enum Places: CaseIterable {
  case files
  #if SQLite
    case database
  #endif

  func open(in folder: String) throws -> StatePersistence<FeedState> {
    switch self {
    case .files: try FeedPersistence.inFiles(of: folder)
    #if SQLite
      case .database: try FeedPersistence.inDatabase(of: folder)
    #endif
    }
  }
}

/// A run of the app: launch, actions, and end.
struct Run {
  var actions: [FeedAction]
  /// Whether it runs version 1.0, which stored its state only after data arrived from the server.
  var isFirstVersion = false

  /// Runs the app in a folder and records it there.
  ///
  /// - Returns: The final state.
  @discardableResult
  func go(in folder: TemporaryFolder, _ places: Places = .files) throws -> FeedState {
    let recorder = try Recorder(
      path: folder.path(of: "session.jsonl"),
      app: AppIdentity(
        name: FeedApp.name, version: isFirstVersion ? "1.0" : FeedApp.version, schema: FeedApp.schema))
    let persistence = try places.open(in: folder.path)
    let host: FeedHost
    if isFirstVersion {
      // Samples/Feed/README.md: version 1.0
      host = FeedHost(keeping: persistence, storing: .after(\.isFetched), recorder: recorder)
      // Samples/Feed/README.md: end
    } else {
      host = FeedHost(keeping: persistence, recorder: recorder)
    }
    for action in actions {
      host.store.dispatch(action)
      // A user is slower than the disk.
      if isFirstVersion, action.isFetched { try host.save() }
    }
    if isFirstVersion { recorder.close() } else { try host.quit() }
    return host.store.state
  }
}

extension FeedAction {
  /// Whether it carries data from the server.
  fileprivate var isFetched: Bool {
    switch self {
    case .session, .user(.loaded), .feed(.refreshed), .feed(.pageLoaded): true
    default: false
    }
  }
}
