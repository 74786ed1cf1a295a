import ReduxReplay

extension Verification {
  /// The result as annotations of GitHub Actions: an error for what is wrong, warnings and notices for what one should
  /// know.
  var workflowCommands: [WorkflowCommand] {
    var commands = warnings.map { warning in
      WorkflowCommand(
        .warning, file: path, line: warning.line, title: "reduxlog verify", message: warning.message)
    }
    switch outcome {
    case .ok:
      if startsElsewhere {
        commands.append(
          WorkflowCommand(.notice, file: path, title: "reduxlog verify", message: Verification.startsElsewhereNote))
      }
    case .diverged(let divergence):
      commands.append(error(line: divergence.line, message: [divergence.message] + divergence.details(file: path)))
    case .failed, .crashed:
      if let failure {
        commands.append(error(line: failure.line, message: [failure.message] + (failure.advice.map { [$0] } ?? [])))
      }
    }
    return commands
  }

  private func error(line: Int?, message: [String]) -> WorkflowCommand {
    WorkflowCommand(
      .error, file: path, line: line, title: "reduxlog verify: \(status)",
      message: message.joined(separator: "\n"))
  }
}
