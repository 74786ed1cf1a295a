import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree
import TerminalText

/// The findings of a journal's verification, as `inspect` shows them.
package struct InspectFindings: Sendable {
  let verdict: Verdict
  /// The first difference between today's app and the recording, if there is one.
  private let divergence: Divergence?
  private let report: VerifyReport
  /// Whether more records in the journal wouldn't change the verdict.
  let isFinal: Bool
  /// The last state that was checked; `nil` if there is none.
  let checkedTo: Int?

  init(_ verification: Verification, of rows: JournalRows) {
    var found: [TimelineProblem] = []
    let isDamaged = if case .failed(let failure) = verification.outcome { failure.exitCode != .reducer } else { false }
    if isDamaged || !verification.report.gaps.isEmpty {
      let texts = EventText(times: .utc, lastSeq: rows.seqs.upperBound, columns: 200)
      for number in rows.blockNumbers {
        found += rows.block(number).compactMap { TimelineProblem($0, texts) }
      }
    }
    // Damage is the verification's to report.
    if !isDamaged, verification.report.sessions > 1 { found += (try? SessionReturns.problems(in: rows.file)) ?? [] }
    verdict = Verdict(verification, isSelfContained: rows.file.isSelfContained, found: found)
    divergence = if case .diverged(let divergence) = verification.outcome { divergence } else { nil }
    report = verification.report
    checkedTo =
      switch verification.outcome {
      case .diverged(let divergence): divergence.seq
      case .impure(let impurity): impurity.seqs.upperBound
      case .crashed(let crash): crash.seq.map { $0 - 1 }
      case .ok, .intact, .unproven, .schema, .failed: report.lastSeq
      }
    isFinal =
      switch verification.outcome {
      case .ok, .intact, .unproven: false
      case .diverged, .impure, .schema, .failed, .crashed: true
      }
  }

  var problems: [TimelineProblem] { verdict.problems }

  /// The state to open at; `nil` for the last one.
  var opening: Int? { Verdict.opening(verdict.problems) }

  /// Whether a state came after the verification, which goes on.
  func isAhead(_ seq: Int) -> Bool { !isFinal && checkedTo.map { $0 < seq } == true }

  /// Returns the first lines of a state's changes: the problems there, and the values that today's app computes instead.
  func lines(at seq: Int) -> [DetailLine] {
    guard let divergence, divergence.seq == seq else {
      return problems.filter { $0.seq == seq }.map { problem in
        let (sign, style) = problem.kind.mark
        return .text("\(StyledText(trusted: String(sign), style)) \(problem.text)")
      }
    }
    if case .error(let recorded, let replayed) = divergence.kind {
      let then = recorded.map { "refused: \($0)" } ?? "not refused"
      let now = replayed.map { "refused: \($0)" } ?? "not refused"
      return [.text("\("✗", .error) recorded \(then); today \(now)")]
    }
    return divergence.members.map { member in
      let place = member.pointer.isEmpty ? "(the whole state)" : member.pointer
      let recorded = InspectFindings.text(of: member.recorded)
      return .text(
        "\("✗", .error) \(place, .key)  recorded \(recorded), today \(InspectFindings.text(of: member.replayed))",
        about: try? JSONPointer(member.pointer))
    }
  }

  private static func text(of effect: Divergence.Effect) -> String {
    switch effect {
    case .unchanged: "unchanged"
    case .removed: "removed"
    case .set(let hash): hash
    }
  }
}

extension TimelineProblem {
  /// The problem that a row shows by itself, if any.
  fileprivate init?(_ row: JournalRows.Row, _ texts: EventText) {
    switch row {
    case .damage(let failure, let seq):
      let place = failure.line.map { "line \($0): " } ?? ""
      self.init(seq: seq, kind: .damage, text: "\(place)\(failure.reason)")
    case .event(let event): self.init(TimelineRow(event, after: 0, texts, columns: 0), event)
    }
  }
}

extension InspectModel {
  /// How far the verification is.
  var progress: StyledText {
    let last = rows.seqs.upperBound
    switch checked {
    case .waiting: return "checking"
    case .to(let seq): return "checked to \(seq)"
    case .stopped(let seq): return seq.map { "checked to \($0), stopped" } ?? "not checked"
    case .done(let findings): return "checked \(findings.checkedTo ?? 0)/\(last)"
    }
  }

  /// Whether the journal is followed, for the first row.
  var followingText: StyledText {
    switch following {
    case .off: ""
    case .on: "\("following", .added)  "
    case .ended: "\("following ended", .error)  "
    }
  }

  /// The verdict in a line.
  var verdictText: StyledText {
    switch checked {
    case .waiting, .to: return "verifying; the marks of rows follow"
    case .stopped(nil): return "the verification was stopped, so nothing is proven"
    case .stopped(let seq?): return "the verification was stopped, so nothing after state \(seq) is proven"
    case .done(let findings):
      let verdict = findings.verdict
      if verdict.judgement == .fine {
        guard findings.isAhead(rows.seqs.upperBound) else {
          return "\("✓", .added) \(verdict.headline): \(verdict.text)"
        }
        return "\("✓", .added) \(verdict.headline) up to \(findings.checkedTo ?? 0); the rest is being checked"
      }
      let sign: StyledText = verdict.judgement == .wrong ? "\("✗", .error)" : "\("?", .warning)"
      return "\(sign) \(verdict.headline, .bold): \(verdict.text)"
    }
  }

  /// The hint in the verdict's row.
  var verdictHint: String {
    guard let seq = findings?.opening, seq != self.seq else { return "" }
    return "e goes there"
  }

  /// The status of the selected state.
  var statusText: StyledText {
    guard let findings else { return "state \(seq)" }
    return "state \(seq): \(findings.isAhead(seq) ? "not checked yet" : findings.verdict.status(of: seq).rawValue)"
  }

  /// The mark of a row.
  func mark(of row: JournalRows.Row) -> StyledText {
    if case .damage = row { return "\("✗", .error)" }
    if case .event(let event) = row, event.isInFlight { return "\("†", .error)" }
    if row.action?.interrupted == true { return "\("†", .error)" }
    if row.setsState, let findings {
      if findings.problems.contains(where: { $0.seq == row.seq && $0.kind.isFailure }) { return "\("✗", .error)" }
      if findings.verdict.status(of: row.seq) == .notProven { return "\("?", .warning)" }
    }
    return row.action?.error == nil ? "" : "\("!", .warning)"
  }
}

extension TimelineProblem.Kind {
  /// Whether something went wrong at the state itself.
  fileprivate var isFailure: Bool {
    switch self {
    case .differs, .crashed, .hung, .damage: true
    case .inFlight, .gap, .torn, .unproven, .wentBack: false
    }
  }

  /// Whether something is only missing, as opposed to wrong.
  var isOpen: Bool { self == .gap || self == .unproven }

  /// The sign of the problem, and its style.
  var mark: (sign: Character, style: Style) { isOpen ? ("?", .warning) : ("✗", .error) }
}
