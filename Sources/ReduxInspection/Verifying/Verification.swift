package import CommandLineKit
package import ReducerIsolation
import ReduxJournal
package import ReduxReplay

/// The result of verifying one journal: the replay's report, and the command's verdict.
///
/// The process that runs the reducers sends it through a pipe, so it must be `Codable` as a whole.
package struct Verification: Codable {
  /// How a verification ended.
  package enum Outcome: Codable {
    case ok
    /// The journal is intact, but the key that would prove it authentic is missing.
    case intact
    case diverged(Divergence)
    /// The same actions led to different states in different replays.
    case impure(Impurity)
    /// The journal is intact and nothing diverges, but some actions could not be reduced: see `VerifyReport.unproven`.
    case unproven
    /// A change of the app's schema prevents the proof, or the replay.
    case schema(CommandFailure)
    case failed(CommandFailure)
    case crashed(ReducerFailure)
  }

  /// A warning about a journal.
  package struct Warning: Codable, Hashable {
    /// The segment that contains the line, for a journal with several.
    package var segment: String?
    package var line: Int?
    package var message: String

    /// Creates a warning, about a line or a file if it names one.
    package init(segment: String? = nil, line: Int? = nil, message: String) {
      self.segment = segment
      self.line = line
      self.message = message
    }
  }

  package var path: String
  package var outcome = Outcome.ok
  /// The findings of replaying or reading the journal.
  package var report = VerifyReport()
  /// Whether states were replayed, not only lines read.
  var isReplayed = true
  /// Whether states of another shape were converted, so that recorded states prove them, not hashes.
  var convertsStates = false
  /// The number of states to which each replay led; `nil` if the journal was replayed once.
  var reproduced: Int?
  /// The fingerprint of the key with which the journal is recorded.
  var key: String?
  package var warnings: [Warning] = []

  package init(path: String, outcome: Outcome = .ok) {
    self.path = path
    self.outcome = outcome
  }

  /// Wraps the report of a replay, without warnings about the journal's end.
  package init(path: String, _ report: VerifyReport) {
    self.path = path
    self.report = report
    for gap in report.gaps { warn(of: gap) }
    for action in report.interrupted { warn(of: action) }
    for range in report.unproven { warn(of: range) }
    if !report.unproven.isEmpty { outcome = .unproven }
  }

  /// The exit code.
  package var exitCode: ExitCode {
    switch outcome {
    case .ok: .fine
    case .intact, .diverged, .impure: .finding
    case .unproven: .trouble
    case .schema(let failure), .failed(let failure): failure.exitCode
    case .crashed: .reducer
    }
  }

  /// The reason why the journal was not verified, or not proven authentic; `nil` if it was, or diverges.
  package var failure: CommandFailure? {
    switch outcome {
    case .ok, .diverged: nil
    case .intact:
      CommandFailure(
        "intact, but not proven authentic: it is recorded with the key \(key ?? "")", file: path,
        advice: "Pass that key with --key-file PATH: checksums alone don't reveal a forged journal.",
        exitCode: .finding)
    case .unproven:
      CommandFailure(
        report.unproven.isEmpty
          ? "not all states could be proven"
          : "\(unprovenActions) of \(report.actions) \(report.stepNoun)s could not be proven",
        file: path,
        advice: !report.unproven.isEmpty
          ? "\(report.proven.counted("state")) \(report.proven == 1 ? "is" : "are") proven. Accept the others with --allow-unproven, or record with states: .patches, which prove such actions."
          : "To prove them, record a self-contained journal, or declare the ignored places volatile.")
    case .impure(let impurity): impurity.failure
    case .schema(let failure), .failed(let failure): failure
    case .crashed(let crash): crash.failure
    }
  }

  /// The outcome in a word.
  var status: String {
    switch outcome {
    case .ok: "ok"
    case .intact: "intact"
    case .diverged: "diverged"
    case .impure: "impure"
    case .unproven: "unproven"
    case .schema: "schema"
    case .failed(let failure) where failure.exitCode == .reducer: "no-reducer"
    case .failed: "failed"
    case .crashed(let crash): crash.status
    }
  }

  /// The number of actions that could not be proven.
  var unprovenActions: Int { report.unproven.reduce(0) { $0 + $1.actions } }
}

extension Verification {
  /// Gives the journal another name, wherever the result mentions its file.
  mutating func rename(_ name: String) {
    func rename(_ file: inout String) { if file == path { file = name } }
    func rename(_ failure: inout CommandFailure) { if failure.file == path { failure.file = name } }
    switch outcome {
    case .ok, .intact, .unproven: break
    case .diverged(var divergence):
      rename(&divergence.path)
      outcome = .diverged(divergence)
    case .impure(var impurity):
      rename(&impurity.file)
      outcome = .impure(impurity)
    case .schema(var failure):
      rename(&failure)
      outcome = .schema(failure)
    case .failed(var failure):
      rename(&failure)
      outcome = .failed(failure)
    case .crashed(var crash):
      rename(&crash.path)
      rename(&crash.file)
      outcome = .crashed(crash)
    }
    path = name
  }
}

extension Verification {
  /// Adds a warning. Its line is counted through all segments until `locateLines` is called.
  package mutating func warn(_ message: String, line: Int? = nil) {
    warnings.append(Warning(line: line, message: message))
  }

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
      "\(action.sentence); \(action.hadReturned ? "its state isn't known" : "it led to no state")", line: action.line)
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
        what = torn.beingWritten ? "action \(action.seq) (\(action.type)) is being reduced" : action.sentence
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
    let settled = report.unhashed - report.unsettled
    let states = "\(report.unhashed.counted("state")) \(report.unhashed == 1 ? "was" : "were") recorded without a hash"
    switch (settled, report.unsettled) {
    case (_, 0): warn("\(states): the next hash proves \(settled == 1 ? "it" : "them")")
    case (0, _): warn("\(states), and no hash proves \(report.unsettled == 1 ? "it" : "them")")
    case (_, let rest): warn("\(states): the next hash proves \(settled) of them, and no hash the other \(rest)")
    }
  }
}
