import CommandLineKit
import ReduxReplay

extension Verification {
  /// The result as annotations of GitHub Actions.
  var workflowCommands: [WorkflowCommand] {
    var commands = warnings.map { warning in
      WorkflowCommand(
        .warning, file: warning.segment ?? path, line: warning.line, title: "reduxlog verify", message: warning.message)
    }
    switch outcome {
    case .ok:
      if report.startsElsewhere {
        commands.append(
          WorkflowCommand(.notice, file: path, title: "reduxlog verify", message: Verification.startsElsewhereNote))
      }
    case .diverged(let divergence):
      commands.append(
        error(
          divergence.path, divergence.line,
          message: [divergence.message] + divergence.details(file: path) + report.divergenceLines.map(\.plain)))
    case .impure(let impurity):
      commands.append(error(impurity.file, impurity.line, message: [impurity.message] + impurity.details))
    case .intact, .unproven, .schema, .failed, .crashed:
      if let failure {
        commands.append(
          error(
            failure.file ?? path, failure.line, message: [failure.message] + (failure.advice.map { [$0] } ?? [])))
      }
    }
    return commands
  }

  private func error(_ file: String, _ line: Int?, message: [String]) -> WorkflowCommand {
    WorkflowCommand(
      .error, file: file, line: line, title: "reduxlog verify: \(status)",
      message: message.joined(separator: "\n"))
  }
}
