#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the measurements ask of the operating system.
enum Platform {
  /// A call to the system that failed.
  struct SystemError: Error, CustomStringConvertible {
    let call: String
    let code: Int32

    var description: String { "\(call): \(String(cString: strerror(code)))" }
  }

  /// A clock that only goes forward, in nanoseconds.
  @inline(__always)
  static func nanoseconds() -> UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) &* 1_000_000_000 &+ UInt64(now.tv_nsec)
  }

  /// Runs a program to its end, its standard output discarded, and tells its exit status and how long that took.
  static func run(_ path: String, _ arguments: [String]) throws -> (status: Int32, nanoseconds: Double) {
    let (id, start) = try spawn(path, arguments, output: nil)
    let status = try wait(for: id)
    return (status, Double(nanoseconds() - start))
  }

  /// Runs a program to its end and gives what it wrote to its standard output.
  static func output(of path: String, _ arguments: [String]) throws -> (status: Int32, bytes: [UInt8]) {
    let (id, _, output) = try spawnPiped(path, arguments)
    defer { close(output) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = readSome(output, &buffer), count > 0 { bytes += buffer[..<count] }
    return (try wait(for: id), bytes)
  }

  /// Runs a program that doesn't end by itself until it has written something to its standard output, and tells how many
  /// nanoseconds that took; `nil` if it ended instead.
  static func nanosecondsToOutput(of path: String, _ arguments: [String]) throws -> Double? {
    let (id, start, output) = try spawnPiped(path, arguments)
    defer { close(output) }
    var buffer: [UInt8] = [0]
    let count = readSome(output, &buffer)
    let end = nanoseconds()
    kill(id, SIGKILL)
    _ = try wait(for: id)
    return count > 0 ? Double(end - start) : nil
  }

  private static func readSome(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Starts a program whose standard output can be read.
  private static func spawnPiped(
    _ path: String, _ arguments: [String]
  ) throws -> (id: pid_t, start: UInt64, output: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError(call: "pipe", code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    do {
      let (id, start) = try spawn(path, arguments, output: ends[1])
      return (id, start, ends[0])
    } catch {
      close(ends[0])
      throw error
    }
  }

  private static func spawn(
    _ path: String, _ arguments: [String], output: Int32?
  ) throws -> (id: pid_t, start: UInt64) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    // The program dies of the signals that are ignored here.
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in endingSignals { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var id = pid_t()
    let start = nanoseconds()
    let code = posix_spawn(&id, path, &actions, &attributes, words, environ)
    guard code == 0 else { throw SystemError(call: "posix_spawn \(path)", code: code) }
    return (id, start)
  }

  /// The signals with which somebody asks this process to end.
  static let endingSignals = [SIGINT, SIGTERM]

  /// Keeps a signal from ending the process at once.
  static func ignore(_ number: Int32) { signal(number, SIG_IGN) }

  private static func wait(for id: pid_t) throws -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemError(call: "waitpid", code: errno) }
    }
    // The exit status, or the number of the signal as a shell shows it.
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }

  /// The most memory that this process has held so far, in bytes; `nil` where the system doesn't tell.
  ///
  /// What `wait4` tells of a child is of no use: on Linux it is never less than what its parent held when it started
  /// it.
  static func peakMemory() -> Int? {
    guard let file = fopen("/proc/self/status", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard text.hasPrefix("VmHWM:") else { continue }
      return text.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 * 1024 }
    }
    return nil
  }

  /// How many bytes are free for this user where a folder is; `nil` where the system doesn't tell.
  static func freeBytes(inFolder path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }

  /// The path of this executable.
  static func executablePath() -> String? {
    guard let pointer = realpath("/proc/self/exe", nil) ?? realpath(CommandLine.arguments[0], nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  /// Whether a file can be run.
  static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  static func removeFile(_ path: String) { _ = unlink(path) }

  /// How large a file is; `nil` if it isn't there.
  static func fileBytes(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Writes a text to a descriptor; nothing, once nobody reads there any more.
  static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue } else { return }
      }
      rest = rest.dropFirst(count)
    }
  }

  static func exitProcess(_ code: Int32) -> Never { exit(code) }
}

// This name is that of a member above, which would hide it.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
