#if canImport(Darwin)
  import Darwin

  private let stream = SOCK_STREAM
#elseif canImport(Glibc)
  import Glibc

  private let stream = Int32(SOCK_STREAM.rawValue)
#else
  import Musl

  private let stream = SOCK_STREAM
#endif

/// A connection to a server on this machine, for one request over HTTP/1.1.
///
/// `URLSession` on Linux rejects the headers of `chromedriver`.
struct LocalConnection: ~Copyable {
  private let socket: Int32

  /// - Throws: `WebDriverError`.
  init(port: UInt16) throws {
    socket = newSocket(AF_INET, stream, 0)
    var patience = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
    }
    if code != 0 { throw WebDriverError(command: "connect", message: "error \(errno)") }
  }

  deinit { close(socket) }

  /// Sends a request and returns the body of the response.
  consuming func body(of method: String, _ path: String, _ body: String) throws -> [UInt8] {
    let request = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    var rest = Array(request.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
      if count <= 0 { throw WebDriverError(command: path, message: "can't be sent: error \(errno)") }
      rest.removeFirst(count)
    }
    var response: [UInt8] = []
    var end: Int?
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while end.map({ response.count < $0 }) ?? true {
      let count = read(socket, &chunk, chunk.count)
      if count <= 0 { throw WebDriverError(command: path, message: "no whole response: error \(errno)") }
      response.append(contentsOf: chunk[..<count])
      if end == nil { end = LocalConnection.end(of: response) }
    }
    return Array(response.suffix(from: response.firstRange(of: LocalConnection.separator)?.upperBound ?? 0))
  }

  private static let separator = Array("\r\n\r\n".utf8)

  /// The size of the whole response; `nil` while its header isn't complete.
  private static func end(of response: [UInt8]) -> Int? {
    guard let header = response.firstRange(of: separator) else { return nil }
    let text = String(decoding: response[..<header.lowerBound], as: UTF8.self)
    let length = text.firstMatch(of: /(?i)content-length: *([0-9]+)/).flatMap { Int($0.1) }
    return header.upperBound + (length ?? 0)
  }
}

// `socket` hides the function of the C library.
private func newSocket(_ family: Int32, _ type: Int32, _ transport: Int32) -> Int32 { socket(family, type, transport) }
