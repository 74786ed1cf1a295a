import CommandLineKit
import ReduxJournal
import ReduxReplay

/// The answer to a job, as it crosses the pipe. The bytes of a state, which may be many, follow on their own.
enum ReplayReply: Codable {
  /// The result of a verification.
  case verified(Verification)
  /// The state was rebuilt, unless the replay diverges or the journal has no state.
  case rebuilt(hasState: Bool, divergence: Divergence?)
  /// The job failed.
  case failed(CommandFailure)

  /// The reply to a job that threw an error.
  ///
  /// - Returns: `nil` for errors that are no answer, such as an interruption.
  init?(_ error: any Error) {
    switch error {
    case let error as JournalError: self = .failed(CommandFailure(error))
    case let error as ReplayError: self = .failed(CommandFailure(error))
    case let error as CommandFailure: self = .failed(error)
    default: return nil
    }
  }
}
