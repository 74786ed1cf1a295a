import CommandLineKit
import ReduxJournal
import ReduxReplay

/// A question about many states of a journal, in a form that can be sent to another process.
enum Inquiry: Codable, Hashable, Sendable {
  /// Which actions changed a value at places.
  case touches(TouchInquiry)
  /// Which step made a condition false.
  case bisect(BisectInquiry)
  /// Whether conditions hold in all, some or no states.
  case assert(AssertInquiry)
  /// Which steps set values.
  case blame(BlameInquiry)
  /// The hashes of the states that the reducers lead to.
  case hashes(HashInquiry)
  /// One of these states.
  case state(StateInquiry)

  /// Answers in this process.
  ///
  /// - Throws: `JournalError`, `ReplayError`, `CommandFailure`, or the errors of `onStep`.
  func answer(_ file: JournalFile, _ apps: AppCatalog, onStep: (Int) throws -> Void) throws -> InquiryAnswer {
    do {
      switch self {
      case .touches(let inquiry): return .touches(try inquiry.answer(file, apps, onStep: onStep))
      case .bisect(let inquiry): return .bisect(try inquiry.answer(file, apps, onStep: onStep))
      case .assert(let inquiry): return .assert(try inquiry.answer(file, apps, onStep: onStep))
      case .blame(let inquiry): return .blame(try inquiry.answer(file, apps, onStep: onStep))
      case .hashes(let inquiry): return .hashes(try inquiry.answer(file, apps, onStep: onStep))
      case .state(let inquiry): return .state(try inquiry.answer(file, apps))
      }
    } catch let error as ReplayError where error.isOfDivergence {
      return .diverged(CommandFailure(error))
    }
  }
}

/// The answer to an inquiry.
enum InquiryAnswer: Codable, Sendable {
  case touches(TouchInquiry.Answer)
  case bisect(BisectInquiry.Answer)
  case assert(AssertInquiry.Answer)
  case blame(BlameInquiry.Answer)
  case hashes(HashInquiry.Answer)
  case state(String)
  /// Today's reducers lead to other states than the recorded ones.
  case diverged(CommandFailure)

  /// Whether the user stopped it, so that it has only what was known by then.
  var isStopped: Bool {
    switch self {
    case .touches(let answer): answer.stoppedAt != nil
    case .bisect(let answer): answer.outcome == .stopped
    case .assert(let answer): answer.isStopped
    case .blame(let answer): answer.stoppedAt != nil
    case .hashes, .state, .diverged: false
    }
  }
}
