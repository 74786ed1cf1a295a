import TerminalText

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
  ///
  /// - Parameters:
  ///   - label: The current work, such as `Verifying`.
  ///   - output: The error output.
  ///   - interruption: Checked at every update.
  ///   - elapsed: The time since the start; by default by the system's clock.
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
  ///
  /// - Throws: `Interrupted`, if the user has requested to stop.
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
