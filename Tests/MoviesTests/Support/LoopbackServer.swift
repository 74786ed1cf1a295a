import Foundation
import Synchronization
import Testing

/// An HTTP server on a free port of the loopback, for one test.
final class LoopbackServer: Sendable {
  /// What becomes of a request.
  enum Reply: Sendable {
    /// An answer with a status.
    case answer(status: Int, body: String)
    /// Nothing, until the client hangs up.
    case silence
    /// The first bytes of an answer that promises more, and the end of the connection.
    case cutShort(body: String, promised: Int)
    /// The end of the connection.
    case hangUp
  }

  /// What a test can wait for.
  enum Event: Hashable, Sendable {
    /// A request has arrived, with this target: `/movie/popular?page=1`.
    case request(String)
    /// A client that was kept waiting has hung up.
    case hungUp
  }

  /// What happens, in its order.
  let events: AsyncStream<Event>
  let port: UInt16
  private let note: AsyncStream<Event>.Continuation
  private let socket: Int32
  /// The connections that are open.
  private let connections: OpenSockets

  /// Starts the server.
  ///
  /// - Parameter reply: Says what becomes of a request with a target; called on a thread of the server's.
  /// - Throws: `Platform.SocketError` if there is no port.
  init(_ reply: @escaping @Sendable (_ target: String) -> Reply) throws {
    (socket, port) = try Platform.reservePort()
    (events, note) = AsyncStream.makeStream()
    connections = OpenSockets()
    try Platform.open(socket)
    Thread.detachNewThread { [socket, note, connections] in
      while let connection = Platform.connection(of: socket) {
        guard connections.insert(connection) else { break }
        Thread.detachNewThread {
          LoopbackServer.serve(connection, note, reply)
          connections.remove(connection)
        }
      }
      Platform.release(socket)
    }
  }

  /// Ends the server, with its connections and its threads.
  func stop() {
    Platform.hangUp(socket)
    connections.hangUp()
    note.finish()
  }

  /// The address of the server.
  var address: URL { get throws { try #require(URL(string: "http://127.0.0.1:\(port)")) } }

  private static func serve(
    _ connection: Int32, _ note: AsyncStream<Event>.Continuation, _ reply: (String) -> Reply
  ) {
    var request: [UInt8] = []
    while request.suffix(4) != [13, 10, 13, 10] {
      let bytes = Platform.read(connection)
      if bytes.isEmpty { return }
      request += bytes
    }
    let target = String(decoding: request, as: UTF8.self).split(separator: " ").dropFirst().first.map(String.init) ?? ""
    note.yield(.request(target))
    switch reply(target) {
    case .answer(let status, let body): Platform.write(head(status, body.utf8.count) + body, to: connection)
    case .cutShort(let body, let promised): Platform.write(head(200, promised) + body, to: connection)
    case .hangUp: break
    case .silence:
      while !Platform.read(connection).isEmpty {}
      note.yield(.hungUp)
    }
  }

  private static func head(_ status: Int, _ length: Int) -> String {
    "HTTP/1.1 \(status) Status\r\nContent-Type: application/json\r\nContent-Length: \(length)\r\nConnection: close\r\n\r\n"
  }
}

/// The connections of a server that are open, so that none outlives it.
private final class OpenSockets: Sendable {
  private let sockets = Mutex<Set<Int32>?>([])

  /// Takes a socket in, unless the server is gone; then it is closed.
  func insert(_ socket: Int32) -> Bool {
    let isTaken = sockets.withLock { $0?.insert(socket).inserted == true }
    if !isTaken { Platform.release(socket) }
    return isTaken
  }

  /// Closes a socket. It is closed in the lock, so that its number can't be another's when all are hung up.
  func remove(_ socket: Int32) {
    sockets.withLock { sockets in
      sockets?.remove(socket)
      Platform.release(socket)
    }
  }

  func hangUp() {
    sockets.withLock { open in
      for socket in open ?? [] { Platform.hangUp(socket) }
      open = nil
    }
  }
}
