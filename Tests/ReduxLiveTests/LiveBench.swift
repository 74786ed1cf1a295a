import Foundation
import LiveHost
import LiveProtocol
import ReduxJournal
import ReduxLive
import ReduxRecorder
import ReduxStore
import ReduxTimeTravel
import StateCoding
import StateTree
import SystemSupport
import TestSupport
import Testing

struct Shelf: Codable, Equatable, Sendable {
  var books: [String] = []
}

enum ShelfAction: Codable, Sendable {
  case put(String)
  case remove(Int)
}

let shelfReducer = Reducer<Shelf, ShelfAction> { state, action in
  switch action {
  case .put(let book): state.books.append(book)
  case .remove(let index): if state.books.indices.contains(index) { state.books.remove(at: index) }
  }
}

/// An app with a recorder and a timeline, and the server of the tool, in one process.
final class LiveBench {
  let folder: TemporaryFolder
  let key: JournalKey
  private var running: LiveServer?
  let port: UInt16
  let recorder: Recorder
  let timeline: StoreTimeline<Shelf, ShelfAction>
  private(set) var events: [LiveEvent] = []
  private var session: LiveSession?

  var journalPath: String { folder.path(of: "app/session.jsonl") }
  var mirrorFolder: String { folder.path(of: "tool") }

  init(
    options: RecorderOptions = RecorderOptions(hashing: .everyAction), maximumByteCount: Int = 16 << 30
  ) throws {
    folder = try TemporaryFolder()
    key = try JournalKey(bytes: LiveHandshake.random())
    try Platform.makeFolder(folder.path(of: "app"))
    try Platform.makeFolder(folder.path(of: "tool"))
    let tool = folder.path(of: "tool")
    // The system gives ports from this range to no connection, so the server can be started again at the same one.
    var server: LiveServer?
    for _ in 0..<100 where server == nil {
      server = try? LiveServer(
        port: .random(in: 20_000..<32_000), key: key, folder: tool, patience: .seconds(60),
        maximumByteCount: maximumByteCount)
    }
    port = server?.port ?? 0
    running = server
    let recorder = try Recorder(
      path: folder.path(of: "app/session.jsonl"), app: AppIdentity(name: "shelf"), options: options)
    self.recorder = recorder
    timeline = StoreTimeline(
      initialState: Shelf(), reducer: shelfReducer, live: shelfReducer.wrapped(by: recorder.recording),
      onResume: { recorder.noteReplacedState() })
  }

  deinit { recorder.close() }

  /// Connects the app.
  func connect(with otherKey: JournalKey? = nil) throws {
    let variables = [
      LiveAddress.variable: "127.0.0.1:\(port)",
      LiveAddress.keyVariable: (otherKey ?? key).digits,
    ]
    let timeline = timeline
    session = LiveSession(
      timeline, recorder: recorder, to: try LiveAddress { variables[$0] }, capabilities: ["dispatch"],
      dispatch: { timeline.store.dispatch(try StateDecoder().decode(ShelfAction.self, from: $0)) })
  }

  func disconnect() { session = nil }

  /// Ends the server, and starts it again at the same port with the same key.
  func restartServer() throws {
    stopServer()
    let end = Date(timeIntervalSinceNow: 60)
    while running == nil {
      do {
        running = try LiveServer(port: port, key: key, folder: mirrorFolder, patience: .seconds(60))
      } catch is Platform.SystemError where end > Date() {
        // A process that another test is starting has the sockets of this one until it runs its own program.
        Platform.sleep(.milliseconds(5))
      }
    }
  }

  func stopServer() {
    // An app in an event keeps its copy open.
    events = []
    running = nil
  }

  var server: LiveServer {
    get throws { try #require(running) }
  }

  func put(_ books: String...) { for book in books { timeline.store.dispatch(.put(book)) } }

  /// Serves until a condition holds.
  func serve(within seconds: Double = 120, until isDone: () throws -> Bool) throws {
    let end = Date(timeIntervalSinceNow: seconds)
    while try !isDone() {
      guard end > Date() else { throw NotInTime() }
      events += try server.serve(for: .milliseconds(10))
    }
  }

  /// Serves a few times.
  func serveBriefly() throws {
    var count = 0
    try serve {
      count += 1
      return count > 3
    }
  }

  struct NotInTime: Error {}

  /// Serves until the copy holds as many bytes as the journal.
  func serveUntilCopied() throws {
    try recorder.flush()
    try serve {
      guard let mirror = try server.apps.first?.mirror else { return false }
      return try mirror.byteCount == size(of: journalPath)
    }
  }

  private func size(of path: String) throws -> Int {
    try (JournalFollower.olderSegments(of: path) + [path]).reduce(0) { sum, path in
      try sum + (FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0)
    }
  }

  /// The bytes of the segments of a journal.
  func segments(of path: String) throws -> [Data] {
    try (JournalFollower.olderSegments(of: path) + [path]).map { try Data(contentsOf: URL(filePath: $0)) }
  }

  /// Why connections were refused.
  var refusals: [String] {
    events.compactMap { event in
      if case .refused(let reason) = event { reason } else { nil }
    }
  }

  var mirrorPath: String { "\(mirrorFolder)/\(recorder.source?.journal.text ?? "").jsonl" }

  /// Sends a command, and returns the app's answer.
  ///
  /// Other tests can keep the threads busy on which the app performs it; a command that it didn't begin is sent again.
  func send(_ command: LiveCommand) throws -> LiveAnswer {
    var answer: LiveAnswer?
    while answer == nil || answer?.failure == "the app's main thread is busy" {
      answer = nil
      try server.apps.first?.send(command) { answer = $0 }
      try serve { answer != nil }
    }
    var found = try #require(answer)
    found.number = 0
    return found
  }
}
