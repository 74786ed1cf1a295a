import CommandLineKit
import ReduxReplay

/// Reducers that can't answer a question: they crash, hang, or lead to other states than the recorded ones.
struct FailedReplay: ReportableError {
  /// The result of `verify` for the journal.
  let verification: Verification

  func commandFailure(tool: String) -> CommandFailure {
    if case .diverged(let divergence) = verification.outcome {
      return CommandFailure(
        divergence.message, file: divergence.path, line: divergence.line,
        advice: "'\(tool) verify \(ShellWord.quoted(verification.path))' shows the difference.", exitCode: .finding)
    }
    return verification.failure ?? CommandFailure("the reducers' process gave no answer", file: verification.path)
  }
}
