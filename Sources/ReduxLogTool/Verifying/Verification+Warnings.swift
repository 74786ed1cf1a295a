import CommandLineKit
import ReduxJournal
import ReduxReplay

extension Verification {
  /// Adds a warning. Its line is counted through all segments until `locateLines` is called.
  mutating func warn(_ message: String, line: Int? = nil) { warnings.append(Warning(line: line, message: message)) }

  /// Sets the segment and the line in it of each warning and each unproven range.
  mutating func locateLines(in file: JournalFile) {
    var places = file.locations(ofLines: warnings.compactMap(\.line) + report.unproven.compactMap(\.line))[...]
    for index in warnings.indices where warnings[index].line != nil {
      (warnings[index].segment, warnings[index].line) = next(of: &places)
    }
    for index in report.unproven.indices where report.unproven[index].line != nil {
      (report.unproven[index].segment, report.unproven[index].line) = next(of: &places)
    }
  }

  private func next(of places: inout ArraySlice<(path: String, line: Int)>) -> (segment: String?, line: Int?) {
    let place = places.popFirst()
    return (place?.path == path ? nil : place?.path, place?.line)
  }

  mutating func warn(of gap: VerifyReport.Gap) {
    let missing =
      switch gap.missing {
      case nil: "something is missing"
      case 0: "no action is missing"
      case 1: "1 action is missing"
      case let count?: "\(count) actions are missing"
      }
    warn("a gap: \(missing): \(gap.why)", line: gap.line)
  }

  mutating func warn(of action: VerifyReport.InterruptedAction) {
    warn(
      "action \(action.seq) (\(action.type)) was in flight when the process died; it led to no state", line: action.line
    )
  }

  mutating func warn(of range: UnprovenRange) {
    let seqs = range.seqs
    let states = seqs.count == 1 ? "state \(seqs.lowerBound) is" : "states \(seqs.lowerBound) to \(seqs.upperBound) are"
    warn("\(states) not proven: \(range.reason)", line: range.line)
  }

  /// Warns of a journal without a seal at its end.
  mutating func warn(of tail: VerifyReport.Tail) {
    switch tail {
    case .closed: return
    case .notClosed: warn("not closed: the last session has no seal, so lines may be missing at the end")
    case .torn(let torn):
      let what: String
      if let action = torn.action {
        let fate = torn.beingWritten ? "is being reduced" : "was in flight when the process died"
        what = "action \(action.seq) (\(action.type)) \(fate)"
      } else if torn.beingWritten {
        what = "the line is being written"
      } else if torn.isWhole {
        what = "the last record lacks its line end"
      } else {
        what = "cut short: the last \(torn.byteCount) bytes aren't a whole record"
      }
      warn(what, line: torn.line)
    }
  }

  mutating func warn(of reasons: [SchemaCompatibility.Reason]) {
    for reason in reasons {
      warn(reason.verdict == .risky ? "risky: \(reason)" : "\(reason)")
      if case .reshapedStates = reason { convertsStates = true }
    }
  }

  /// Warns of a failure that isn't the result.
  mutating func warn(of failure: CommandFailure) {
    warnings.append(
      Warning(segment: failure.file == path ? nil : failure.file, line: failure.line, message: failure.message))
  }

  /// Warns of a divergence that an option accepts.
  mutating func warn(ofAccepted divergence: Divergence) {
    warnings.append(
      Warning(
        segment: divergence.path == path ? nil : divergence.path, line: divergence.line, message: divergence.warning))
  }

  /// Warns of states that were recorded without a hash.
  mutating func warnOfUnhashed() {
    guard report.unhashed > 0 else { return }
    var message = "\(report.unhashed) states were recorded without a hash"
    if report.unhashed > report.unsettled {
      message += ": the next hash proves them"
    }
    if report.unsettled > 0 { message += "; \(report.unsettled) of them have no later hash" }
    warn(message)
  }
}
