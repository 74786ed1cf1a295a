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

extension Platform {
  /// The signals that ask a process to end.
  package static let endingSignals = [SIGINT, SIGTERM]

  /// A signal's name, such as `SIGABRT`.
  package static func signalName(_ signal: Int32) -> String {
    switch signal {
    case SIGILL: "SIGILL"
    case SIGTRAP: "SIGTRAP"
    case SIGSEGV: "SIGSEGV"
    case SIGBUS: "SIGBUS"
    case SIGABRT: "SIGABRT"
    case SIGFPE: "SIGFPE"
    case SIGKILL: "SIGKILL"
    case SIGTERM: "SIGTERM"
    default: "signal \(signal)"
    }
  }

  /// Keeps a signal from ending this process.
  package static func ignore(_ number: Int32) { signal(number, SIG_IGN) }

  /// Leaves keyboard interrupts to another process.
  package static func ignoreInterrupts() { ignore(SIGINT) }

  private static let interrupted = Atomic<Bool>(false)

  /// Whether the user has interrupted this process since `installSignalHandlers`.
  package static var isInterrupted: Bool { interrupted.load(ordering: .relaxed) }

  /// Takes an interrupt as handled. The next one ends the process at once.
  package static func forgetInterrupt() { interrupted.store(false, ordering: .relaxed) }

  /// Turns a closed pipe into an error instead of a fatal signal, and a keyboard interrupt into a request to stop. A second
  /// interrupt ends the process at once.
  package static func installSignalHandlers() {
    // The flag exists before the handler can run: a handler must not create it.
    interrupted.store(false, ordering: .relaxed)
    ignore(SIGPIPE)
    // System calls aren't restarted, so that a blocked read notices.
    handle(SIGINT, flags: Int(SA_RESETHAND)) { _ in Platform.interrupted.store(true, ordering: .relaxed) }
    // A program started from a thread of a dispatch queue inherits a mask that blocks all signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Calls a function that writes. If it fails with an error for which the system also raises a signal, nothing gets the
  /// signal.
  static func withoutSignal<Result>(
    _ number: Int32, for isCause: (SystemError) -> Bool, _ write: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    var signals = sigset_t()
    var others = sigset_t()
    var pending = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    let wasPending = sigpending(&pending) == 0 && sigismember(&pending, number) == 1
    pthread_sigmask(SIG_BLOCK, &signals, &others)
    defer { pthread_sigmask(SIG_SETMASK, &others, nil) }
    do { return try write() } catch {
      // Unless the signal is ignored, it is pending for this thread by now: consume it before it is delivered.
      var taken: Int32 = 0
      if isCause(error), !wasPending, sigpending(&pending) == 0, sigismember(&pending, number) == 1 {
        sigwait(&signals, &taken)
      }
      throw error
    }
  }

  static func handle(_ signal: Int32, flags: Int, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    setHandler(handler, of: &action)
    // On Linux, the highest flag is the sign bit.
    action.sa_flags = Int32(truncatingIfNeeded: flags)
    sigaction(signal, &action, nil)
  }
}
