import CommandLineKit
import Expectations
import Synchronization
import Testing

struct ProgressLineTests {
  private final class Clock: Sendable {
    let now = Mutex(Duration.zero)
  }

  @Test func `the line appears after 300 ms, is redrawn every 100 ms and erased at the end`() throws {
    let sink = BufferSink(isTerminal: true, width: 40)
    let clock = Clock()
    var line = ProgressLine("Verifying", output: TextOutput(sink)) { clock.now.withLock { $0 } }
    for (milliseconds, done) in [(0, 1), (299, 2), (300, 30), (350, 31), (400, 40)] {
      clock.now.withLock { $0 = .milliseconds(milliseconds) }
      try line.update(done, of: 80)
    }
    try line.finish()
    try line.finish()
    expectEqual(sink.text, "\rVerifying 30 of 80 (37%)\u{1b}[K\rVerifying 40 of 80 (50%)\u{1b}[K\r\u{1b}[K")
  }

  @Test func `without a terminal, no line appears`() throws {
    let sink = BufferSink()
    var line = ProgressLine("Verifying", output: TextOutput(sink)) { .seconds(9) }
    try line.update(1)
    try line.finish()
    expectEqual(sink.text, "")
  }

  @Test func `an interrupt erases the line and stops the command`() throws {
    let sink = BufferSink(isTerminal: true)
    let stop = Clock()
    var line = ProgressLine(
      "Reading", output: TextOutput(sink), interruption: Interruption { stop.now.withLock { $0 != .zero } }
    ) { .seconds(9) }
    try line.update(7)
    stop.now.withLock { $0 = .seconds(1) }
    #expect(throws: Interrupted()) { try line.update(8) }
    expectEqual(sink.text, "\rReading 7\u{1b}[K\r\u{1b}[K")
  }
}
