import StateCoding
import StateTree

/// The secrets that recording a state redacts, and those that it may miss.
struct SecretAudit {
  private(set) var findings: [StateAudit.Finding] = []
  private(set) var redactions: [StateAudit.Redaction] = []
  private(set) var isComplete = true

  /// The longest text that is searched.
  private static let searched = 1 << 20

  /// Searches a state, unless rules are off or encoding it takes too long.
  init(of state: Any, under rules: RedactionRules, knowing names: Set<String>, encodingWithin limit: Duration?) {
    guard rules.isOn, !(type(of: state) is AnyClass), let state = state as? any Encodable else { return }
    do {
      let plain = try SecretAudit.tree(of: state, EncodingSession(), limit)
      let written = try SecretAudit.tree(of: state, EncodingSession(rules: rules), limit)
      guard let plain, let written else {
        isComplete = false
        return
      }
      let report = SecretReport(of: plain, redactedTo: written, under: rules)
      func place(_ tokens: [String?]) -> JSONPointer {
        JSONPointer(tokens: tokens.map { token in token.flatMap { names.contains($0) ? $0 : nil } ?? "*" })
      }
      for entry in report.suspects {
        let finding = StateAudit.Finding.looksSecret(at: place(entry.tokens), rule: entry.rule)
        if !findings.contains(finding) { findings.append(finding) }
      }
      for entry in report.redacted {
        let redaction = StateAudit.Redaction(place: place(entry.tokens), rule: entry.rule)
        if !redactions.contains(redaction) { redactions.append(redaction) }
      }
    } catch is OutOfTime {
      isComplete = false
    } catch {
      // The round trip reports it.
    }
  }

  /// A state's JSON; `nil` if it is too long.
  private static func tree(of state: some Encodable, _ session: EncodingSession, _ limit: Duration?) throws
    -> JSONValue?
  {
    let end = limit.map { ContinuousClock.now + $0 }
    let text = try session.withText(of: state, while: { end.map { ContinuousClock.now < $0 } ?? true }) { text in
      text.count <= searched ? Array(text) : nil
    }
    return try text.map { try JSONValue(parsing: $0) }
  }
}
