import LiveProtocol
import ReduxJournal
import StateTree
import SystemSupport

/// A connection to the server: of an app, or of HTTP.
final class LivePeer {
  /// The silence of an app after which its connection counts as broken.
  private static let silence = 10_000_000_000
  /// The time in which an app must answer.
  private static let answerTime = 10_000_000_000
  static let chunkByteCount = 1 << 16

  private enum Stage {
    /// The first bytes decide what it is.
    case new
    /// The app must prove itself.
    case greeting(LiveHandshake)
    case app
    case http
    /// A whole request was read.
    case responding
    /// The response goes on as long as the connection.
    case streaming
  }

  let socket: Int32
  /// The app, once it has said hello.
  var app: LiveApp?
  /// Whether to close the connection.
  private(set) var isOver = false
  /// The response, if that is a stream.
  private(set) var stream: LiveStream?
  /// Why it was closed; `nil` if it ended by itself.
  private(set) var failure: String?

  private var stage = Stage.new
  private var input: [UInt8] = []
  private var output: ArraySlice<UInt8> = []
  private var sealer: FrameSealer?
  private var opener: FrameOpener?
  private var endsWhenSent = false
  private var isClosedByPeer = false
  private var began = Platform.nanoseconds()
  /// The nanoseconds for a handshake or a request.
  private let patience: Int
  private var lastInput = Platform.nanoseconds()

  init(_ socket: Int32, patience: Int) {
    self.socket = socket
    self.patience = patience
  }

  /// Whether it waits for bytes. A connection that is being answered gets no second request.
  var takesInput: Bool { if case .responding = stage { false } else { true } }

  /// Whether bytes wait to be sent.
  var hasOutput: Bool { !output.isEmpty || stream?.isBehind == true }

  /// The bytes of a request that isn't whole yet.
  var waitingByteCount: Int { input.count }

  /// Ends the connection.
  func end() { isOver = true }

  /// Ends the connection because of an error.
  func end(with error: any Error) {
    isOver = true
    // An app with another key goes as soon as it has the tool's proof.
    if case .greeting = stage { failure = LiveError.notProven.description }
    // The end of a process is no failure, and browsers connect before they have a request.
    guard let error = error as? any Error & CustomStringConvertible, !(error is Platform.SystemError) else { return }
    switch stage {
    case .new where input.isEmpty, .http, .responding, .streaming: break
    default: failure = error.description
    }
    // The app says why, and doesn't try again at once.
    if case .app = stage, error as? LiveError != .silent {
      try? send(LiveFrame(.refusal, Array(error.description.utf8)))
    }
  }

  /// Takes what has arrived.
  func receive() throws {
    guard let bytes = try Platform.receive(LivePeer.chunkByteCount, from: socket) else { return }
    if bytes.isEmpty {
      isClosedByPeer = true
      // What arrived before is still taken.
      return
    }
    // A connection has one request.
    if stream != nil { throw LiveError.malformed("expected now") }
    lastInput = Platform.nanoseconds()
    if opener == nil { input += bytes } else { opener?.take(bytes) }
  }

  /// Ends connections that take too long, or that the other side has closed.
  func checkTime() throws {
    if isClosedByPeer { throw Platform.SystemError.closed }
    let now = Platform.nanoseconds()
    switch stage {
    case .new, .greeting, .http: if now - began > patience { throw LiveError.silent }
    case .app: if now - lastInput > LivePeer.silence { throw LiveError.silent }
    case .streaming: break
    case .responding where endsWhenSent: if now - began > 2 * LivePeer.answerTime { throw LiveError.silent }
    case .responding:
      if now - began > LivePeer.answerTime { respond(504, ["failure": "the app hasn't answered for ten seconds"]) }
    }
  }

  // MARK: Apps

  /// Goes on with the handshake, as far as bytes have arrived.
  func greet(_ key: JournalKey) throws {
    let greeting = LiveHandshake.greeting
    if case .new = stage {
      let count = min(input.count, greeting.count)
      guard count > 0 else { return }
      guard input[..<count].elementsEqual(greeting[..<count]) else {
        stage = .http
        return
      }
      guard input.count >= greeting.count + LiveHandshake.byteCount else { return }
      let random = LiveHandshake.random()
      let app = Array(input[greeting.count..<greeting.count + LiveHandshake.byteCount])
      let handshake = LiveHandshake(key, app: app, tool: random)
      stage = .greeting(handshake)
      input.removeFirst(greeting.count + LiveHandshake.byteCount)
      output += random + handshake.toolProof
    }
    if case .greeting(let handshake) = stage, input.count >= LiveHandshake.byteCount {
      guard areEqual(handshake.appProof, input[..<LiveHandshake.byteCount]) else { throw LiveError.notProven }
      opener = handshake.appOpener(input[LiveHandshake.byteCount...])
      sealer = handshake.toolSealer
      input = []
      stage = .app
    }
  }

  /// The next frame of a proven app.
  func nextFrame() throws -> LiveFrame? { try opener?.next() }

  func send(_ frame: LiveFrame) throws {
    guard let bytes = sealer?.seal(frame) else { return }
    output += bytes
    try send()
  }

  /// Sends as much as the other side takes.
  func send() throws {
    while !output.isEmpty {
      let count = try Platform.send(output, to: socket)
      if count == 0 { return }
      output = output.dropFirst(count)
    }
    output = []
    if endsWhenSent { isOver = true }
  }

  // MARK: HTTP

  /// The request, once all of it has arrived. A connection serves one.
  func nextRequest(checking check: (HTTPRequest) throws(HTTPFailure) -> Void) -> HTTPRequest? {
    guard case .http = stage else { return nil }
    do throws(HTTPFailure) {
      guard let request = try HTTPRequest(parsing: input, checking: check) else { return nil }
      beginResponse()
      return request
    } catch {
      refuse(error)
      return nil
    }
  }

  /// Answers a request that isn't served.
  func refuse(_ failure: HTTPFailure) {
    beginResponse()
    respond(failure.status, ["failure": .string(failure.reason)])
  }

  private func beginResponse() {
    stage = .responding
    input = []
    began = Platform.nanoseconds()
  }

  /// Answers the request, and ends the connection.
  func respond(_ status: Int, _ body: JSONValue) {
    respond(status, LiveStream.line(body), type: "application/json")
  }

  func respond(_ status: Int, _ bytes: [UInt8], type: String) {
    // The deadline may have passed before the app's answer.
    guard !endsWhenSent else { return }
    output += HTTPRequest.head(status, type: type, byteCount: bytes.count)
    output += bytes
    endsWhenSent = true
    try? send()
  }

  /// Answers the request with a stream.
  func respond(with stream: LiveStream) {
    output += HTTPRequest.head(200, type: "application/octet-stream", byteCount: nil)
    self.stream = stream
    stage = .streaming
  }

  /// Continues the stream, unless the client has yet to take what came before.
  func stream(_ list: LiveStream.List, _ copy: JournalMirror?) throws {
    guard output.isEmpty, let events = try stream?.next(list, copy), !events.isEmpty else { return }
    output += Array("\(String(events.count, radix: 16))\r\n".utf8)
    output += events
    output += Array("\r\n".utf8)
    try send()
  }
}
