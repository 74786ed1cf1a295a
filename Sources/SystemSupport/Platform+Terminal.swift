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

// tvOS and watchOS have no terminals, and prohibit alternate signal stacks. Only the command needs this.
#if !os(tvOS) && !os(watchOS)
  /// The terminal of a program that draws a screen. Whatever ends or stops the program, the terminal gets its own modes back.
  extension Platform {
    /// The size of a terminal in columns and rows, if the system knows it.
    package static func size(ofTerminal descriptor: Int32) -> (columns: Int, rows: Int)? {
      var size = winsize()
      guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
      return (Int(size.ws_col), Int(size.ws_row))
    }

    /// The state with which a program leaves a terminal and returns to it. It is never released: signal handlers use it.
    private struct TerminalModes {
      var descriptor: Int32
      var found: termios
      var raw: termios
      var farewell: UnsafeMutablePointer<UInt8>
      var farewellCount: Int
      /// The actions that crashes had before.
      var crashActions: UnsafeMutablePointer<sigaction>
    }

    /// The address of `TerminalModes`, once made.
    private static let modes = Atomic<UInt>(0)
    /// Whether the terminal has the program's modes.
    private static let isEntered = Atomic<Bool>(false)
    /// The descriptor to which signal handlers write the number of a signal.
    private static let signalPipe = Atomic<Int32>(-1)

    private static let crashSignals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]

    /// Takes a terminal over: each byte of a key arrives at once, and no key is a signal.
    ///
    /// Until `leaveTerminal`, a signal that ends the program, or a crash, first leaves the terminal. Window changes, stops and
    /// continuations write the signal's number to a pipe.
    ///
    /// - Parameters:
    ///   - descriptor: The terminal.
    ///   - farewell: The bytes that end the program's use of the terminal.
    /// - Returns: The reading end of the pipe, and its writing end.
    /// - Throws: `SystemError` if the descriptor is no terminal.
    package static func enterTerminal(
      _ descriptor: Int32, farewell: [UInt8]
    ) throws(SystemError) -> PipeEnds {
      var found = termios()
      guard tcgetattr(descriptor, &found) == 0 else { throw SystemError("tcgetattr") }
      var raw = found
      cfmakeraw(&raw)
      let ends = try makePipe()
      // A full pipe must not stop a handler.
      for end in [ends.reading, ends.writing] { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
      let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, farewell.count))
      bytes.initialize(from: farewell, count: farewell.count)
      let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: crashSignals.count)
      actions.initialize(repeating: sigaction(), count: crashSignals.count)
      let pointer = UnsafeMutablePointer<TerminalModes>.allocate(capacity: 1)
      pointer.initialize(
        to: TerminalModes(
          descriptor: descriptor, found: found, raw: raw, farewell: bytes, farewellCount: farewell.count,
          crashActions: actions))
      modes.store(UInt(bitPattern: pointer), ordering: .releasing)
      signalPipe.store(ends.writing, ordering: .releasing)
      for signal in [SIGWINCH, SIGCONT, SIGTSTP] { handle(signal, flags: Int(SA_RESTART), noteSignal) }
      for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { handle(signal, flags: Int(SA_RESETHAND), leaveAndEnd) }
      for (index, signal) in crashSignals.enumerated() {
        sigaction(signal, nil, &actions[index])
        handle(signal, flags: Int(SA_ONSTACK) | Int(SA_NODEFER), leaveAndCrash)
      }
      resumeTerminal()
      return ends
    }

    /// Gives the terminal the program's modes again.
    package static func resumeTerminal() {
      guard let modes = UnsafeMutablePointer<TerminalModes>(bitPattern: modes.load(ordering: .acquiring)) else {
        return
      }
      // In the background, this stops the process until it comes to the foreground.
      while tcsetattr(modes.pointee.descriptor, TCSADRAIN, &modes.pointee.raw) != 0, errno == EINTR {}
      isEntered.store(true, ordering: .sequentiallyConsistent)
    }

    /// Gives the terminal back, unless that is done already; safe in a signal handler.
    package static func leaveTerminal() {
      guard isEntered.exchange(false, ordering: .sequentiallyConsistent),
        let modes = UnsafeMutablePointer<TerminalModes>(bitPattern: modes.load(ordering: .acquiring))
      else { return }
      _ = writeNow(modes.pointee.descriptor, modes.pointee.farewell, modes.pointee.farewellCount)
      _ = tcsetattr(modes.pointee.descriptor, TCSANOW, &modes.pointee.found)
    }

    /// Restores what signals do after `leaveTerminal`, for a program that goes on.
    package static func forgetTerminal() {
      signalPipe.store(-1, ordering: .releasing)
      for number in [SIGWINCH, SIGCONT, SIGTSTP, SIGTERM, SIGHUP, SIGQUIT] { signal(number, SIG_DFL) }
      installSignalHandlers()
      guard let modes = UnsafeMutablePointer<TerminalModes>(bitPattern: modes.load(ordering: .acquiring)) else {
        return
      }
      for (index, signal) in crashSignals.enumerated() { sigaction(signal, &modes.pointee.crashActions[index], nil) }
    }

    /// Stops this process and those of its group, as ^Z does, until the shell continues them.
    ///
    /// Returns at once if no shell could continue them.
    package static func stopProcessGroup() {
      signal(SIGTSTP, SIG_DFL)
      let start = ContinuousClock.now
      kill(0, SIGTSTP)
      // The signal may stop the process a moment later. A process without a shell that controls jobs doesn't stop.
      while ContinuousClock.now - start < .milliseconds(100) { usleep(10_000) }
      handle(SIGTSTP, flags: Int(SA_RESTART), noteSignal)
    }

    package static let windowChange = SIGWINCH
    package static let stopRequest = SIGTSTP
    package static let continuation = SIGCONT

    private static let noteSignal: @convention(c) (Int32) -> Void = { signal in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: signal)
      _ = writeNow(Platform.signalPipe.load(ordering: .acquiring), &byte, 1)
      errno = error
    }

    /// The signal's default effect follows when the handler returns.
    private static let leaveAndEnd: @convention(c) (Int32) -> Void = { signal in
      Platform.leaveTerminal()
      raise(signal)
    }

    /// The crash gets the action that it had before.
    private static let leaveAndCrash: @convention(c) (Int32) -> Void = { signal in
      Platform.leaveTerminal()
      guard let modes = UnsafeMutablePointer<TerminalModes>(bitPattern: Platform.modes.load(ordering: .acquiring))
      else { return }
      var index = 0
      while index < 6 {
        if Platform.crashSignals[index] == signal { sigaction(signal, &modes.pointee.crashActions[index], nil) }
        index += 1
      }
      // A crash would come again by itself, but not a signal that another process sent.
      raise(signal)
    }

    /// Waits until one of some descriptors has input or is closed.
    ///
    /// - Parameters:
    ///   - descriptors: The descriptors.
    ///   - time: How long to wait; `nil` for no limit.
    /// - Returns: Whether each has input; all `false` after that time, or at a signal.
    package static func input(of descriptors: [Int32], within time: Duration?) -> [Bool] {
      var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let limit = time.map { Int32(max(1, min($0 / .milliseconds(1), 1e9))) } ?? -1
      guard poll(&requests, nfds_t(requests.count), limit) > 0 else { return descriptors.map { _ in false } }
      return requests.map { $0.revents != 0 }
    }
  }

  // A member of this name hides the function of the C library.
  private func writeNow(_ descriptor: Int32, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    write(descriptor, bytes, count)
  }
#endif
