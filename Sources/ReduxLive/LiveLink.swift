import LiveProtocol
import ReduxJournal
import ReduxRecorder
import Synchronization
import SystemSupport

/// The thread of a live session: connects, sends the journal, and passes commands on.
final class LiveLink: Sendable {
  /// A command that waits for the actor of the store.
  final class Request: Sendable {
    let command: LiveCommand
    fileprivate let arrived: Int
    private let isTaken = Atomic(false)

    fileprivate init(_ command: LiveCommand) {
      self.command = command
      arrived = Platform.nanoseconds()
    }

    /// Takes the command; `false` if it is answered already.
    func begin() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
  }

  private struct Shared {
    var answers: [LiveAnswer] = []
    var isStopped = false
    /// The writing end of the pipe that ends a wait.
    var alarm: Int32?
    var isConnected = false
    /// Whether the app shows an earlier state, as far as the last answer says.
    var isAway = false

    /// Ends the wait of the thread.
    func ring() {
      if let alarm { _ = try? Platform.write([0], to: alarm) }
    }
  }

  /// The time in which the store's actor must begin a command.
  private static let patience = 3_000_000_000
  /// The time between attempts to connect, and the time without a connection after which the app returns to the head.
  private static let pause = Duration.milliseconds(500)
  private static let homesickness = 2_000_000_000
  /// The interval of heartbeats, and the silence after which a connection counts as broken.
  private static let heartbeat = 1_000_000_000
  private static let silence = 5_000_000_000
  /// The time between looks at the file.
  private static let interval = Duration.milliseconds(20)
  private static let pieceByteCount = 1 << 16

  private let address: LiveAddress
  private let hello: LiveHello
  private let source: Recorder.Source
  private let flush: @Sendable () -> Void
  private let requests: AsyncStream<Request>.Continuation
  private let shared = Mutex(Shared())

  init(
    to address: LiveAddress, _ hello: LiveHello, _ source: Recorder.Source, _ recorder: Recorder,
    _ requests: AsyncStream<Request>.Continuation
  ) {
    self.address = address
    self.hello = hello
    self.source = source
    self.requests = requests
    // The session must not keep the journal open.
    flush = { [weak recorder] in try? recorder?.flush() }
  }

  func start() { Platform.onNewThread { [self] in run() } }

  func stop() {
    requests.finish()
    shared.withLock { shared in
      shared.isStopped = true
      shared.ring()
    }
  }

  /// Passes the answer to a command on.
  func answer(_ request: Request, failure: String?, _ status: LiveStatus?) {
    shared.withLock { shared in
      if let status { shared.isAway = !status.isAtHead }
      guard request.command.number > 0 else { return }
      shared.answers.append(LiveAnswer(number: request.command.number, failure: failure, status: status))
      shared.ring()
    }
  }

  /// Whether the tool has proved itself and knows the journal.
  var isConnected: Bool { shared.withLock { $0.isConnected } }

  private var isStopped: Bool { shared.withLock { $0.isStopped } }

  // MARK: The thread

  private func run() {
    var lost: Int? = Platform.nanoseconds()
    var hasReported = false
    while !isStopped {
      do {
        try connect {
          lost = nil
          hasReported = false
        }
      } catch {
        if !hasReported { report(error, isLost: lost == nil) }
        hasReported = true
      }
      lost = lost ?? Platform.nanoseconds()
      if let since = lost, Platform.nanoseconds() - since > LiveLink.homesickness, shared.withLock({ $0.isAway }) {
        requests.yield(Request(LiveCommand(number: 0, .head)))
      }
      if !isStopped { Platform.sleep(LiveLink.pause) }
    }
  }

  private func report(_ error: any Error, isLost: Bool) {
    let what =
      isLost ? "the connection to 'reduxlog live' ended" : "no connection to 127.0.0.1:\(address.port): \(error)"
    Platform.write(
      "reduxlog: \(what); the app goes on and tries again (reported once)\n", to: Platform.standardError)
  }

  /// Connects, and serves the connection until it ends.
  private func connect(_ hasConnected: () -> Void) throws {
    let socket = try Platform.connect(port: address.port)
    defer { Platform.closeDescriptor(socket) }
    let alarm = try Platform.makePipe()
    shared.withLock { $0.alarm = alarm.writing }
    defer {
      shared.withLock { $0.alarm = nil }
      Platform.closeDescriptor(alarm.writing)
      Platform.closeDescriptor(alarm.reading)
    }
    var connection = LiveConnection(socket: socket, alarm: alarm.reading)
    try connection.greet(address.key, hello)
    hasConnected()
    let welcome = try connection.welcome()
    shared.withLock { $0.isConnected = true }
    defer { shared.withLock { $0.isConnected = false } }
    var follower = JournalFollower(path: source.path, journal: source.journal, cuts: source.cuts)
    if case .differs(let cut) = try follower.start(after: welcome.copy) {
      try connection.send(LiveFrame(.piece, cut.payload))
    }
    try serve(&connection, &follower)
  }

  private func serve(_ connection: inout LiveConnection, _ follower: inout JournalFollower) throws {
    var waiting: [Request] = []
    var lastHeartbeat = 0
    var lastFlush = 0
    while true {
      let stops = isStopped
      let now = Platform.nanoseconds()
      if source.isBuffered, now - lastFlush > 100_000_000 {
        lastFlush = now
        flush()
      }
      // Only what the tool has taken is read on, so that no queue grows.
      while connection.isIdle, let piece = try follower.next(atMost: LiveLink.pieceByteCount) {
        try connection.send(LiveFrame(.piece, piece.payload))
      }
      for answer in shared.withLock({ shared in
        defer { shared.answers = [] }
        return shared.answers
      }) {
        waiting.removeAll { $0.command.number == answer.number }
        try connection.send(LiveFrame(.answer, message: answer))
      }
      if connection.isIdle, now - lastHeartbeat > LiveLink.heartbeat {
        lastHeartbeat = now
        try connection.send(LiveFrame(.heartbeat))
      }
      if stops { return }
      try connection.wait(LiveLink.interval)
      guard now - connection.lastInput < LiveLink.silence else { throw LiveError.silent }
      while let frame = try connection.next() {
        guard frame.kind == .command else { continue }
        let request = Request(try frame.message(LiveCommand.self))
        // Only the newest state counts.
        if request.command.deed == .show { giveUp(&waiting, .outdated) { $0.command.deed == .show } }
        waiting.append(request)
        requests.yield(request)
      }
      giveUp(&waiting, .busy) { now - $0.arrived > LiveLink.patience }
    }
  }

  /// Answers commands that the store's actor hasn't begun.
  private func giveUp(_ waiting: inout [Request], _ reason: LiveCommandError, _ isAffected: (Request) -> Bool) {
    for request in waiting where isAffected(request) && request.begin() {
      answer(request, failure: "\(reason)", nil)
    }
  }
}
