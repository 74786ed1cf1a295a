#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The socket calls that a loopback server needs.
enum Platform {
  struct SocketError: Error { let errno: Int32 }

  /// Binds a socket to a free loopback port without listening.
  static func reservePort() throws -> (socket: Int32, port: UInt16) {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let socket = socket(AF_INET, stream, 0)
    guard socket >= 0 else { throw SocketError(errno: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, size) == 0 && getsockname(socket, address, &size) == 0
      }
    }
    guard result else {
      defer { release(socket) }
      throw SocketError(errno: errno)
    }
    return (socket, UInt16(bigEndian: address.sin_port))
  }

  /// Starts listening.
  static func open(_ socket: Int32) throws {
    guard listen(socket, 16) == 0 else { throw SocketError(errno: errno) }
  }

  /// Returns the next connection; `nil` once listening has stopped.
  static func connection(of socket: Int32) -> Int32? {
    let connection = accept(socket, nil, nil)
    return connection < 0 ? nil : connection
  }

  /// Returns the received bytes; empty at the end.
  static func read(_ socket: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = max(0, recv(socket, buffer.baseAddress, buffer.count, 0))
    }
  }

  static func write(_ text: String, to socket: Int32) {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Ends every wait on the socket, on both sides.
  static func hangUp(_ socket: Int32) { _ = shutdown(socket, Int32(SHUT_RDWR)) }

  static func release(_ socket: Int32) { _ = close(socket) }
}
