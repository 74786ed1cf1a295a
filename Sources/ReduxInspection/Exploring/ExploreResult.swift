import CommandLineKit
import ReduxNotation
package import StateTree

/// What a job of `explore --batch` found with its seed.
package struct ExploreResult: Sendable {
  package struct Finding: Sendable {
    package let kind: ExploreFinding.Kind
    package let type: String?
    package let place: String?
    package let message: String
    /// The number of its actions.
    package let actions: Int
    /// The journal of its actions, if the job kept one.
    package let journal: String?
  }

  package let path: String
  package let seed: Int
  package let app: String
  package let sessions: Int
  package let actions: Int
  package let findings: [Finding]

  package init(path: String, seed: Int, app: String, _ findings: ExploreFindings, keepsJournals: Bool) {
    (self.path, self.seed, self.app) = (path, seed, app)
    (sessions, actions) = (findings.sessions, findings.actions)
    self.findings = findings.findings.map {
      Finding(
        kind: $0.kind, type: $0.type, place: $0.place, message: $0.sentence, actions: $0.actions,
        journal: keepsJournals ? $0.path : nil)
    }
  }

  package var result: JournalResult {
    let isWrong = findings.contains { $0.kind != .suspicion }
    return JournalResult(
      path: path, status: isWrong ? "found" : "ok", exitCode: isWrong ? .finding : .fine,
      json: JSONReport.object([
        "file": path, "status": isWrong ? "found" : "ok", "seed": seed, "app": app, "sessions": sessions,
        "actions": actions, "findings": findings,
      ]))
  }
}

extension ExploreResult.Finding: JSONConvertible {
  package var json: JSONValue {
    JSONReport.object([
      "kind": kind.rawValue, "type": type, "place": place, "message": message, "actions": actions, "journal": journal,
    ])
  }

  fileprivate init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.string.flatMap(ExploreFinding.Kind.init), let message = json["message"]?.string,
      let actions = json["actions"]?.integer
    else { return nil }
    self.init(
      kind: kind, type: json["type"]?.string, place: json["place"]?.string, message: message, actions: actions,
      journal: json["journal"]?.string)
  }
}

extension ExploreResult {
  /// Reads the result of a line; `nil` if members are missing, or the job failed.
  package init?(_ recorded: JournalResult) {
    let json = recorded.json
    guard let seed = json["seed"]?.integer, let app = json["app"]?.string, let sessions = json["sessions"]?.integer,
      let actions = json["actions"]?.integer, let found = json["findings"]?.array
    else { return nil }
    let findings = found.compactMap { Finding($0) }
    guard findings.count == found.count, sessions >= 0, actions >= 0 else { return nil }
    (path, self.seed, self.app) = (recorded.path, seed, app)
    (self.sessions, self.actions, self.findings) = (sessions, actions, findings)
  }
}
