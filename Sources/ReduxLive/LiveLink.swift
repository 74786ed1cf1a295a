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
    /// The connection that it came over, counted from 1.
    fileprivate let connection: Int
    private let isTaken = Atomic(false)

    fileprivate init(_ command: LiveCommand, over connection: Int) {
      self.command = command
      self.connection = connection
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
    /// The number of the connection; 0 while there is none.
    var connection = 0
    /// When the tool last gave a sign of life, in nanoseconds.
    var lastContact = 0
    /// Whether a command has made the app show an earlier state.
    var isAway = false

    /// Ends the wait of the thread.
    func ring() {
      if let alarm { _ = try? Platform.write([0], to: alarm) }
    }
  }

  /// The time in which the store's actor must begin a command.
  private static let patience = 3_000_000_000
  /// The time between attempts to connect.
  private static let pause = 500_000_000
  /// The same if the tool refuses the app.
  private static let pauseAfterRefusal = 5_000_000_000
  /// The silence of the tool after which the app returns to the head.
  private static let returnDelay = 2_000_000_000
  /// The interval of heartbeats, and the silence after which a connection counts as broken.
  private static let heartbeat = 1_000_000_000
  private static let silence = 5_000_000_000
  /// The time between looks at the file.
  private static let interval = Duration.milliseconds(20)
  private static let pieceByteCount = 1 << 16
  /// The most pieces between two looks at what the tool wants.
  private static let piecesAtOnce = 16

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
      if let status, request.command.kind != .status { shared.isAway = !status.isAtHead }
      guard request.connection == shared.connection, request.connection > 0 else { return }
      shared.answers.append(LiveAnswer(number: request.command.number, failure: failure, status: status))
      shared.ring()
    }
  }

  /// Whether the tool has proved itself and knows the journal.
  var isConnected: Bool { shared.withLock { $0.connection > 0 } }

  /// Whether a command has made the app show an earlier state.
  var isAway: Bool { shared.withLock { $0.isAway } }

  private var isStopped: Bool { shared.withLock { $0.isStopped } }

  // MARK: The thread

  private func run() {
    var connections = 0
    var hasReported = false
    var isRefused = false
    while !isStopped {
      var wasServed = false
      var pause = LiveLink.pause
      do {
        connections += 1
        try connect(connections) {
          wasServed = true
          // The tool may refuse it again.
          hasReported = isRefused
        }
      } catch {
        isRefused = if case LiveError.refused = error { true } else { false }
        if isRefused { pause = LiveLink.pauseAfterRefusal }
        if !hasReported { report(error, isLost: wasServed) }
        hasReported = true
      }
      let end = Platform.nanoseconds() + pause
      while !isStopped, Platform.nanoseconds() < end {
        Platform.sleep(.milliseconds(50))
        returnIfLost()
      }
    }
  }

  /// Returns the app to the head if a command has sent it into the past and the tool is silent.
  private func returnIfLost() {
    let isLost = shared.withLock { shared in
      guard shared.isAway, Platform.nanoseconds() - shared.lastContact > LiveLink.returnDelay else { return false }
      shared.isAway = false
      return true
    }
    if isLost { requests.yield(Request(LiveCommand(number: 0, .head), over: 0)) }
  }

  private func report(_ error: any Error, isLost: Bool) {
    var what =
      isLost ? "the connection to 'reduxlog live' ended" : "no connection to 127.0.0.1:\(address.port): \(error)"
    if isLost, case LiveError.refused = error { what += ": \(error)" }
    Platform.write(
      "reduxlog: \(what); the app goes on and tries again (reported once)\n", to: Platform.standardError)
  }

  /// Connects, and serves the connection until it ends.
  private func connect(_ number: Int, _ isServed: () -> Void) throws {
    let socket = try Platform.connect(port: address.port)
    defer { Platform.closeDescriptor(socket) }
    let alarm = try Platform.makePipe()
    shared.withLock { $0.alarm = alarm.writing }
    defer {
      shared.withLock { $0.alarm = nil }
      Platform.closeDescriptor(alarm.writing)
      Platform.closeDescriptor(alarm.reading)
    }
    var connection = LiveConnection(socket: socket, alarm: alarm.reading) { [self] in returnIfLost() }
    try connection.greet(address.key, hello)
    let welcome = try connection.welcome()
    isServed()
    shared.withLock { shared in
      shared.connection = number
      shared.lastContact = Platform.nanoseconds()
    }
    var waiting: [Request] = []
    defer {
      shared.withLock { shared in
        shared.connection = 0
        shared.answers = []
      }
      // The tool has answered for the app that these have failed.
      for request in waiting { _ = request.begin() }
    }
    var follower = JournalFollower(path: source.path, journal: source.journal, cuts: source.cuts)
    do {
      if case .differs(let cut) = try follower.start(after: welcome.copy) {
        try connection.send(LiveFrame(.piece, cut.payload))
      }
      try serve(&connection, number, &follower, &waiting)
    } catch {
      try connection.checkRefusal()
      throw error
    }
  }

  private func serve(
    _ connection: inout LiveConnection, _ number: Int, _ follower: inout JournalFollower, _ waiting: inout [Request]
  ) throws {
    var lastHeartbeat = 0
    var lastFlush = 0
    while true {
      let stops = isStopped
      let now = Platform.nanoseconds()
      if source.isBuffered, now - lastFlush > 100_000_000 {
        lastFlush = now
        flush()
      }
      let isBehind = try sendPieces(of: &follower, over: &connection, untilEnd: stops)
      for answer in shared.withLock({ shared in
        defer { shared.answers = [] }
        return shared.answers
      }) {
        waiting.removeAll { $0.command.number == answer.number }
        try connection.send(LiveFrame(.answer, message: answer))
      }
      if now - lastHeartbeat > LiveLink.heartbeat {
        lastHeartbeat = now
        try connection.send(LiveFrame(.heartbeat))
      }
      if stops { return }
      try connection.wait(isBehind ? .zero : LiveLink.interval)
      shared.withLock { $0.lastContact = connection.lastInput }
      guard Platform.nanoseconds() - connection.lastInput < LiveLink.silence else { throw LiveError.silent }
      while let frame = try connection.next() {
        guard frame.kind == .command else { continue }
        let request = Request(try frame.message(LiveCommand.self), over: number)
        // Only the newest state counts.
        if request.command.showsState { giveUp(&waiting, .outdated) { $0.command.showsState } }
        waiting.append(request)
        requests.yield(request)
      }
      giveUp(&waiting, .busy) { now - $0.arrived > LiveLink.patience }
    }
  }

  /// Sends what is new in the journal, as far as the tool takes it; returns whether there may be more.
  ///
  /// Only what the tool has taken is read on, so that no queue grows.
  private func sendPieces(
    of follower: inout JournalFollower, over connection: inout LiveConnection, untilEnd: Bool
  ) throws -> Bool {
    var count = 0
    while connection.isIdle, untilEnd || count < LiveLink.piecesAtOnce {
      guard let piece = try follower.next(atMost: LiveLink.pieceByteCount) else { return false }
      try connection.send(LiveFrame(.piece, piece.payload))
      count += 1
    }
    return connection.isIdle
  }

  /// Answers commands that the store's actor hasn't begun.
  private func giveUp(_ waiting: inout [Request], _ reason: LiveCommandError, _ isAffected: (Request) -> Bool) {
    for request in waiting where isAffected(request) && request.begin() {
      answer(request, failure: "\(reason)", nil)
    }
  }
}

extension LiveCommand {
  /// Whether it only asks for a state to be shown, so that a later one makes it void.
  fileprivate var showsState: Bool { [.show, .open].contains(kind) }
}
