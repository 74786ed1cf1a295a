import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Everything that the tool asks of the operating system.
enum Platform {
  /// A call to the system that failed.
  struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    let code: Int32

    static var last: SystemError { SystemError(code: errno) }

    var isBrokenPipe: Bool { code == EPIPE }
    var isInterruption: Bool { code == EINTR }
    var isExistence: Bool { code == EEXIST }
    var isMissingDevice: Bool { code == ENXIO }
    var isMissingHardLinks: Bool { code == EPERM || code == ENOTSUP || code == EOPNOTSUPP || code == ENOSYS }
    var description: String { String(cString: strerror(code)) }
  }

  static let standardInput: Int32 = 0
  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2

  /// How many processors there are to work on.
  static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  // MARK: Descriptors

  /// Writes some of the bytes and tells how many.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) -> Int {
    let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
    if count < 0 { throw .last }
    return count
  }

  /// Reads up to so many bytes; none at the end.
  static func read(_ count: Int, from descriptor: Int32) throws(SystemError) -> [UInt8] {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      result = systemRead(descriptor, buffer.baseAddress, count)
      initialized = max(0, result)
    }
    if result < 0 { throw .last }
    return bytes
  }

  static func openForReading(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw .last }
    return descriptor
  }

  /// Opens what is there. A pipe from which nobody reads is an error: waiting for somebody could take for ever.
  static func openForWriting(_ path: String, followingLinks: Bool) throws(SystemError) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW))
    if descriptor < 0 { throw .last }
    // Who reads slowly is waited for.
    if fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) < 0 {
      let error = SystemError.last
      closeDescriptor(descriptor)
      throw error
    }
    return descriptor
  }

  /// Takes the places of standard streams that were closed when the process started, so that no file that is opened
  /// later, a journal perhaps, gets one of them, and messages are written over its bytes.
  ///
  /// What stands there is of no use: reading and writing fail as they would without it.
  static func reserveStandardStreams() {
    for (stream, mode) in [(standardInput, O_WRONLY), (standardOutput, O_RDONLY), (standardError, O_RDONLY)] {
      // A file gets the lowest number that is free, and those below this one are taken by now.
      if fcntl(stream, F_GETFD) < 0 { _ = open("/dev/null", mode) }
    }
  }

  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The width of a terminal in columns, if the system knows it.
  static func width(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  // MARK: Files

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// What tells a file from all others, whatever names lead to it.
  struct FileIdentity: Hashable {
    let device: UInt64
    let number: UInt64
  }

  /// Which file a path leads to; `nil` if it leads to none.
  static func identity(of path: String) -> FileIdentity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// Whether two paths lead to one file that is there.
  static func isSameFile(_ path: String, _ other: String) -> Bool {
    guard let identity = identity(of: path) else { return false }
    return identity == Platform.identity(of: other)
  }

  /// Whether a process is recording to a file: then it holds the lock of a writer.
  static func isBeingWritten(_ path: String) -> Bool {
    guard let descriptor = try? openForReading(path) else { return false }
    defer { closeDescriptor(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Whether something is there that is no regular file: a device, a pipe, a directory.
  static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// Whether others than its owner may read or write what is in a file.
  static func isOpenToOthers(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o066 != 0
  }

  /// Creates a file with a name of its own, which only the user can read, and opens it.
  static func createUnique(prefix: String) throws(SystemError) -> (path: String, descriptor: Int32) {
    var template = Array((prefix + "XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    if descriptor < 0 { throw .last }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // A mask takes rights away, and could take all.
    _ = fchmod(descriptor, 0o600)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (path, descriptor)
  }

  static func synchronize(_ descriptor: Int32) throws(SystemError) {
    if fsync(descriptor) != 0 { throw .last }
  }

  static func link(_ existing: String, as path: String) throws(SystemError) {
    if systemLink(existing, path) != 0 { throw .last }
  }

  static func rename(_ source: String, to destination: String) throws(SystemError) {
    if systemRename(source, destination) != 0 { throw .last }
  }

  static func removeFile(_ path: String) { _ = unlink(path) }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The names in a folder, in no order, without `.` and `..`.
  static func names(inFolder path: String) throws(SystemError) -> [String] {
    guard let folder = opendir(path) else { throw .last }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Creates a folder with a name of its own, which only the user can read.
  static func createUniqueFolder(prefix: String) throws(SystemError) -> String {
    var template = Array((prefix + "XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .last }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // MARK: Programs

  /// Puts another program in the place of this one. It returns only if that fails.
  static func execute(_ path: String, arguments: [String], environment: [String: String]) -> SystemError {
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    _ = execve(path, words, variables)
    return .last
  }

  static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 && !isFolder(path) }

  // MARK: This program, once more

  /// The two ends of a pipe, which no program that is started gets unless it is meant to.
  struct PipeEnds {
    let reading: Int32
    let writing: Int32
  }

  static func makePipe() throws(SystemError) -> PipeEnds {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) != 0 { throw .last }
    ends.forEach(keepToItself)
    return PipeEnds(reading: ends[0], writing: ends[1])
  }

  /// Keeps a descriptor from the programs that are started.
  static func keepToItself(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }

  /// Starts a program with the streams of this process, and some more descriptors.
  static func start(
    _ path: String, _ words: [String], environment: [String: String], inheriting descriptors: [Int32]
  ) throws(SystemError) -> Int32 {
    var id = pid_t()
    let result = spawn(path, words, environment, inheriting: descriptors, id: &id)
    if result != 0 { throw SystemError(code: result) }
    return id
  }

  /// The file of this process's executable; on Linux the one that runs, even if there is another by now.
  static var ownExecutable: String {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _NSGetExecutablePath(nil, &size)
      var path = [CChar](repeating: 0, count: Int(size))
      _NSGetExecutablePath(&path, &size)
      return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #else
      return "/proc/self/exe"
    #endif
  }

  /// Waits until there is something to read, or the other end is closed; `false` after so long, or at a signal.
  static func hasInput(_ descriptor: Int32, within time: Duration) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, Int32(max(1, time / .milliseconds(1)))) > 0
  }

  static func killProcess(_ id: Int32) { _ = kill(id, SIGKILL) }

  /// Waits for the end of a process that was started, and tells how it came.
  static func wait(for id: Int32) -> ReducerFailure.Fate {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? .left(code: status >> 8 & 0xff) : .killed(signal: signal)
  }

  /// A signal's name, and what commonly brings it about.
  static func signalDescription(_ signal: Int32) -> String {
    switch signal {
    case SIGILL, SIGTRAP:
      "\(signal == SIGILL ? "SIGILL" : "SIGTRAP"), as when a precondition fails, a number overflows or nil is unwrapped"
    case SIGSEGV: "SIGSEGV, as when the stack is exhausted"
    case SIGBUS: "SIGBUS, as when the stack is exhausted"
    case SIGABRT: "SIGABRT"
    case SIGFPE: "SIGFPE"
    case SIGKILL: "SIGKILL, as when memory is exhausted"
    case SIGTERM: "SIGTERM"
    default: "signal \(signal)"
    }
  }

  /// Takes a variable out of the environment of this process.
  static func removeVariable(_ name: String) { unsetenv(name) }

  /// Leaves interrupts from the keyboard to another process.
  static func ignoreInterrupts() { signal(SIGINT, SIG_IGN) }

  /// Ends this process at once when the other end of a pipe that is read is closed, whatever it is doing then.
  static func leave(whenClosed descriptor: Int32) {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let argument = UnsafeMutableRawPointer(bitPattern: Int(descriptor))
    pthread_create(
      &thread, nil,
      { argument in
        Platform.waitUntilClosed(Int32(Int(bitPattern: argument)))
        _exit(ExitCode.trouble.rawValue)
      }, argument)
  }

  private static func waitUntilClosed(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    while poll(&request, 1, -1) <= 0 {}
  }

  /// A file without a name, full of zeros; in memory where there is a folder for such.
  static func openSharedMemory(byteCount: Int) throws(SystemError) -> Int32 {
    let prefix = "reduxlog-"
    let file: (path: String, descriptor: Int32)
    do { file = try createUnique(prefix: "/dev/shm/" + prefix) } catch {
      file = try createUnique(prefix: "/tmp/" + prefix)
    }
    removeFile(file.path)
    // Written, not just lengthened: where there is no room, that is said here and not by a signal.
    let zeros = [UInt8](repeating: 0, count: byteCount)
    if systemWrite(file.descriptor, zeros, byteCount) != byteCount {
      closeDescriptor(file.descriptor)
      throw SystemError(code: ENOSPC)
    }
    return file.descriptor
  }

  /// Where a file's bytes appear in memory, shared with all who do the same.
  static func map(_ descriptor: Int32, byteCount: Int) throws(SystemError) -> UInt {
    guard let start = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED
    else { throw .last }
    return UInt(bitPattern: start)
  }

  static func unmap(_ address: UInt, byteCount: Int) { munmap(UnsafeMutableRawPointer(bitPattern: address), byteCount) }

  /// A program that reads from a pipe what this process writes, and shares the terminal with it.
  struct PipedProcess: Sendable {
    private let input: Int32
    private let id: pid_t

    /// Starts a command of the shell.
    init(shell command: String, environment: [String: String]) throws(SystemError) {
      var ends: [Int32] = [-1, -1]
      if pipe(&ends) != 0 { throw .last }
      // The program must not hold the end that is written to, or it would never come to the end of its input.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      let (output, input) = (ends[0], ends[1])
      defer { closeDescriptor(output) }
      var id = pid_t()
      let result = Platform.spawn("/bin/sh", ["/bin/sh", "-c", command], environment, standardInput: output, id: &id)
      guard result == 0 else {
        closeDescriptor(input)
        throw SystemError(code: result)
      }
      self.input = input
      self.id = id
    }

    /// Writes some of the bytes and tells how many. A program that reads no more is an error, not a signal.
    func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
      var signals = sigset_t()
      var others = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, &others)
      defer { pthread_sigmask(SIG_SETMASK, &others, nil) }
      do { return try Platform.write(bytes, to: input) } catch {
        // Where the signal is not ignored, it waits for this thread by now: it is taken before it can strike.
        var pending = sigset_t()
        var taken: Int32 = 0
        if error.isBrokenPipe, sigpending(&pending) == 0, sigismember(&pending, SIGPIPE) == 1 {
          sigwait(&signals, &taken)
        }
        throw error
      }
    }

    /// Ends the program's input and waits until it is done. An interrupt from the keyboard is meant for the program.
    func wait() {
      let handler = signal(SIGINT, SIG_IGN)
      defer { signal(SIGINT, handler) }
      closeDescriptor(input)
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
    }
  }

  /// Starts a program with the signals as they are by default, and returns the error's code.
  private static func spawn(
    _ path: String, _ words: [String], _ environment: [String: String], standardInput: Int32 = standardInput,
    inheriting descriptors: [Int32] = [], id: inout pid_t
  ) -> Int32 {
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
    if standardInput != 0 { posix_spawn_file_actions_adddup2(&actions, standardInput, 0) }
    for descriptor in descriptors {
      #if canImport(Darwin)
        posix_spawn_file_actions_addinherit_np(&actions, descriptor)
      #else
        // One that takes its own place is inherited.
        posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor)
      #endif
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    sigaddset(&signals, SIGINT)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let words = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    return posix_spawn(&id, path, &actions, &attributes, words, variables)
  }

  /// Ends the process.
  static func exitProcess(_ code: Int32) -> Never { exit(code) }

  // MARK: Time

  /// Seconds east of UTC that the local time was at a moment.
  static func localOffset(at unixSeconds: Int64) -> Int {
    var seconds = time_t(unixSeconds)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return 0 }
    return parts.tm_gmtoff
  }

  /// Waits so long, or until a signal comes.
  static func sleep(_ duration: Duration) {
    let parts = duration.components
    var time = timespec()
    time.tv_sec = Int(parts.seconds)
    time.tv_nsec = Int(parts.attoseconds / 1_000_000_000)
    nanosleep(&time, nil)
  }

  // MARK: Signals

  private static let interrupted = Atomic<Bool>(false)

  static var isInterrupted: Bool { interrupted.load(ordering: .relaxed) }

  /// Makes a closed pipe an error instead of a death, and an interrupt from the keyboard a request to stop. A second
  /// interrupt ends the process at once.
  static func installSignalHandlers() {
    // The flag exists before the handler can run: a handler must not be the one to create it.
    interrupted.store(false, ordering: .relaxed)
    signal(SIGPIPE, SIG_IGN)
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = { _ in Platform.interrupted.store(true, ordering: .relaxed) }
    #else
      action.__sigaction_handler.sa_handler = { _ in Platform.interrupted.store(true, ordering: .relaxed) }
    #endif
    // Not restarting system calls lets a blocked read notice. On Linux the flag's bit is that of the sign.
    action.sa_flags = Int32(truncatingIfNeeded: SA_RESETHAND)
    sigaction(SIGINT, &action, nil)
    // A program that is started from a thread of a dispatch queue inherits that all signals are blocked.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}

// These names are those of members above, which would hide them.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

private func systemLink(_ existing: String, _ path: String) -> Int32 { link(existing, path) }

private func systemRename(_ source: String, _ destination: String) -> Int32 { rename(source, destination) }
