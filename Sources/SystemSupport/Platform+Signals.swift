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
  package static let endingSignals = [SIGINT, SIGTERM, SIGHUP]

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
  private static let lastEndingSignal = Atomic<Int32>(SIGINT)

  /// Whether this process was asked to end since `installSignalHandlers`.
  package static var isInterrupted: Bool { interrupted.load(ordering: .relaxed) }

  /// Takes an interrupt as handled. The next one ends the process at once.
  package static func forgetInterrupt() { interrupted.store(false, ordering: .relaxed) }

  /// The exit code of a process that ends because it was asked to, as a shell shows it.
  package static var interruptedStatus: Int32 { 128 + lastEndingSignal.load(ordering: .relaxed) }

  /// Turns a closed pipe into an error instead of a fatal signal, and each of `endingSignals` into a request to stop. A
  /// second one ends the process at once.
  package static func installSignalHandlers() {
    // The atomics exist before the handler can run: a handler must not create them.
    interrupted.store(false, ordering: .relaxed)
    lastEndingSignal.store(SIGINT, ordering: .relaxed)
    ignore(SIGPIPE)
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in endingSignals where number != SIGHUP || !isIgnored(number) {
      // System calls aren't restarted, so that a blocked read notices.
      handle(number, flags: Int(SA_RESETHAND)) { number in
        Platform.lastEndingSignal.store(number, ordering: .relaxed)
        Platform.interrupted.store(true, ordering: .relaxed)
      }
      sigaddset(&signals, number)
    }
    // A program started from a thread of a dispatch queue inherits a mask that blocks all signals.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Whether the program that started this one made it ignore a signal, as `nohup` does.
  private static func isIgnored(_ number: Int32) -> Bool {
    let handler = signal(number, SIG_IGN)
    defer { signal(number, handler) }
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
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
