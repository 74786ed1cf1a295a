#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The tests' system calls.
enum Platform {
  /// Creates two descriptors that no other child inherits.
  struct PipeEnds {
    var reading: Int32
    var writing: Int32
  }

  struct SystemError: Error, CustomStringConvertible {
    var operation: String
    var code: Int32

    var description: String { "\(operation): \(String(cString: strerror(code)))" }
  }

  static var isRoot: Bool { geteuid() == 0 }

  static let killSignal = SIGKILL

  static func makePipe() throws -> PipeEnds {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SystemError(operation: "pipe", code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return PipeEnds(reading: ends[0], writing: ends[1])
  }

  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

  /// Starts a program in its own process group, with descriptors for standard input and output.
  static func start(_ words: [String], input: Int32, output: Int32) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    // The tests' parent may block or ignore signals, such as that of a file-size limit; an app doesn't.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGXFSZ)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var id = pid_t()
    let code = posix_spawnp(&id, words[0], &actions, &attributes, arguments, environ)
    guard code == 0 else { throw SystemError(operation: "start \(words[0])", code: code) }
    return id
  }

  /// Kills a process group.
  static func killGroup(_ id: pid_t) { kill(-id, signal: SIGKILL) }

  static func kill(_ id: pid_t, signal: Int32) { _ = systemKill(id, signal) }

  static let terminationSignal = SIGTERM
  static let interruptSignal = SIGINT

  /// Waits for a process's exit code, or 128 plus the signal's number.
  static func wait(for id: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }

  /// Reads available bytes after waiting for a limited time; returns none at the end, `nil` after the wait.
  static func read(from descriptor: Int32, milliseconds: Int32) -> [UInt8]? {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let ready = poll(&request, 1, milliseconds)
      if ready == 0 { return nil }
      if ready > 0 { break }
      if errno != EINTR { return [] }
    }
    return [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = max(0, systemRead(descriptor, buffer.baseAddress, buffer.count))
    }
  }

  /// Writes all bytes; does nothing if the reader is gone.
  static func write(_ text: String, to descriptor: Int32) {
    ignoreBrokenPipes
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { done += count } else if errno != EINTR { return }
    }
  }

  /// Makes writing to a dead child an error instead of a signal.
  private static let ignoreBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  static func makePipeFile(_ path: String) -> Bool { mkfifo(path, 0o600) == 0 }

  /// A file for changing single bytes.
  static func openForWriting(_ path: String) throws -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(operation: "open \(path)", code: errno) }
    return descriptor
  }

  static func write(_ byte: UInt8, at offset: Int, to descriptor: Int32) throws {
    var byte = byte
    guard pwrite(descriptor, &byte, 1, off_t(offset)) == 1 else { throw SystemError(operation: "pwrite", code: errno) }
  }

  static func truncate(_ path: String, to byteCount: Int) -> Bool { systemTruncate(path, off_t(byteCount)) == 0 }

  static func sleep(microseconds: Int) { usleep(UInt32(microseconds)) }
}

// Members above have the same names and would hide these functions.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

private func systemKill(_ id: pid_t, _ signal: Int32) -> Int32 { kill(id, signal) }

private func systemTruncate(_ path: String, _ byteCount: off_t) -> Int32 { truncate(path, byteCount) }
