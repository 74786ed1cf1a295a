import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree

/// Which step made a condition false.
struct BisectInquiry: Codable, Hashable, Sendable {
  let expectation: Expectation
  /// The seq of a good state; `nil` for the first of the history.
  let good: Int?
  /// The seq of a bad state.
  let bad: Int
  /// Whether to list each change.
  let scans: Bool

  /// The result of a search.
  struct Answer: Codable, Sendable {
    enum Outcome: String, Codable, Sendable {
      /// The condition holds at the bad end.
      case holds
      /// It doesn't hold at the good end.
      case badFromStart = "bad-from-start"
      /// One step made it false.
      case found
      /// One of several steps did: the states between them are unknown.
      case candidates
      /// A scan found these changes.
      case scanned
      /// The user stopped it: the changes are those so far, or good and bad the ends so far, if both are tested.
      case stopped
    }

    /// A state in which the condition begins or ceases to hold.
    struct Change: Codable, Sendable {
      var seq: Int
      var holds: Bool
    }

    var outcome: Outcome
    /// The last state known to be good.
    var good: Int
    /// The first state known to be bad after it.
    var bad: Int
    /// The first states between them, which can't be had, and their number.
    var unknown: [Int] = []
    var unknownCount = 0
    var tested = 0
    /// The number of states from the good to the bad end.
    var states = 0
    var changes: [Change] = []
    var queriesWithoutResults: [String] = []
    /// See `StateJudge.caveats`.
    var caveats: [String] = []
    /// The values that the condition read of both states, as JSON text.
    var before: String?
    var after: String?
  }

  /// Searches the history of the bad state.
  ///
  /// - Throws: `JournalError`, `ReplayError`, `CommandFailure`, or the errors of `onStep`.
  func answer(_ file: JournalFile, _ apps: AppCatalog, onStep: (Int) throws -> Void) throws -> Answer {
    let way = try History.Way(of: file, from: good ?? 0, to: bad)
    guard let first = way.stretches.first, good == nil || first.seqs.lowerBound == good else {
      throw BisectInquiry.offHistory(good ?? 0, bad, way, file)
    }
    var bisection = try Bisection(
      expectation, along: way, from: first.seqs.lowerBound, to: bad, in: file, apps)
    do { return try scans ? bisection.scan(onStep: onStep) : bisection.search(onStep: onStep) } catch is Interrupted {
      return bisection.stopped
    }
  }

  private static func offHistory(_ good: Int, _ bad: Int, _ way: History.Way, _ file: JournalFile) -> CommandFailure {
    let message = "state \(good) isn't in the history of state \(bad)"
    guard let first = way.stretches.first, case .jump(let target) = first.origin else {
      return CommandFailure(message, file: file.path, advice: "Name an earlier state with --good.", exitCode: .usage)
    }
    return CommandFailure(
      "\(message): the jump back to state \(target) at state \(first.seqs.lowerBound) abandoned it", file: file.path,
      advice: "Name state \(target) or one before it with --good.", exitCode: .usage)
  }
}
