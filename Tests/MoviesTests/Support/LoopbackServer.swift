import Foundation
import Synchronization
import Testing

/// An HTTP server on a free loopback port, for one test.
final class LoopbackServer: Sendable {
  /// The reply to a request.
  enum Reply: Sendable {
    /// An answer with a status.
    case answer(status: Int, body: String)
    /// No answer until the client hangs up.
    case silence
    /// The start of an announced longer answer, and the end of the connection.
    case cutShort(body: String, promised: Int)
    /// The end of the connection.
    case hangUp
  }

  /// An event that a test can await.
  enum Event: Hashable, Sendable {
    /// A request arrived, with this target: `/movie/popular?page=1`.
    case request(String)
    /// A client hung up while waiting for the answer.
    case hungUp
  }

  /// The events, in order.
  let events: AsyncStream<Event>
  let port: UInt16
  private let note: AsyncStream<Event>.Continuation
  private let socket: Int32
  /// The open connections.
  private let connections: OpenSockets

  /// Starts the server.
  ///
  /// - Parameter reply: Returns the reply to a target; called on a thread of the server.
  /// - Throws: `Platform.SocketError` if no port is free.
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

  /// Stops the server with its connections and threads.
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

/// A server's open connections, so that none outlives it.
private final class OpenSockets: Sendable {
  private let sockets = Mutex<Set<Int32>?>([])

  /// Adds a socket, or closes it if the server has stopped.
  func insert(_ socket: Int32) -> Bool {
    let isTaken = sockets.withLock { $0?.insert(socket).inserted == true }
    if !isTaken { Platform.release(socket) }
    return isTaken
  }

  /// Closes a socket inside the lock, so that `hangUp` can't reach a new socket with the same number.
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
