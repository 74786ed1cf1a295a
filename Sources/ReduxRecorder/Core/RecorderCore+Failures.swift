import ReduxJournal
import StateCoding
import StateTree

/// Failures, and resuming after them.
extension RecorderCore {
  /// Stops recording until the next state, which may not follow from the journal.
  mutating func beginOutage(missing: Int, why: String) {
    guard case .recording = phase else { return noteMissing(missing) }
    phase = .outage(missing: missing, why: why)
    outline = nil
    lastHash = nil
  }

  /// Forgets the known state, because the app replaced it without an action.
  mutating func noteReplacedState() {
    guard open == nil else { return }
    switch phase {
    case .recording: beginOutage(missing: 0, why: "the app went on from another state")
    // A pause without missing actions would leave no gap.
    case .paused(let missing): phase = .outage(missing: missing, why: "paused")
    case .outage: break
    case .waitingForState, .off: return
    }
    outline = nil
    lastHash = nil
  }

  /// Counts missing actions during a pause or an outage.
  mutating func noteMissing(_ count: Int) {
    switch phase {
    case .paused(let missing): phase = .paused(missing: missing + count)
    case .outage(let missing, let why): phase = .outage(missing: missing + count, why: why)
    case .waitingForState, .recording, .off: break
    }
  }

  /// Notes a failure of the writer during a pause or an outage.
  mutating func noteFurtherFailure(_ error: JournalError) {
    failures.append(.journal(error))
    switch phase {
    case .paused(let missing): phase = .outage(missing: missing, why: "paused; \(error.problem)")
    case .outage(let missing, let why): phase = .outage(missing: missing, why: "\(why); \(error.problem)")
    case .waitingForState, .recording, .off: break
    }
  }

  /// Begins an outage after an error, or stops recording if the error is unknown.
  mutating func fail(_ error: any Error, missing: Int) {
    outline = nil
    switch error {
    case let failure as RecorderFailure:
      report(failure, once: "state")
      let why = rules.writesFreeText ? "\(failure)" : "the state cannot be encoded"
      phase = .outage(missing: missing, why: why)
    case let error as JournalError:
      failures.append(.journal(error))
      phase = .outage(missing: missing, why: "\(error.problem)")
    default: turnOff(error)
    }
  }

  /// Whether the writer only rejected the arguments: it wrote nothing and still works.
  static func isRefusal(_ error: JournalError) -> Bool {
    switch error.problem {
    case .lineTooLong, .tooManyValues, .exhausted, .misuse: true
    default: false
    }
  }

  /// Stops recording. If no line can hold the state, retrying would only fill the journal with gaps.
  mutating func turnOff(_ error: any Error) {
    failures.append(
      (error as? JournalError).map(RecorderFailure.journal) ?? .state(reason: rules.explanation(of: error)))
    phase = .off
  }

  /// Resumes recording after an outage.
  ///
  /// If anything is missing, it writes a gap, which counts the missing actions, and the current state.
  mutating func resume(from state: some Encodable) {
    guard case .outage(let missing, let why) = phase, let writer else { return }
    let wasStopped = writer.isStopped
    var isGapWritten = false
    do {
      if writer.needsSegment {
        guard rotation.mayReplace(at: elapsed()) else { return }
        return try startSegment(with: state, missing: missing, why: why)
      }
      try writer.recover()
      let outline = try outline(of: state)
      if missing > 0 || lastHash != outline.hash {
        // A gap without a state would lead to another gap at the next attempt.
        try writer.writeTogether {
          // The write may succeed although the synchronization to disk fails.
          defer { isGapWritten = !writer.isStopped || writer.needsSegment }
          try writer.gap(at: elapsed(), why: why, missing: missing > 0 ? missing : nil)
          try writeSnapshot(state, hash: outline.hash, setsState: true)
        }
      }
      setRecording(outline)
    } catch let error as JournalError where RecorderCore.isRefusal(error) {
      turnOff(error)
    } catch let error as JournalError {
      // A second gap must not count the same actions.
      if isGapWritten { phase = .outage(missing: 0, why: why) }
      // The outage continues. A failure of the writer was reported at its start.
      if !wasStopped { return noteFurtherFailure(error) }
      // Another file at the path of the new segment is a failure of its own.
      if case .inTheWay = error.problem { report(.journal(error), once: "segment") }
    } catch let failure as RecorderFailure {
      if let reflected = reflected(state, because: failure) { return resume(from: reflected) }
      report(failure, once: "state")
    } catch {
      turnOff(error)
    }
  }
}
