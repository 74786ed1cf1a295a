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
  /// Seconds since the reference date, so that specifications can count time from 0.
  public init(integerLiteral seconds: Int) {
    self.init(timeIntervalSinceReferenceDate: Double(seconds))
  }
}

/// The state that `actions` lead to.
func state(after actions: FeedAction..., from initial: FeedState = FeedState()) -> FeedState {
  var state = initial
  for action in actions { FeedApp.reduce(&state, action) }
  return state
}

/// The files of the sample.
enum Sample {
  static let folder = Repository.path("Samples/Feed")

  /// The actions of a file, read as `reduxlog record` reads them.
  static func actions(_ name: String) throws -> [FeedAction] {
    try Repository.lines("Samples/Feed/\(name).actions.jsonl").map { line in
      try FeedApp.actions.decode(written: JSONDocument(Array(line.utf8)).root)
    }
  }
}

/// Where the state can be kept.
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

/// A run of the app: launched, used and left.
struct Run {
  var actions: [FeedAction]
  /// Whether it is as version 1.0 was, which stored its state when something had come from the server, and at no other time.
  var isFirstVersion = false

  /// Runs the app in a folder, and records it there.
  ///
  /// - Returns: the state that it ended with.
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
      // A person is slower than the disk.
      if isFirstVersion, action.isFetched { try host.save() }
    }
    if isFirstVersion { recorder.close() } else { try host.quit() }
    return host.store.state
  }
}

extension FeedAction {
  /// Whether it brings something from the server.
  fileprivate var isFetched: Bool {
    switch self {
    case .session, .user(.loaded), .feed(.refreshed), .feed(.pageLoaded): true
    default: false
    }
  }
}
