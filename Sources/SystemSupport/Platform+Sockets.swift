#if canImport(Darwin)
  import Darwin

  private let stream = SOCK_STREAM
#elseif canImport(Glibc)
  import Glibc

  // A process that another thread starts between two calls would keep the port.
  private let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
#elseif canImport(Musl)
  import Musl

  private let stream = SOCK_STREAM | SOCK_CLOEXEC
#else
  import Android

  private let stream = SOCK_STREAM | SOCK_CLOEXEC
#endif

/// Connections between processes of this machine. Sockets never wait; `wait(for:)` does.
extension Platform {
  /// Listens on the loopback address.
  ///
  /// - Parameter port: The port; 0 for any that is free.
  /// - Returns: The socket and its port.
  /// - Throws: `SystemError`, such as for a port in use.
  package static func listen(port: UInt16) throws(SystemError) -> (descriptor: Int32, port: UInt16) {
    let descriptor = try newSocket()
    do throws(SystemError) {
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
      var address = loopback(port)
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let code = withAddress(&address) { bind(descriptor, $0, size) }
      if code != 0 { throw SystemError("bind") }
      if systemListen(descriptor, 16) != 0 { throw SystemError("listen") }
      if withAddress(&address, { getsockname(descriptor, $0, &size) }) != 0 { throw SystemError("getsockname") }
      return (descriptor, UInt16(bigEndian: address.sin_port))
    } catch {
      closeDescriptor(descriptor)
      throw error
    }
  }

  /// Takes a waiting connection; `nil` if none waits.
  package static func accept(_ listener: Int32) throws(SystemError) -> Int32? {
    let descriptor = systemAccept(listener)
    guard descriptor >= 0 else {
      // A connection that its client closed before is none.
      if [EAGAIN, EINTR, ECONNABORTED].contains(errno) { return nil }
      throw SystemError("accept")
    }
    prepare(descriptor)
    return descriptor
  }

  /// Connects to a port of the loopback address.
  package static func connect(port: UInt16) throws(SystemError) -> Int32 {
    let descriptor = try newSocket()
    var address = loopback(port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Between processes of one machine, this succeeds or fails at once, or is under way.
    let code = withAddress(&address) { systemConnect(descriptor, $0, size) }
    guard code == 0 || errno == EINPROGRESS else {
      let error = SystemError("connect")
      closeDescriptor(descriptor)
      throw error
    }
    return descriptor
  }

  /// Receives up to `count` bytes; none at the end, `nil` if none have arrived.
  package static func receive(_ count: Int, from descriptor: Int32) throws(SystemError) -> [UInt8]? {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      result = recv(descriptor, buffer.baseAddress, count, 0)
      initialized = max(0, result)
    }
    if result >= 0 { return bytes }
    if errno == EAGAIN || errno == EINTR { return nil }
    throw SystemError("recv")
  }

  /// Sends some of the bytes, and returns how many; 0 if the receiver has to catch up.
  package static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) -> Int {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    let count = bytes.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, flags) }
    if count >= 0 { return count }
    if errno == EAGAIN || errno == EINTR { return 0 }
    throw SystemError("send")
  }

  /// A descriptor to wait for.
  package struct Waiting: Sendable {
    package let descriptor: Int32
    /// Whether to wait for bytes or a connection. The end of a broken connection always ends the wait.
    package let forInput: Bool
    /// Whether to wait until bytes can be written.
    package let forOutput: Bool
    /// Whether bytes or a connection have arrived, or the other end is closed.
    package fileprivate(set) var hasInput = false

    package init(_ descriptor: Int32, forInput: Bool = true, forOutput: Bool = false) {
      self.descriptor = descriptor
      self.forInput = forInput
      self.forOutput = forOutput
    }
  }

  /// Waits until one of the descriptors is ready, a signal arrives, or that time is over.
  package static func wait(for waiting: inout [Waiting], _ time: Duration) {
    var requests = waiting.map {
      pollfd(fd: $0.descriptor, events: Int16(($0.forInput ? POLLIN : 0) | ($0.forOutput ? POLLOUT : 0)), revents: 0)
    }
    let count = poll(&requests, nfds_t(requests.count), Int32(max(0, time / .milliseconds(1))))
    guard count > 0 else { return }
    for index in waiting.indices {
      waiting[index].hasInput = requests[index].revents & Int16(POLLIN | POLLHUP | POLLERR | POLLNVAL) != 0
    }
  }

  private static func newSocket() throws(SystemError) -> Int32 {
    let descriptor = systemSocket()
    if descriptor < 0 { throw SystemError("socket") }
    prepare(descriptor)
    return descriptor
  }

  private static func prepare(_ descriptor: Int32) {
    keepToItself(descriptor)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    #if canImport(Darwin)
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private static func withAddress(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Int32
  ) -> Int32 {
    withUnsafeMutablePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
  }
}

// Members of these names hide the functions of the C library.
private func systemSocket() -> Int32 { socket(AF_INET, stream, 0) }

private func systemListen(_ descriptor: Int32, _ count: Int32) -> Int32 { listen(descriptor, count) }

private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
  connect(descriptor, address, size)
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  send(descriptor, bytes, count, flags)
}
