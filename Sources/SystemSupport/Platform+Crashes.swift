import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Android
#endif

// tvOS and watchOS prohibit starting programs. Only the command needs this.
#if !os(tvOS) && !os(watchOS)
  /// Crashes of this process. A signal handler can't allocate memory or take a lock: everything that it uses is made before
  /// and never released.
  extension Platform {
    /// The program that replaces this process when it crashes, as addresses of C arrays: its path and arguments, its
    /// variables.
    private static let successor = Atomic<UInt>(0)
    private static let successorVariables = Atomic<UInt>(0)

    /// Prepares what `executeSuccessor` executes: this program again, with other variables.
    package static func prepareSuccessor(environment: [String: String]) {
      let variables = environment.map { "\($0.key)=\($0.value)" }
      successorVariables.store(UInt(bitPattern: leakedStrings(variables)), ordering: .releasing)
      successor.store(UInt(bitPattern: leakedStrings([ownExecutable] + CommandLine.arguments)), ordering: .releasing)
    }

    private static func leakedStrings(_ texts: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
      Unmanaged.passRetained(CStrings(texts)).takeUnretainedValue().pointers
    }

    /// Calls a handler when this process crashes, on a stack of its own in case this thread has exhausted its own.
    ///
    /// When the handler returns, the signal takes its default effect.
    package static func handleCrashes(_ handler: @escaping @convention(c) (Int32) -> Void) {
      var stack = stack_t()
      if sigaltstack(nil, &stack) == 0, stack.ss_sp == nil {
        stack = stack_t()
        stack.ss_size = 1 << 16
        stack.ss_sp = malloc(1 << 16)
        sigaltstack(&stack, nil)
      }
      prepareFrames()
      for signal in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
        handle(signal, flags: Int(SA_ONSTACK) | Int(SA_NODEFER) | Int(SA_RESETHAND), handler)
      }
    }

    /// Replaces this process with the program that `prepareSuccessor` prepared, if any; for a handler of crashes.
    ///
    /// - Parameter descriptor: A descriptor that the program inherits.
    package static func executeSuccessor(inheriting descriptor: Int32) {
      typealias Strings = UnsafePointer<UnsafeMutablePointer<CChar>?>
      guard let words = Strings(bitPattern: successor.load(ordering: .acquiring)),
        let variables = Strings(bitPattern: successorVariables.load(ordering: .acquiring)), let path = words[0]
      else { return }
      _ = fcntl(descriptor, F_SETFD, 0)
      _ = execve(path, words + 1, variables)
    }
  }
#endif
