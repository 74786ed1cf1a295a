import SystemSupport

// tvOS and watchOS have no terminals.
#if !os(tvOS) && !os(watchOS)
  /// The terminal of this process, as a screen and a keyboard.
  ///
  /// It uses the alternate screen, so that a shell's output stays as it was. Whatever ends the process, the terminal gets its
  /// modes back: see `Platform.enterTerminal`. Use it from one thread; only a `Waker` may be called from others.
  package final class Terminal {
    /// Something that happened.
    package enum Event: Hashable, Sendable {
      case key(Key)
      /// The window has another size, or other programs have drawn on it.
      case redraw
      /// Another thread called `Waker.wake`.
      case woken
      /// The terminal was closed.
      case closed
    }

    /// Wakes a terminal that waits for an event; for other threads.
    package struct Waker: Sendable {
      fileprivate let descriptor: Int32

      /// Makes `next` return `.woken`.
      package func wake() { _ = try? Platform.write([0], to: descriptor) }
    }

    /// The size of the window.
    package private(set) var size: (columns: Int, rows: Int)

    /// The alternate screen, no wrapping at the last column, bracketed paste, and arrow keys for the wheel.
    private static let greeting =
      "\u{1b}[?1049h\u{1b}[?7l\u{1b}[?2004h\u{1b}[?1007s\u{1b}[?1007h\u{1b}[?25l\u{1b}[0m\u{1b}[2J"
    private static let farewell =
      "\u{1b}[0m\u{1b}[?1007r\u{1b}[?2004l\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

    private let signals: Platform.PipeEnds
    private var decoder = KeyDecoder()
    private var painter: ScreenPainter
    private var events: [Event] = []
    private var isEntered = true

    /// Takes the terminal of standard input and output over.
    package init(isColored: Bool) throws {
      signals = try Platform.enterTerminal(Platform.standardOutput, farewell: Array(Terminal.farewell.utf8))
      painter = ScreenPainter(isColored: isColored)
      size = Terminal.currentSize
      write(Array(Terminal.greeting.utf8))
    }

    deinit { leave() }

    /// Wakes this terminal from another thread.
    package var waker: Waker { Waker(descriptor: signals.writing) }

    /// Gives the terminal back.
    package func leave() {
      guard isEntered else { return }
      isEntered = false
      Platform.leaveTerminal()
      Platform.forgetTerminal()
    }

    /// Forgets what the terminal shows, so that the next screen is drawn as a whole.
    package func forget() { painter.forget() }

    /// Shows a screen.
    package func draw(_ grid: CellGrid) { write(painter.paint(grid)) }

    /// Writes bytes that don't change the screen, such as text for the clipboard.
    package func send(_ bytes: [UInt8]) { write(bytes) }

    /// Waits for the next event.
    ///
    /// - Parameter time: How long to wait; `nil` for no limit.
    /// - Returns: The event; `nil` after that time.
    package func next(within time: Duration? = nil) -> Event? {
      let end = time.map { ContinuousClock.now + $0 }
      while events.isEmpty {
        let rest = end.map { $0 - .now }
        if let rest, rest <= .zero { return nil }
        let limit = decoder.isWaiting ? KeyDecoder.escapeTime : rest
        let ready = Platform.input(of: [Platform.standardInput, signals.reading], within: limit)
        if ready[1] { readSignals() }
        if ready[0] { readKeys() } else if decoder.isWaiting, !ready[1] { add(decoder.flush()) }
      }
      return events.removeFirst()
    }

    /// Stops the process and its group until the shell continues them. The terminal is the shell's meanwhile.
    package func suspend() {
      Platform.leaveTerminal()
      Platform.stopProcessGroup()
      // What follows reads the size again, and looks for answers.
      _ = try? Platform.read(256, from: signals.reading)
      events.append(.woken)
      resume()
    }

    private func resume() {
      Platform.resumeTerminal()
      write(Array(Terminal.greeting.utf8))
      size = Terminal.currentSize
      painter.forget()
      events.append(.redraw)
    }

    private func readKeys() {
      do {
        let bytes = try Platform.read(1 << 12, from: Platform.standardInput)
        if bytes.isEmpty { events.append(.closed) } else { add(decoder.decode(bytes)) }
      } catch {
        if !error.isInterruption { events.append(.closed) }
      }
    }

    private func add(_ keys: [Key]) { events += keys.map { .key($0) } }

    private func readSignals() {
      let bytes = (try? Platform.read(256, from: signals.reading)) ?? []
      var isWoken = false
      for byte in bytes {
        switch Int32(byte) {
        case 0: isWoken = true
        case Platform.windowChange:
          size = Terminal.currentSize
          painter.forget()
          events.append(.redraw)
        case Platform.stopRequest: suspend()
        case Platform.continuation: resume()
        default: break
        }
      }
      if isWoken { events.append(.woken) }
    }

    private func write(_ bytes: [UInt8]) {
      guard isEntered, !bytes.isEmpty else { return }
      do { try Platform.writeAll(bytes, to: Platform.standardOutput) } catch { events.append(.closed) }
    }

    private static var currentSize: (columns: Int, rows: Int) {
      Platform.size(ofTerminal: Platform.standardOutput) ?? (80, 24)
    }
  }
#endif
