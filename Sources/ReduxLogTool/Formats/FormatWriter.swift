package import CommandLineKit
import ReduxInspection
import ReduxNotation
import StateCoding
import StateTree
import SystemSupport

/// Writes the values of a command in one format.
protocol FormatWriter<Value> {
  associatedtype Value

  mutating func add(_ value: Value) throws
  /// Writes the end, after the last value.
  mutating func finish() throws
}

/// The formats of a command, each with what makes its writer; the first is the default.
struct Formats<Head, Value: SendableMetatype>: Sendable, ExpressibleByDictionaryLiteral {
  typealias Maker = @Sendable (Head, CommandContext) -> any FormatWriter<Value>

  private let makers: [(format: OutputFormat, make: Maker)]

  init(dictionaryLiteral elements: (OutputFormat, Maker)...) {
    makers = elements.map { (format: $0.0, make: $0.1) }
  }

  /// The option `--format` of the command.
  var option: OptionSpecification { .format(makers.map(\.format)) }

  func writer(_ arguments: ParsedArguments, _ head: Head, in context: CommandContext) -> any FormatWriter<Value> {
    (makers.first { $0.format == arguments.format() } ?? makers[0]).make(head, context)
  }
}

extension Formats where Head == Void {
  /// Writes one value.
  func write(_ value: Value, _ arguments: ParsedArguments, in context: CommandContext) throws {
    var writer = writer(arguments, (), in: context)
    try writer.add(value)
    try writer.finish()
  }
}

/// A report for people and as JSON.
protocol PrintedReport: SendableMetatype {
  func write(in context: CommandContext) throws
  func json(in context: CommandContext) throws -> JSONValue
}

/// One report of the results of a command in many journals, live or recorded.
protocol ResultReport: PrintedReport {
  /// The highest exit code of all journals.
  var exitCode: ExitCode { get }
  /// Why journals aren't in the report.
  var messages: [JournalMessage] { get }
}

extension ResultReport {
  func print(_ arguments: ParsedArguments, in context: CommandContext) throws {
    try context.explain(messages)
    try Formats.humanAndJSON.write(self, arguments, in: context)
  }
}

extension Formats where Head == Void, Value: PrintedReport {
  static var humanAndJSON: Formats {
    [
      .human: { ValueWriter($1) { try $0.write(in: $1) } },
      .json: { ValueWriter($1) { try $1.output.json($0.json(in: $1)) } },
    ]
  }
}

/// Writes single values.
struct ValueWriter<Value>: FormatWriter {
  private let context: CommandContext
  private let body: (Value, CommandContext) throws -> Void

  init(_ context: CommandContext, _ body: @escaping (Value, CommandContext) throws -> Void) {
    self.context = context
    self.body = body
  }

  func add(_ value: Value) throws { try body(value, context) }
  func finish() {}
}

extension TextOutput {
  /// Writes valid JSON text, indented, and ends the line.
  func json(text: [UInt8]) throws {
    try JSONPrinter.indent(text, isColored: isColored) { try data($0) }
    try line()
  }

  /// Writes a JSON value for people, with the date beside each number that stands for one, and ends the line.
  func json(_ value: JSONValue, at pointer: JSONPointer, notingDates dates: PointerPatterns?) throws(OutputError) {
    try data(JSONPrinter.bytes(of: value, at: pointer, notingDates: dates, isColored: isColored))
    try line()
  }

  /// Writes a JSON value and ends the line.
  func json(_ value: JSONValue, layout: JSONPrinter.Layout = .indented) throws(OutputError) {
    try data(JSONPrinter.bytes(of: value, layout: layout, isColored: isColored))
    try line()
  }
}

extension ChangeList {
  /// Returns the lines, each with its line feed. Two threads share the work if there are many.
  package func text(columns: Int? = nil) throws -> StyledText {
    guard changes.count > 1000 else { return joinedLines(changes[...], columns: columns) }
    let middle = changes.count / 2
    let (start, end) = try Concurrently.both(
      { joinedLines(changes[..<middle], columns: columns) }, { joinedLines(changes[middle...], columns: columns) })
    return start + end
  }
}
