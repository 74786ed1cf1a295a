/// The one writer for everything that may reach a terminal.
///
/// It takes styled text, in which every part that comes from outside has its control characters escaped, and data of
/// a machine's format, which must be safe by itself (as JSON from `JSONPrinter` is).
package struct TextOutput: Sendable {
  /// Where the bytes go.
  package let sink: any OutputSink
  /// Whether styles are written.
  package var isColored: Bool

  /// Creates a writer that writes no styles yet.
  package init(_ sink: any OutputSink, isColored: Bool = false) {
    self.sink = sink
    self.isColored = isColored
  }

  /// The width in columns, if there is one.
  package var width: Int? { sink.width }

  /// Writes a text.
  package func write(_ text: StyledText) throws(OutputError) {
    try sink.write(text.rendered(isColored: isColored))
  }

  /// Writes a text and ends the line.
  package func line(_ text: StyledText = "") throws(OutputError) { try write(text + "\n") }

  /// Writes bytes of a machine's format, as they are.
  package func data(_ bytes: [UInt8]) throws(OutputError) { try sink.write(bytes) }

  /// Passes on what the sink kept back.
  package func flush() throws(OutputError) { try sink.flush() }
}
