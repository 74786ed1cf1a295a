import CommandLineKit
import ReduxNotation
package import StateTree

/// What a job of `explore --batch` found with its seed.
package struct ExploreResult: Sendable {
  /// The oracle that saw a finding. The raw value is its name in JSON documents and in files' names.
  package enum Kind: String, Sendable {
    case crash, difference, check, loss, impurity, suspicion
  }

  package struct Finding: Sendable {
    package let kind: Kind
    /// The type of the action after which it shows; `nil` for a first state.
    package let type: String?
    /// The place in the state, where it has one.
    package let place: String?
    /// What is wrong, in a sentence.
    package let message: String
    /// The number of its actions.
    package let actions: Int
    /// The journal of its actions, if the job kept one.
    package let journal: String?

    /// Creates a finding.
    ///
    /// - Parameters:
    ///   - kind: The oracle that saw it.
    ///   - type: The type of the action after which it shows; `nil` for a first state.
    ///   - place: The place in the state, where it has one.
    ///   - message: What is wrong, in a sentence.
    ///   - actions: The number of its actions.
    ///   - journal: The journal of its actions, if the job kept one.
    package init(kind: Kind, type: String?, place: String?, message: String, actions: Int, journal: String?) {
      (self.kind, self.type, self.place) = (kind, type, place)
      (self.message, self.actions, self.journal) = (message, actions, journal)
    }
  }

  package let path: String
  package let seed: Int
  /// The app's name.
  package let app: String
  /// The numbers of sessions and actions that were played, of sessions that couldn't be compared with the other build, and of those
  /// that ended their process outside of a reducer.
  package let sessions: Int
  package let actions: Int
  package let uncompared: Int
  package let ended: Int
  /// The number of conditions that are broken without any made action.
  package let leftOut: Int
  package let findings: [Finding]
  /// What the job warns of, such as conditions that a recorded state breaks.
  package let warnings: [Verification.Warning]

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - path: The path of the job.
  ///   - seed: Its seed.
  ///   - app: The app's name.
  ///   - sessions: The number of sessions that were played.
  ///   - actions: The number of their actions.
  ///   - uncompared: The number of sessions that couldn't be compared with the other build.
  ///   - ended: The number of those that ended their process outside of a reducer.
  ///   - leftOut: The number of conditions that are broken without any made action.
  ///   - findings: What was found.
  ///   - warnings: What the job warns of.
  package init(
    path: String, seed: Int, app: String, sessions: Int, actions: Int, uncompared: Int, ended: Int, leftOut: Int,
    findings: [Finding], warnings: [Verification.Warning]
  ) {
    (self.path, self.seed, self.app, self.warnings) = (path, seed, app, warnings)
    (self.sessions, self.actions, self.findings) = (sessions, actions, findings)
    (self.uncompared, self.ended, self.leftOut) = (uncompared, ended, leftOut)
  }

  /// Whether anything but suspicions was found, a session wasn't played to its end, or a condition was broken before.
  private var isWrong: Bool { ended > 0 || leftOut > 0 || findings.contains { $0.kind != .suspicion } }

  /// The result as a line has it.
  package var result: JournalResult {
    JournalResult(
      path: path, status: isWrong ? "found" : "ok", exitCode: isWrong ? .finding : .fine, warnings: warnings,
      json: JSONReport.object([
        "file": path, "status": isWrong ? "found" : "ok", "seed": seed, "app": app, "sessions": sessions,
        "actions": actions, "uncompared": uncompared, "ended": ended, "left-out": leftOut, "findings": findings,
        "warnings": warnings.isEmpty ? nil : warnings.map(\.json),
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
    guard let kind = json["kind"]?.string.flatMap(ExploreResult.Kind.init), let message = json["message"]?.string,
      let actions = json["actions"]?.integer, actions >= 0
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
      let actions = json["actions"]?.integer, let uncompared = json["uncompared"]?.integer,
      let ended = json["ended"]?.integer, let leftOut = json["left-out"]?.integer, let found = json["findings"]?.array
    else { return nil }
    let findings = found.compactMap { Finding($0) }
    // Sums of a million jobs fit.
    guard findings.count == found.count,
      [sessions, actions, uncompared, ended, leftOut].allSatisfy((0...1 << 40).contains),
      seed >= 0
    else { return nil }
    (path, self.seed, self.app) = (recorded.path, seed, app)
    (self.sessions, self.actions, self.findings) = (sessions, actions, findings)
    (self.uncompared, self.ended, self.leftOut) = (uncompared, ended, leftOut)
    warnings = recorded.warnings
    guard recorded.status == (isWrong ? "found" : "ok"), recorded.exitCode == (isWrong ? .finding : .fine) else {
      return nil
    }
  }
}
