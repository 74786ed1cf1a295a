import Dispatch
import Expectations
import ReduxRecorder
import ReduxReplay
import StateCoding
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import ReduxDiagnostics
@testable import ReduxJournal
@testable import ReduxRecorder

/// What a recorder prints while the app runs.
struct ConsoleTests {
  /// Collects what is printed, and the threads that print.
  private final class Output: Sendable {
    private let content = Mutex((text: "", threads: Set<UInt>()))

    func write(_ text: String) {
      content.withLock { content in
        content.text += text
        content.threads.insert(Platform.currentThread)
      }
    }

    var text: String { content.withLock(\.text) }
    var threads: Set<UInt> { content.withLock(\.threads) }
  }

  /// Returns what a recorder prints while the body uses it, without the times of reducers that a busy machine makes slow.
  private func printed(
    _ options: RecorderOptions, by body: (Recorder) throws -> Void
  ) throws -> String {
    let output = Output()
    var options = options.debugging(printing: .changes, onAudit: nil)
    options.console = output.write
    options.snapshotBudget = .seconds(1000)
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: options)
    try body(recorder)
    recorder.close()
    recorder.waitForReports()
    return output.text.replacing(#/  \(took [0-9]+ ms\)/#, with: "")
  }

  @Test func `it prints each action with the places that changed`() throws {
    let text = try printed(RecorderOptions()) { recorder in
      let reduce = recorder.recording(CounterApp.reduce)
      var state = CounterApp.State()
      try reduce(&state, .add(2))
      try reduce(&state, .note("a/b", 1))
      try reduce(&state, .write("x\u{1b}[2J"))
      try reduce(&state, .add(0))
      try reduce(&state, .reset)
      #expect(throws: Refusal.self) { try reduce(&state, .add(2000)) }
    }
    expectEqual(
      text,
      #"""
         1  add(2)  /count
         2  note("a/b", 1)  /notes/a~1b
         3  write("x\u{1b}[2J")  /log
         4  add(0)
         5  reset  /count  /notes/a~1b  /log
         6  add(2000)  /count  refused: Refusal.tooMuch

      """#)
  }

  @Test func `it prints new values where patches are recorded`() throws {
    // docs/guides/stores.md: printing
    let options = RecorderOptions(states: .patches).debugging(printing: .changes)
    // docs/guides/stores.md: end
    let text = try printed(options) { recorder in
      let reduce = recorder.recording(CounterApp.reduce)
      var state = CounterApp.State()
      try reduce(&state, .add(2))
      try reduce(&state, .note("due", 1))
      try reduce(&state, .write("x"))
      try reduce(&state, .reset)
    }
    expectEqual(
      text,
      """
         1  add(2)  /count
            ~ /count: … → 2
         2  note("due", 1)  /notes/due
            + /notes/due: 1
         3  write("x")  /log
            + /log/0: "x"
         4  reset  /count  /notes/due  /log
            ~ /count: … → 0
            - /notes/due: …
            - /log/0: …

      """)
  }

  @Test func `it prints the first changes of an action, and counts the others`() throws {
    let text = try printed(RecorderOptions(states: .patches)) { recorder in
      var state = Dictionary(uniqueKeysWithValues: (10..<70).map { ("n\($0)", CounterApp.State()) })
      recorder.record("count", in: &state) { state in
        for key in state.keys { state[key]?.count = 1 }
      }
    }
    let lines = text.split(separator: "\n")
    expectEqual(lines.count, 52)
    expectEqual(lines.suffix(2), ["      ~ /n59/count: … → 1", "      … 10 more changes"])
  }

  @Test func `what it prints is redacted like the journal`() throws {
    struct State: Codable {
      var token = "t0k3n-1"
      var open = "a"
    }
    struct LogIn: Codable {
      var password: String
      var name: String
    }
    for (options, expected) in [
      (
        RecorderOptions(states: .patches),
        """
           1  ConsoleTests.LogIn(password: ‹redacted›, name: "mira")  /open  /token ‹redacted›
              ~ /open: … → "mira"
              ~ /token: ‹redacted›

        """
      ),
      (
        RecorderOptions(detail: .shape),
        """
           1  ConsoleTests.LogIn(password: "redacted", name: "redacted")

        """
      ),
      (
        RecorderOptions(detail: .names),
        """
           1  ConsoleTests.LogIn(<ConsoleTests.LogIn>)  /open  (opaque)  (no hash: only names are recorded)

        """
      ),
    ] {
      let text = try printed(options) { recorder in
        let reduce = recorder.recording { (state: inout State, action: LogIn) in
          state.token = "t0k3n-\(action.password)"
          state.open = action.name
        }
        var state = State()
        reduce(&state, LogIn(password: "pw-hush", name: "mira"))
      }
      expectEqual(text, expected)
    }
  }

  @Test func `it marks volatile places`() throws {
    struct State: Codable {
      var openedAt = 1_767_261_600
      var count = 0
    }
    let text = try printed(RecorderOptions(states: .patches, volatile: ["/openedAt"])) { recorder in
      let reduce = recorder.recording { (state: inout State, step: Int) in
        state.openedAt += 60
        state.count += step
      }
      var state = State()
      reduce(&state, 1)
      reduce(&state, 0)
    }
    expectEqual(
      text,
      """
         1  Int(1)  /count
            ~ /openedAt: … → 1767261660 (2026-01-01T10:01:00Z) (volatile)
            ~ /count: … → 1
         2  Int(0)
            ~ /openedAt: … → 1767261720 (2026-01-01T10:02:00Z) (volatile)

      """)
  }

  @Test func `it says what the journal says of actions that can't be replayed, and of states without a hash`() throws {
    struct Refresh { var limit: Int }
    let text = try printed(RecorderOptions(hashing: .every(2), maximumActionBytes: 40)) { recorder in
      var state = CounterApp.State()
      recorder.record(Refresh(limit: 3), in: &state) { $0.count = 1 }
      recorder.record(CounterApp.Action.add(1), in: &state) { $0.count += 1 }
      recorder.record(CounterApp.Action.add(1), in: &state) { $0.count += 1 }
      recorder.record(CounterApp.Action.write(String(repeating: "x", count: 80)), in: &state) { $0.count += 1 }
    }
    expectEqual(
      text,
      """
         1  ConsoleTests.Refresh(limit: 3)  /count  (inspect-only)
         2  add(1)  (not looked at)
         3  add(1)  /count  (since 1)
      reduxlog: the action CounterApp.Action takes 99 bytes, but the limit is 40; only its name is recorded
         4  write(<CounterApp.Action, 99 bytes>)  /count  (opaque)

      """)
  }

  @Test func `it prints failures beside the actions`() throws {
    struct Unwritable: Encodable {
      func encode(to encoder: any Encoder) throws { throw Refusal.tooMuch(1) }
    }
    let text = try printed(RecorderOptions()) { recorder in
      var state = CounterApp.State()
      recorder.record(Unwritable(), in: &state) { $0.count = 1 }
    }
    expectEqual(
      text,
      """
      reduxlog: the action ConsoleTests.Unwritable can't be encoded: tooMuch(1); it is recorded by reflection and can't be \
      replayed
         1  ConsoleTests.Unwritable  /count  (inspect-only)

      """)
  }

  @Test func `by default, debug builds print failures only, unless the app takes them`() throws {
    let output = Output()
    var options = RecorderOptions(maximumActionBytes: 10)
    options.console = output.write
    let reports = Reports()
    for takesFailures in [false, true] {
      let file = try TemporaryFile()
      let recorder = try Recorder(
        path: file.path, app: counter, options: options, onFailure: takesFailures ? reports.append : nil)
      var state = CounterApp.State()
      try recorder.recording(CounterApp.reduce)(&state, .write("long enough"))
      recorder.close()
      recorder.waitForReports()
    }
    #if DEBUG
      expectEqual(
        output.text,
        """
        reduxlog: the action CounterApp.Action takes 30 bytes, but the limit is 10; only its name is recorded

        """)
    #else
      expectEqual(output.text, "")
    #endif
    expectEqual(reports.all.count, 1)
  }

  @Test @MainActor func `it prints on another thread, and never makes the app wait`() throws {
    let output = Output()
    let isPrinting = DispatchSemaphore(value: 0)
    let mayPrint = DispatchSemaphore(value: 0)
    var options = unhurried.debugging(printing: .changes, onAudit: nil)
    options.console = { text in
      isPrinting.signal()
      mayPrint.wait()
      mayPrint.signal()
      output.write(text)
    }
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: options)
    let reduce = recorder.recording(CounterApp.reduce)
    var state = CounterApp.State()
    try reduce(&state, .add(1))
    isPrinting.wait()
    for _ in 0..<Console.actionLimit + 12 { try reduce(&state, .add(1)) }
    mayPrint.signal()
    recorder.waitForReports()
    try reduce(&state, .add(5))
    recorder.waitForReports()
    let lines = output.text.split(separator: "\n")
    expectEqual(lines.count, Console.actionLimit + 3)
    expectEqual(lines[..<2], ["   1  add(1)  /count", "   2  add(1)  /count"])
    expectEqual(lines[1000...], ["1001  add(1)  /count", "      … 12 more actions", "1014  add(5)  /count"])
    #expect(!output.threads.isEmpty && !output.threads.contains(Platform.currentThread))
  }

  @Test func `waiting actions take limited memory`() throws {
    let output = Output()
    let isPrinting = DispatchSemaphore(value: 0)
    let mayPrint = DispatchSemaphore(value: 0)
    let console = Console(volatile: .none) { text in
      isPrinting.signal()
      mayPrint.wait()
      mayPrint.signal()
      output.write(text)
    }
    func add(_ seq: Int, byteCount: Int) {
      let json = Array(#""\#(String(repeating: "x", count: byteCount - 2))""#.utf8)
      let head = ActionHead(at: 0, type: "write", action: json)
      console.add(ObservedAction(seq: seq, head: head, outcome: ActionOutcome(hash: nil)))
    }
    add(1, byteCount: 10)
    isPrinting.wait()
    add(2, byteCount: Console.byteLimit - 1)
    add(3, byteCount: 10)
    add(4, byteCount: 10)
    mayPrint.signal()
    console.wait()
    expectEqual(
      output.text.split(separator: "\n").map { $0.prefix(16) },
      ["   1  write(\"xxx", "   2  write(\"xxx", "   3  write(\"xxx", "      … 1 more a"])
  }
}
