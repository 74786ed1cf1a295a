package import TerminalText

/// The only writer for everything that may reach a terminal.
///
/// It accepts styled text, in which external text is escaped, and data in machine-readable formats, which must be safe
/// already, such as JSON from `JSONPrinter`.
package struct TextOutput: Sendable {
  /// The destination of the bytes.
  package let sink: any OutputSink
  /// Whether styles are written.
  package var isColored: Bool

  /// Creates a writer, by default without styles.
  package init(_ sink: any OutputSink, isColored: Bool = false) {
    self.sink = sink
    self.isColored = isColored
  }

  /// The width in columns, if any.
  package var width: Int? { sink.width }

  /// Writes a text.
  package func write(_ text: StyledText) throws(OutputError) {
    try sink.write(text.rendered(isColored: isColored))
  }

  /// Writes a text and ends the line.
  package func line(_ text: StyledText = "") throws(OutputError) { try write(text + "\n") }

  /// Writes data of a machine-readable format unchanged.
  package func data(_ bytes: [UInt8]) throws(OutputError) { try sink.write(bytes) }

  /// Writes out buffered bytes.
  package func flush() throws(OutputError) { try sink.flush() }
}

/// A progress line: shown only on a terminal, only after 300 ms, and erased at the end.
package struct ProgressLine {
  private static let delay = Duration.milliseconds(300)
  private static let interval = Duration.milliseconds(100)

  private let label: String
  private let output: TextOutput
  private let interruption: Interruption
  private let elapsed: () -> Duration
  private var nextDrawing = ProgressLine.delay
  private var isShown = false

  /// Creates a hidden line.
  package init(
    _ label: String, output: TextOutput, interruption: Interruption = .never, elapsed: (() -> Duration)? = nil
  ) {
    self.label = label
    self.output = output
    self.interruption = interruption
    if let elapsed {
      self.elapsed = elapsed
    } else {
      let start = ContinuousClock.now
      self.elapsed = { ContinuousClock.now - start }
    }
  }

  /// Updates the number of finished steps, and the total if known. Cheap enough for every record.
  package mutating func update(_ done: Int, of total: Int? = nil) throws {
    do { try interruption.check() } catch {
      try finish()
      throw error
    }
    guard output.sink.isTerminal else { return }
    let now = elapsed()
    guard now >= nextDrawing else { return }
    nextDrawing = now + ProgressLine.interval
    isShown = true
    var text = "\(label) \(done)"
    if let total, total > 0 { text += " of \(total) (\(done * 100 / total)%)" }
    let shortened = text.escapedForTerminal.shortened(to: max(1, (output.width ?? 80) - 1))
    try output.write(StyledText(trusted: "\r\(shortened)\u{1b}[K"))
  }

  /// Erases the line.
  package mutating func finish() throws {
    guard isShown else { return }
    isShown = false
    try output.write("\r\u{1b}[K")
  }
}
