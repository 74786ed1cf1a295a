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
