import LiveProtocol
import ReduxJournal
import SystemSupport

/// An app's connection to the tool.
struct LiveConnection {
  /// The time in which the tool must prove itself.
  private static let patience = 5_000_000_000
  private static let chunkByteCount = 1 << 16

  private let socket: Int32
  private let alarm: Int32
  /// Called after each wait.
  private let hasWaited: () -> Void
  private var sealer: FrameSealer?
  private var opener: FrameOpener?
  private var input: [UInt8] = []
  private var output: ArraySlice<UInt8> = []
  /// When the last bytes arrived, in nanoseconds.
  private(set) var lastInput = Platform.nanoseconds()

  /// - Parameters:
  ///   - socket: The connected socket.
  ///   - alarm: A pipe whose input ends a wait.
  ///   - hasWaited: Called after each wait.
  init(socket: Int32, alarm: Int32, hasWaited: @escaping () -> Void) {
    self.hasWaited = hasWaited
    self.socket = socket
    self.alarm = alarm
  }

  /// Whether the tool has taken all that was sent.
  var isIdle: Bool { output.isEmpty }

  /// Proves both sides to each other, and says hello.
  mutating func greet(_ key: JournalKey, _ hello: LiveHello) throws {
    let random = LiveHandshake.random()
    output = (LiveHandshake.greeting + random)[...]
    try receive(2 * LiveHandshake.byteCount)
    let tool = Array(input[..<LiveHandshake.byteCount])
    let proof = input[LiveHandshake.byteCount..<2 * LiveHandshake.byteCount]
    let handshake = LiveHandshake(key, app: random, tool: tool)
    guard areEqual(handshake.toolProof, proof) else { throw LiveError.notProven }
    output += handshake.appProof
    sealer = handshake.appSealer
    opener = handshake.toolOpener(input[(2 * LiveHandshake.byteCount)...])
    input = []
    try send(LiveFrame(.hello, message: hello))
  }

  /// Waits for the tool's welcome.
  mutating func welcome() throws -> LiveWelcome {
    let start = Platform.nanoseconds()
    while true {
      if let frame = try next() {
        guard frame.kind == .welcome else { throw LiveError.malformed("a welcome") }
        return try frame.message(LiveWelcome.self)
      }
      guard Platform.nanoseconds() - start < LiveConnection.patience else { throw LiveError.silent }
      try wait(.milliseconds(100))
    }
  }

  /// Puts a frame behind what waits to be sent, and sends as much as the tool takes.
  mutating func send(_ frame: LiveFrame) throws {
    guard let bytes = sealer?.seal(frame) else { return }
    output += bytes
    try write()
  }

  /// Returns the next frame that has arrived.
  ///
  /// - Throws: `LiveError`, also if the tool refuses the app.
  mutating func next() throws -> LiveFrame? {
    guard let frame = try opener?.next() else { return nil }
    guard frame.kind != .refusal else { throw LiveError.refused(String(decoding: frame.payload, as: UTF8.self)) }
    return frame
  }

  /// Throws the refusal that the tool sent before it closed a connection that is broken now, if it did.
  mutating func checkRefusal() throws {
    while let bytes = try? Platform.receive(LiveConnection.chunkByteCount, from: socket), !bytes.isEmpty {
      opener?.take(bytes)
    }
    while try next() != nil {}
  }

  /// Waits for input, for the tool to catch up, or for the alarm, and takes what has arrived.
  mutating func wait(_ time: Duration) throws {
    var waiting = [Platform.Waiting(socket, forOutput: !output.isEmpty), Platform.Waiting(alarm)]
    Platform.wait(for: &waiting, time)
    hasWaited()
    if waiting[1].hasInput { _ = try Platform.read(256, from: alarm) }
    try write()
    guard waiting[0].hasInput, let bytes = try Platform.receive(LiveConnection.chunkByteCount, from: socket) else {
      return
    }
    guard !bytes.isEmpty else { throw Platform.SystemError.closed }
    lastInput = Platform.nanoseconds()
    if opener == nil { input += bytes } else { opener?.take(bytes) }
  }

  private mutating func write() throws {
    while !output.isEmpty {
      let count = try Platform.send(output, to: socket)
      if count == 0 { return }
      output = output.dropFirst(count)
    }
    output = []
  }

  private mutating func receive(_ count: Int) throws {
    let start = Platform.nanoseconds()
    while input.count < count {
      guard Platform.nanoseconds() - start < LiveConnection.patience else { throw LiveError.silent }
      try wait(.milliseconds(100))
    }
  }
}
