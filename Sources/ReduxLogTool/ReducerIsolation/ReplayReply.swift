import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree

/// What came of a job, as one process tells another. The state, which may be large, is told beside it.
struct ReplayReply: Codable {
  private var verified: Verified?
  private var divergence: Parting?
  private var failure: Failure?
  /// The text of an error that is none of the tool's.
  private var error: String?
  /// Whether a state follows.
  private(set) var hasState = false

  init(_ result: ReplayJob.Result) {
    switch result {
    case .verified(let verification): verified = Verified(verification)
    case .rebuilt(let state, let divergence):
      hasState = state != nil
      self.divergence = divergence.map(Parting.init)
    case .ended(let death): failure = Failure(death.failure)
    }
  }

  init(_ error: any Error) {
    switch error {
    case let error as JournalError: failure = Failure(CommandFailure(error))
    case let error as ReplayError: failure = Failure(CommandFailure(error))
    case let error as CommandFailure: failure = Failure(error)
    default: self.error = String(describing: error)
    }
  }

  /// What came of the job.
  ///
  /// - Throws: `CommandFailure` if it failed.
  func result(state: [UInt8]?) throws(CommandFailure) -> ReplayJob.Result {
    if let failure { throw failure.value }
    if let error { throw CommandFailure(error) }
    if let verified { return .verified(verified.value) }
    return .rebuilt(state, divergence?.value)
  }
}
