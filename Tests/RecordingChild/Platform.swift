import SystemSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system calls that only the child needs.
extension Platform {
  /// Writes a line to standard output, unbuffered.
  static func say(_ line: String) {
    do { try writeAll(Array("\(line)\n".utf8), to: standardOutput) } catch { exitProcess(70) }
  }

  /// The next line of standard input.
  static func nextLine() -> String? {
    // At the end of input, `readLine` loops if an earlier call left EINTR in `errno`.
    errno = 0
    return readLine()
  }

  /// Limits the size of files; `nil` removes the limit.
  static func limitFileSize(to byteCount: Int?) {
    var limit = rlimit()
    getrlimit(limitedResource, &limit)
    limit.rlim_cur = byteCount.map { rlim_t($0) } ?? limit.rlim_max
    setrlimit(limitedResource, &limit)
  }

  /// Opens files until no descriptor is free.
  static func useUpDescriptors() {
    while (try? openForReading("/dev/null")) != nil {}
  }

  /// Becomes an unprivileged user; only root can.
  static func becomeNobody() -> Bool { setgid(65534) == 0 && setuid(65534) == 0 }

  /// Fills a disk with a file.
  static func fillDisk(with path: String) {
    guard let file = try? open(path, for: .creatingIfMissing) else { return }
    defer { closeDescriptor(file) }
    var block = [UInt8](repeating: 0x78, count: 4096)[...]
    while !block.isEmpty {
      if ((try? write(block, to: file)) ?? 0) == 0 { block = block.dropLast((block.count + 1) / 2) }
    }
  }

  static func copy(_ path: String, to copy: String) -> Bool {
    guard let source = try? openForReading(path) else { return false }
    defer { closeDescriptor(source) }
    guard let target = try? open(copy, for: .creatingIfMissing) else { return false }
    defer { closeDescriptor(target) }
    do {
      while true {
        let block = try read(1 << 16, from: source)
        if block.isEmpty { return true }
        try writeAll(block, to: target)
      }
    } catch {
      return false
    }
  }

  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// A number unknown to the compiler.
  static var processNumber: Int { Int(getpid()) }

  /// The outcome of a program that ran within limits.
  struct Usage {
    /// The exit code, or 128 plus the signal's number.
    var status: Int32
    /// The processor time of all threads.
    var microseconds: Int
    /// The peak memory.
    var kibibytes: Int
  }

  /// Runs a program, and kills it if it exceeds a limit of time or memory.
  ///
  /// The system counts the memory of the starting process as the program's own, so this small process starts it instead
  /// of the test process.
  ///
  /// - Returns: The outcome; `nil` if the program can't be started.
  static func run(_ words: [String], output: String, errors: String, seconds: Double, kibibytes: Int) -> Usage? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var id = pid_t()
    guard posix_spawn(&id, words[0], &actions, nil, arguments, environ) == 0 else { return nil }
    let end = ContinuousClock.now + .seconds(seconds)
    var status: Int32 = 0
    var usage = rusage()
    var isKilled = false
    while wait4(id, &status, WNOHANG, &usage) == 0 {
      if !isKilled, ContinuousClock.now > end || memory(of: id) > kibibytes {
        kill(id, SIGKILL)
        isKilled = true
      }
      usleep(500)
    }
    let signal = status & 0x7f
    let times = [usage.ru_utime, usage.ru_stime].map { Int($0.tv_sec) * 1_000_000 + Int($0.tv_usec) }
    return Usage(
      status: signal == 0 ? (status >> 8) & 0xff : 128 + signal, microseconds: times[0] + times[1],
      kibibytes: Int(usage.ru_maxrss))
  }

  /// The current memory of a process; 0 if unknown.
  private static func memory(of id: pid_t) -> Int {
    guard let file = fopen("/proc/\(id)/statm", "r") else { return 0 }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 100)
    guard fgets(&text, 100, file) != nil else { return 0 }
    let words = String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(getpagesize()) / 1024 : 0
  }

  #if canImport(Glibc)
    private static let limitedResource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    private static let limitedResource = RLIMIT_FSIZE
  #endif
}
