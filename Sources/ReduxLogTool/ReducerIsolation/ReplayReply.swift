import CommandLineKit
import ReduxJournal
import ReduxReplay

/// The answer to a job, as sent through the pipe. A state's bytes, which may be many, follow separately.
enum ReplayReply: Codable {
  /// The result of a verification.
  case verified(Verification)
  /// The state was rebuilt, unless the replay diverges or the journal has no state.
  case rebuilt(hasState: Bool, divergence: Divergence?)
  /// The answer to an inquiry.
  case answered(InquiryAnswer)
  /// The changes of some steps.
  case looked([StateLook.Step])
  /// The answer to a try.
  case tried(Trial.Reply)
  /// The job failed.
  case failed(CommandFailure)

  /// Creates the reply for an error of a job.
  ///
  /// - Returns: `nil` for errors that aren't answers, such as an interruption.
  init?(_ error: any Error) {
    switch error {
    case let error as JournalError: self = .failed(CommandFailure(error))
    case let error as ReplayError: self = .failed(CommandFailure(error))
    case let error as CommandFailure: self = .failed(error)
    default: return nil
    }
  }
}
