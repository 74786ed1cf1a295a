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

  /// Turns a closed pipe and a file that reaches its size limit into errors instead of fatal signals, and a keyboard
  /// interrupt into a request to stop. A second interrupt ends the process at once.
  package static func installSignalHandlers() {
    // The flag exists before the handler can run: a handler must not create it.
    interrupted.store(false, ordering: .relaxed)
    ignore(SIGPIPE)
    ignore(SIGXFSZ)
    // System calls aren't restarted, so that a blocked read notices.
    handle(SIGINT, flags: Int(SA_RESETHAND)) { _ in Platform.interrupted.store(true, ordering: .relaxed) }
    // A program started from a thread of a dispatch queue inherits a mask that blocks all signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  static func handle(_ signal: Int32, flags: Int, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    setHandler(handler, of: &action)
    // On Linux, the highest flag is the sign bit.
    action.sa_flags = Int32(truncatingIfNeeded: flags)
    sigaction(signal, &action, nil)
  }
}
