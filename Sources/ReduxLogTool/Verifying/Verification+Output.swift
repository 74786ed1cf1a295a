import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree

extension Verification {
  var command: String { "verify" }

  var verdict: Verdict? { Verdict(self, isSelfContained: false) }

  var summary: String? {
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
    var parts = [report.actions.counted("action")]
    if report.refused > 0 { parts.append("\(report.refused) refused") }
    if report.patched > 0 { parts.append("\(report.patched) proven by patch") }
    parts.append(isReplayed ? "\(report.proven.counted("state")) proven" : "not replayed")
    if let reproduced { parts.append("\(reproduced) reproduced") }
    if report.hasReshapedStates {
      parts.append("\(report.reshaped) reshaped")
      parts.append("\(report.compared.counted("snapshot")) compared")
    }
    if !report.unproven.isEmpty { parts.append("\(unprovenActions) not proven") }
    parts += report.differenceCounts
    if report.unchecked > 0 { parts.append("\(report.unchecked) not checked") }
    if report.rewinds > 0 { parts.append(report.rewinds.counted("rewind")) }
    parts.append(report.sessions.counted("session"))
    parts.append(report.tail.isClosed ? "closed" : "not closed")
    return parts.joined(separator: ", ")
  }

  var notes: [String] {
    if case .ok = outcome, report.startsElsewhere { ["its initial state differs from the app's"] } else { [] }
  }

  var problems: [JournalProblem] {
    switch outcome {
    case .diverged(let divergence):
      return [
        JournalProblem(
          file: divergence.path, line: divergence.line, message: divergence.message,
          details: divergence.details(file: path) + report.divergenceLines.map(\.plain))
      ]
    case .impure(let impurity):
      return [
        JournalProblem(
          file: impurity.file, line: impurity.line, message: impurity.message, details: impurity.details)
      ]
    case .ok, .intact, .unproven, .schema, .failed, .crashed:
      return failure.map { [JournalProblem($0, in: path)] } ?? []
    }
  }

  /// Prints warnings and failures to the error output.
  func explain(in context: CommandContext) throws {
    for warning in warnings {
      try context.warn("\(warning.message)", file: warning.segment ?? path, line: warning.line)
    }
    switch outcome {
    case .ok:
      for note in notes { try context.note("\(path): note: \(note)") }
    case .diverged(let divergence):
      try context.report(divergence.report(file: path))
      let lines = report.divergenceLines
      if let first = lines.first {
        var text: StyledText = "\(path): \(first)\n"
        for line in lines.dropFirst() { text += line + "\n" }
        try context.report(text)
      }
    case .impure(let impurity): try context.report(impurity.report)
    case .intact, .unproven, .schema, .failed, .crashed:
      if let failure { try context.report(failure.report(tool: context.toolName)) }
    }
  }

  /// The result as JSON.
  var json: JSONValue {
    var object = JSONObject([("file", .string(path)), ("status", .string(status))])
    switch outcome {
    case .crashed(let crash):
      object["message"] = .string(crash.failure.message)
      if let seq = crash.seq { object["seq"] = number(seq) }
      if crash.file != path { object["segment"] = .string(crash.file) }
      if let line = crash.line { object["line"] = number(line) }
      if let type = crash.type { object["type"] = .string(type) }
      if let signal = crash.signal { object["signal"] = .string(signal) }
      if let site = crash.site { object["site"] = .string("\(site)") }
      return .object(object)
    case .schema(let failure) where !report.hasReshapedStates, .failed(let failure):
      object["message"] = .string(failure.message)
      if let file = failure.file, file != path { object["segment"] = .string(file) }
      if let line = failure.line { object["line"] = number(line) }
      return .object(object)
    case .diverged(let divergence):
      if divergence.path != path { object["segment"] = .string(divergence.path) }
      object["divergence"] = divergence.json
    case .impure(let impurity):
      object["message"] = .string(impurity.message)
      object["impurity"] = impurity.json
    case .intact, .schema: object["message"] = failure.map { .string($0.message) }
    case .ok, .unproven: break
    }
    if let key {
      object["key"] = .string(key)
      switch outcome {
      case .ok: object["authentic"] = .bool(true)
      // Unproven states don't matter for authenticity.
      case .unproven, .schema: break
      default: object["authentic"] = .bool(false)
      }
    }
    object["actions"] = number(report.actions)
    object["refused"] = number(report.refused)
    if report.patched > 0 { object["patched"] = number(report.patched) }
    if report.unchecked > 0 { object["unchecked"] = number(report.unchecked) }
    if !report.unproven.isEmpty { object["unproven"] = .array(report.unproven.map(json)) }
    object["reshaped"] = report.schemaJSON
    object["divergences"] = report.divergencesJSON
    object["rewinds"] = number(report.rewinds)
    object["sessions"] = number(report.sessions)
    if isReplayed { object["proven"] = number(report.proven) }
    if let reproduced { object["reproduced"] = number(reproduced) }
    if report.divergence == nil {
      if report.unhashed > 0 { object["unhashed"] = number(report.unhashed) }
      if report.unsettled > 0 { object["unsettled"] = number(report.unsettled) }
    }
    if let lastSeq = report.lastSeq { object["last-seq"] = number(lastSeq) }
    switch outcome {
    case .ok, .intact, .unproven, .schema: object["closed"] = .bool(report.tail.isClosed)
    case .diverged, .impure, .failed, .crashed: break
    }
    object["warnings"] = .array(
      warnings.map { warning in
        var object = JSONObject([("message", .string(warning.message))])
        if let segment = warning.segment { object["segment"] = .string(segment) }
        if let line = warning.line { object["line"] = number(line) }
        return .object(object)
      })
    return .object(object)
  }

  private func json(_ range: UnprovenRange) -> JSONValue {
    var object = JSONObject([
      ("from", number(range.seqs.lowerBound)), ("to", number(range.seqs.upperBound)),
      ("actions", number(range.actions)), ("type", .string(range.type)),
      ("replay", .string(range.replayability.rawValue)),
    ])
    if let segment = range.segment { object["segment"] = .string(segment) }
    if let line = range.line { object["line"] = number(line) }
    return .object(object)
  }

  private func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
}
