import Dispatch
import ReduxRecorder
import StateCoding
import Synchronization
import TerminalText

/// Prints actions and failures while the app runs, on a thread of its own.
///
/// Adding to it never waits for the output: if that is slower than the app, the console skips actions and counts them.
final class Console: Sendable {
  private enum Item: Sendable {
    case action(ObservedAction)
    case failure(RecorderFailure)
    case skipped(Int)
  }

  private struct Content {
    var waiting: [Item] = []
    /// The bytes of JSON in the waiting actions.
    var byteCount = 0
    var skipped = 0
    var isPrinting = false
  }

  /// The most actions that wait.
  static let actionLimit = 1000
  /// The bytes of JSON in waiting actions beyond which no other may wait.
  static let byteLimit = 4 << 20

  private let content = Mutex(Content())
  private let queue = DispatchQueue(label: "reduxlog.recorder.console", qos: .utility)
  private let volatile: PointerPatterns
  private let write: @Sendable (String) -> Void

  /// Creates a console.
  ///
  /// - Parameters:
  ///   - volatile: The places to mark as volatile.
  ///   - write: Writes lines.
  init(volatile: PointerPatterns, write: @escaping @Sendable (String) -> Void) {
    self.volatile = volatile
    self.write = write
  }

  /// Prints an action a little later, or counts it as skipped if too many wait.
  func add(_ action: ObservedAction) {
    add { content in
      guard content.waiting.count < Console.actionLimit, content.byteCount < Console.byteLimit else {
        content.skipped += 1
        return
      }
      content.waiting.append(.action(action))
      content.byteCount += action.byteCount
    }
  }

  /// Prints a failure a little later.
  func add(_ failure: RecorderFailure) { add { $0.waiting.append(.failure(failure)) } }

  /// Waits until everything so far is printed.
  func wait() { queue.sync {} }

  private func add(_ change: (inout Content) -> Void) {
    let mustStart = content.withLock { content in
      change(&content)
      defer { content.isPrinting = true }
      return !content.isPrinting
    }
    if mustStart { queue.async { self.print() } }
  }

  private func print() {
    while let items = takeWaiting() {
      for item in items {
        switch item {
        case .action(let action): for line in action.lines(volatile: volatile) { write(line.plain + "\n") }
        case .failure(let failure): write("reduxlog: \(failure.description.escapedForTerminal)\n")
        case .skipped(let count): write("      … \(count) more action\(count == 1 ? "" : "s")\n")
        }
      }
    }
  }

  /// Returns what waits, with the number of skipped actions at the end; `nil` if nothing does.
  private func takeWaiting() -> [Item]? {
    content.withLock { content in
      guard !content.waiting.isEmpty else {
        content.isPrinting = false
        return nil
      }
      let items = content.waiting + (content.skipped > 0 ? [.skipped(content.skipped)] : [])
      content = Content(isPrinting: true)
      return items
    }
  }
}
