import CommandLineKit
import ReduxInspection

/// Writes a line for each result, and its problems as annotations of GitHub Actions.
struct GitHubWriter: FormatWriter {
  private let command: String
  private let context: CommandContext
  private var lines: LineWriter

  init(_ head: ResultHead, in context: CommandContext) {
    command = head.command
    self.context = context
    lines = LineWriter(head, in: context)
  }

  mutating func add(_ result: JournalResult) throws {
    try lines.line(result)
    let title = "reduxlog \(command)"
    var commands = result.warnings.map { warning in
      WorkflowCommand(
        .warning, file: warning.segment ?? result.path, line: warning.line, title: title, message: warning.message)
    }
    commands += result.notes.map { WorkflowCommand(.notice, file: result.path, title: title, message: $0) }
    commands += result.problems.map { problem in
      WorkflowCommand(
        .error, file: problem.file, line: problem.line, title: "\(title): \(result.status)",
        message: ([problem.message] + problem.details.map(context.namingCommands)).joined(separator: "\n"))
    }
    for command in commands { try context.output.line(StyledText(trusted: command.text)) }
  }

  func finish() throws { try lines.finish() }
}

/// A line of output that GitHub Actions shows as an annotation.
///
/// The form is that of GitHub's workflow commands: `::error file=F,line=L,title=T::message`.
package struct WorkflowCommand: Hashable, Sendable {
  /// The level of an annotation.
  package enum Level: String, Sendable {
    /// An error.
    case error
    /// A warning.
    case warning
    /// A notice.
    case notice
  }

  /// The level.
  package var level: Level
  /// The file in question.
  package var file: String?
  /// The line of the file, counted from 1.
  package var line: Int?
  /// The title above the message.
  package var title: String
  /// The message, which may have several lines.
  package var message: String

  /// Creates a command.
  package init(_ level: Level, file: String? = nil, line: Int? = nil, title: String, message: String) {
    self.level = level
    self.file = file
    self.line = line
    self.title = title
    self.message = message
  }

  /// The printed command, without a line end. It escapes all control characters except line ends.
  package var text: String {
    var properties: [String] = []
    if let file { properties.append("file=\(WorkflowCommand.property(file))") }
    if let line { properties.append("line=\(line)") }
    properties.append("title=\(WorkflowCommand.property(title))")
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    let data = lines.map { WorkflowCommand.escaped(String($0).escapedForTerminal) }.joined(separator: "%0A")
    return "::\(level.rawValue) \(properties.joined(separator: ","))::\(data)"
  }

  private static func property(_ text: String) -> String {
    escaped(text.escapedForTerminal).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }
}
