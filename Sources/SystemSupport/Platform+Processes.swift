#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Android
#endif

extension Platform {
  /// The number of processors in the system.
  package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  package static var processID: Int { Int(getpid()) }

  package static func exitProcess(_ code: Int32) -> Never { exit(code) }

  /// Removes a variable from the environment of this process.
  package static func removeVariable(_ name: String) { unsetenv(name) }
}

// tvOS and watchOS prohibit starting programs. Only the command needs this.
#if !os(tvOS) && !os(watchOS)
  extension Platform {
    /// Replaces this program with another. It returns only if that fails.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - words: Its arguments, starting with its name.
    ///   - environment: Its variables.
    /// - Returns: Why it failed.
    package static func execute(_ path: String, _ words: [String], environment: [String: String]) -> SystemError {
      let words = CStrings(words)
      let variables = CStrings(environment)
      _ = execve(path, words.pointers, variables.pointers)
      return SystemError("execve")
    }

    /// Starts a program. By default, it uses the standard streams and variables of this process; it blocks and ignores
    /// no signal.
    ///
    /// - Parameters:
    ///   - path: The program, or its name to look for in `PATH`.
    ///   - words: Its arguments, starting with its name.
    ///   - environment: Its variables.
    ///   - input: Its standard input.
    ///   - output: Its standard output.
    ///   - errorOutput: Its standard error.
    ///   - descriptors: More descriptors that it inherits.
    ///   - startsGroup: Whether it starts a process group.
    /// - Returns: The process's number.
    /// - Throws: `SystemError`.
    package static func start(
      _ path: String, _ words: [String], environment: [String: String]? = nil, input: Int32 = standardInput,
      output: Int32 = standardOutput, errorOutput: Int32 = standardError, inheriting descriptors: [Int32] = [],
      startsGroup: Bool = false
    ) throws(SystemError) -> Int32 {
      var (actions, attributes) = spawnSettings()
      posix_spawn_file_actions_init(&actions)
      posix_spawnattr_init(&attributes)
      defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
      }
      if input != standardInput { posix_spawn_file_actions_adddup2(&actions, input, standardInput) }
      if output != standardOutput { posix_spawn_file_actions_adddup2(&actions, output, standardOutput) }
      if errorOutput != standardError { posix_spawn_file_actions_adddup2(&actions, errorOutput, standardError) }
      for descriptor in descriptors { inherit(descriptor, &actions) }
      var signals = sigset_t()
      sigemptyset(&signals)
      posix_spawnattr_setsigmask(&attributes, &signals)
      for signal in [SIGPIPE, SIGINT, SIGTERM] { sigaddset(&signals, signal) }
      posix_spawnattr_setsigdefault(&attributes, &signals)
      let group = startsGroup ? POSIX_SPAWN_SETPGROUP : 0
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group))
      let words = CStrings(words)
      let variables = environment.map { CStrings($0) }
      var id = pid_t()
      let code = posix_spawnp(&id, path, &actions, &attributes, words.pointers, variables?.pointers ?? environ)
      if code != 0 { throw SystemError("posix_spawn", code: code) }
      return id
    }

    /// How a process ended.
    package enum ProcessEnd: Hashable, Sendable {
      case exited(code: Int32)
      case killed(signal: Int32)

      /// The exit code as a shell shows it.
      package var shellStatus: Int32 {
        switch self {
        case .exited(let code): code
        case .killed(let signal): 128 + signal
        }
      }
    }

    /// Waits for the end of a child process.
    package static func wait(for id: Int32) -> ProcessEnd {
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7f
      return signal == 0 ? .exited(code: status >> 8 & 0xff) : .killed(signal: signal)
    }

    /// Waits for the end of a child process that has the terminal: an interrupt from the keyboard reaches only the child.
    package static func waitInForeground(for id: Int32) -> ProcessEnd {
      let handler = signal(SIGINT, SIG_IGN)
      defer { signal(SIGINT, handler) }
      return wait(for: id)
    }

    package static func killProcess(_ id: Int32) { _ = kill(id, SIGKILL) }

    /// Ends this process at once when the other end of a pipe is closed, whatever this process is doing.
    package static func leave(whenClosed descriptor: Int32, code: Int32) {
      var thread = newThread()
      // Two numbers in the bits of one pointer avoid an allocation.
      let argument = UnsafeMutableRawPointer(bitPattern: Int(descriptor) << 8 | Int(code & 0xff))
      pthread_create(
        &thread, nil,
        { argument in
          let numbers = Int(bitPattern: argument)
          var request = pollfd(fd: Int32(numbers >> 8), events: 0, revents: 0)
          while poll(&request, 1, -1) <= 0 {}
          _exit(Int32(numbers & 0xff))
        }, argument)
    }

    /// A program that reads this process's output from a pipe, and shares its terminal.
    package struct PipedProcess: Sendable {
      private let input: Int32
      private let id: Int32

      /// Starts a shell command.
      package init(shell command: String, environment: [String: String]) throws(SystemError) {
        try self.init(["/bin/sh", "-c", command], environment: environment)
      }

      /// Starts a program, given with its arguments.
      package init(
        _ words: [String], environment: [String: String]? = nil, output: Int32 = standardOutput
      ) throws(SystemError) {
        let ends = try makePipe()
        defer { closeDescriptor(ends.reading) }
        do {
          id = try start(words.first ?? "", words, environment: environment, input: ends.reading, output: output)
          input = ends.writing
        } catch {
          closeDescriptor(ends.writing)
          throw error
        }
      }

      /// Writes some of the bytes and returns how many. A program that stopped reading is an error, not a signal.
      package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
        try withoutSignal(SIGPIPE, for: \.isBrokenPipe) { () throws(SystemError) in
          try Platform.write(bytes, to: input)
        }
      }

      /// Ends the program's input and waits for its end. An interrupt from the keyboard reaches only the program.
      @discardableResult
      package func wait() -> ProcessEnd {
        closeDescriptor(input)
        return Platform.waitInForeground(for: id)
      }
    }
  }

  /// A C array of C strings, ending with `nil`, for a program's arguments and variables.
  final class CStrings {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ texts: [String]) {
      count = texts.count
      pointers = .allocate(capacity: count + 1)
      for (index, text) in texts.enumerated() { (pointers + index).initialize(to: strdup(text)) }
      (pointers + count).initialize(to: nil)
    }

    convenience init(_ variables: [String: String]) { self.init(variables.map { "\($0.key)=\($0.value)" }) }

    deinit {
      for index in 0..<count { free(pointers[index]) }
      pointers.deallocate()
    }
  }
#endif
