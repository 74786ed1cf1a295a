import CommandLineKit
import ReducerIsolation
import ReduxReplay
package import StateTree

extension Verification {
  /// The result, for every format.
  package var result: JournalResult {
    JournalResult(
      path: path, status: status, exitCode: exitCode, summary: summary, problems: problems, warnings: warnings,
      notes: notes, verdict: Verdict(self, isSelfContained: false), messages: messages, json: json)
  }

  private var summary: String? {
    switch outcome {
    case .ok: "\(counts)\(key == nil ? "" : ", authentic")"
    case .intact: "\(counts), not proven authentic"
    case .unproven: counts
    case .schema(let failure): report.hasReshapedStates ? counts : place(of: failure)
    case .diverged(let divergence):
      "at state \(divergence.seq)\(divergence.mayBeRedaction ? ", perhaps because of redaction" : "")"
        + (report.divergenceSummary.map { "; \($0)" } ?? "")
    case .impure(let impurity): "at state \(impurity.seqs.upperBound)"
    case .crashed(let crash): crash.seq.map { "at action \($0)" }
    case .failed(let failure): place(of: failure)
    }
  }

  private func place(of failure: CommandFailure) -> String? {
    failure.line.map { line in
      "at line \(line)" + (failure.file.flatMap { $0 == path ? nil : " of \($0)" } ?? "")
    }
  }

  private var counts: String {
    var parts = [report.actionCount]
    if report.refused > 0 { parts.append("\(report.refused) refused") }
    if report.patched > 0 { parts.append("\(report.patched) proven by patch") }
    parts.append(isReplayed ? "\(report.proven.counted("state")) proven" : "not replayed")
    if let reproduced { parts.append("\(reproduced) reproduced") }
    if report.hasReshapedStates {
      parts.append("\(report.reshaped) reshaped")
      parts.append("\(report.compared.counted("snapshot")) compared")
    }
    if !report.unproven.isEmpty { parts.append("\(unprovenActions.counted(report.stepNoun)) not proven") }
    parts += report.differenceCounts
    if report.unchecked > 0 { parts.append("\(report.unchecked) not checked") }
    if report.rewinds > 0 { parts.append(report.rewinds.counted("rewind")) }
    parts.append(report.sessions.counted("session"))
    parts.append(report.tail.isClosed ? "closed" : "not closed")
    return parts.joined(separator: ", ")
  }

  private var notes: [String] {
    if case .ok = outcome, report.startsElsewhere { ["its initial state differs from the app's"] } else { [] }
  }

  private var problems: [JournalProblem] {
    switch outcome {
    case .diverged(let divergence):
      [
        JournalProblem(
          file: divergence.path, line: divergence.line, message: divergence.message,
          details: divergence.details(file: path) + report.divergenceLines.map(\.plain))
      ]
    case .impure(let impurity):
      [
        JournalProblem(file: impurity.file, line: impurity.line, message: impurity.message, details: impurity.details)
      ]
    default: failure.map { [JournalProblem($0, in: path)] } ?? []
    }
  }

  /// The warnings and the failure.
  package var messages: [JournalMessage] {
    var messages = warnings.map { JournalMessage.warning($0.message, file: $0.segment ?? path, line: $0.line) }
    switch outcome {
    case .diverged(let divergence):
      messages.append(.report(divergence.report(file: path)))
      let lines = report.divergenceLines
      if let first = lines.first {
        messages.append(.report(lines.dropFirst().reduce("\(path): \(first)\n") { $0 + $1 + "\n" }))
      }
    case .impure(let impurity): messages.append(.report(impurity.report))
    default:
      messages += notes.map { .note("\(path): note: \($0)") }
      if let failure { messages.append(.failure(failure)) }
    }
    return messages
  }

  private var json: JSONValue {
    func other(_ file: String?) -> String? { file == path ? nil : file }
    var members: [(String, (any JSONConvertible)?)] = [("file", path), ("status", status)]
    switch outcome {
    case .crashed(let crash):
      members += [
        ("message", crash.failure.message), ("seq", crash.seq), ("segment", other(crash.file)), ("line", crash.line),
        ("type", crash.type), ("signal", crash.signal), ("site", crash.site?.description),
      ]
      return .object(JSONObject(members: members))
    case .schema(let failure) where !report.hasReshapedStates, .failed(let failure):
      members += [("message", failure.message), ("segment", other(failure.file)), ("line", failure.line)]
      return .object(JSONObject(members: members))
    case .diverged(let divergence): members += [("segment", other(divergence.path)), ("divergence", divergence)]
    case .impure(let impurity): members += [("message", impurity.message), ("impurity", impurity)]
    case .intact, .schema: members.append(("message", failure?.message))
    case .ok, .unproven: break
    }
    if let key {
      members.append(("key", key))
      switch outcome {
      case .ok: members.append(("authentic", true))
      // Unproven states don't matter for authenticity.
      case .unproven, .schema: break
      default: members.append(("authentic", false))
      }
    }
    func positive(_ count: Int) -> Int? { count > 0 ? count : nil }
    let isWhole = report.divergence == nil
    members += [
      ("actions", report.actions - report.outsideChanges), ("outside", positive(report.outsideChanges)),
      ("refused", report.refused), ("patched", positive(report.patched)),
      ("unchecked", positive(report.unchecked)),
      ("unproven", report.unproven.isEmpty ? nil : report.unproven.map(json)), ("reshaped", report.schemaJSON),
      ("divergences", report.divergencesJSON), ("rewinds", report.rewinds), ("sessions", report.sessions),
      ("proven", isReplayed ? report.proven : nil), ("reproduced", reproduced),
      ("unhashed", isWhole ? positive(report.unhashed) : nil),
      ("unsettled", isWhole ? positive(report.unsettled) : nil), ("last-seq", report.lastSeq),
    ]
    switch outcome {
    case .ok, .intact, .unproven, .schema: members.append(("closed", report.tail.isClosed))
    case .diverged, .impure, .failed, .crashed: break
    }
    members.append(("warnings", warnings.map(\.json)))
    return .object(JSONObject(members: members))
  }

  private func json(_ range: UnprovenRange) -> JSONValue {
    JSONReport.object([
      "from": range.seqs.lowerBound, "to": range.seqs.upperBound, "actions": range.actions, "type": range.type,
      "replay": range.replayability.rawValue, "segment": range.segment, "line": range.line,
    ])
  }
}

extension VerifyReport {
  /// What the steps of the journal are called.
  var stepNoun: String { outsideChanges > 0 ? "step" : "action" }

  /// The number of actions in words, and that of changes outside of them.
  package var actionCount: String {
    let actions = (actions - outsideChanges).counted("action")
    return JournalStats.text(ofOutsideChanges: outsideChanges).map { "\(actions), \($0)" } ?? actions
  }
}

extension Verification.Warning: JSONConvertible {
  package var json: JSONValue { JSONReport.object(["message": message, "segment": segment, "line": line]) }
}
