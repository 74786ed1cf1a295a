import ReduxJournal
import StateTree

/// Failures, and going on after them.
extension RecorderCore {
  mutating func loseSight(missing: Int, why: String) {
    guard case .recording = phase else { return noteMissing(missing) }
    phase = .outage(missing: missing, why: why)
    outline = nil
    lastHash = nil
  }

  /// Forgets the state that it knows: the next one that it sees is not what the next action began with.
  mutating func noteReplacedState() {
    guard open == nil else { return }
    switch phase {
    case .recording: loseSight(missing: 0, why: "the app went on from another state")
    // With a pause in which nothing is missing there would be nothing to tell.
    case .paused(let missing): phase = .outage(missing: missing, why: "paused")
    case .outage: break
    case .waitingForState, .off: return
    }
    outline = nil
    lastHash = nil
  }

  /// Counts actions that are not in the journal, while something is not.
  mutating func noteMissing(_ count: Int) {
    switch phase {
    case .paused(let missing): phase = .paused(missing: missing + count)
    case .outage(let missing, let why): phase = .outage(missing: missing + count, why: why)
    case .waitingForState, .recording, .off: break
    }
  }

  /// Notes that the writer failed while something was missing already, be it only that the app wanted it so.
  mutating func failFurther(_ error: JournalError) {
    failures.append(.journal(error))
    switch phase {
    case .paused(let missing): phase = .outage(missing: missing, why: "paused; \(error.problem)")
    case .outage(let missing, let why): phase = .outage(missing: missing, why: "\(why); \(error.problem)")
    case .waitingForState, .recording, .off: break
    }
  }

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

  /// Whether the writer refused a call because of its arguments, wrote nothing, and goes on.
  static func isRefusal(_ error: JournalError) -> Bool {
    switch error.problem {
    case .lineTooLong, .tooManyValues, .misuse: true
    default: false
    }
  }

  /// Gives up: where no line can hold the state, trying again with each action would only fill the journal with gaps.
  mutating func turnOff(_ error: any Error) {
    failures.append(
      (error as? JournalError).map(RecorderFailure.journal) ?? .state(reason: rules.explanation(of: error)))
    phase = .off
  }

  /// Goes on recording after an outage: with a gap that tells what is missing, and the state as it is now. Where the
  /// journal has got everything after all, it just goes on.
  mutating func resume(from state: some Encodable) {
    guard case .outage(let missing, let why) = phase, let writer else { return }
    let wasStopped = writer.isStopped
    var isToldOf = false
    do {
      if writer.needsSegment {
        guard rotation.mayRescue(at: elapsed()) else { return }
        return try startSegment(with: state, missing: missing, why: why)
      }
      try writer.recover()
      let outline = try outline(of: state)
      if missing > 0 || lastHash != outline.hash {
        // A gap without the state after it would be followed by another gap at the next attempt.
        try writer.writeTogether {
          // A record that is written may fail to get to the disk.
          defer { isToldOf = !writer.isStopped || writer.needsSegment }
          try writer.gap(at: elapsed(), why: why, missing: missing > 0 ? missing : nil)
          try writeSnapshot(state, hash: outline.hash, setsState: true)
        }
      }
      setRecording(outline)
    } catch let error as JournalError where RecorderCore.isRefusal(error) {
      turnOff(error)
    } catch let error as JournalError {
      // The gap is there, and the next one would count once more what is missing.
      if isToldOf { phase = .outage(missing: 0, why: why) }
      // The outage goes on; it was reported when it began, if it was the writer's.
      if !wasStopped { return failFurther(error) }
      // That somebody's file is in the way of a new segment is another thing.
      if case .inTheWay = error.problem { report(.journal(error), once: "segment") }
    } catch let failure as RecorderFailure {
      report(failure, once: "state")
    } catch {
      turnOff(error)
    }
  }
}
