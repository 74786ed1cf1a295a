package import CommandLineKit
import ReduxNotation
package import StateTree

/// Where the states of two builds part in one journal.
package struct DriftResult: Sendable {
  /// The builds that are compared.
  package enum Build: String, Sendable { case old, new }

  package enum Outcome: Sendable {
    case same
    case differs(StateDifference)
    /// Only one build can rebuild the states.
    case fails(Build, CommandFailure)
    /// The builds have states of different schemas.
    case schema(old: Int?, new: Int?)
    /// The journal can't be read, or neither build can rebuild its states.
    case failed(CommandFailure)
    /// The job has no result.
    case noResult(CommandFailure)
  }

  package let path: String
  package let outcome: Outcome

  init(path: String, outcome: Outcome) {
    self.path = path
    self.outcome = outcome
  }

  package var result: JournalResult {
    func result(
      _ status: String, _ members: [(String, (any JSONConvertible)?)], _ exitCode: ExitCode = .finding,
      _ failure: CommandFailure? = nil, isExplained: Bool = true
    ) -> JournalResult {
      JournalResult(
        path: path, status: status, exitCode: exitCode, problems: failure.map { [JournalProblem($0, in: path)] } ?? [],
        messages: isExplained ? failure.map { [.failure($0)] } ?? [] : [],
        json: .object(JSONObject(members: [("file", path), ("status", status)] + members)))
    }
    switch outcome {
    case .same: return result("same", [], .fine)
    case .differs(let difference):
      return result("differs", [("seq", difference.seq), ("type", difference.type), ("places", difference.places)])
    case .fails(let build, let failure):
      return result(
        "fails", [("build", build.rawValue), ("message", failure.message)], .finding, failure, isExplained: false)
    case .schema(let old, let new): return result("schema", [("old", old), ("new", new)])
    case .failed(let failure): return result("failed", [("message", failure.message)], failure.exitCode, failure)
    case .noResult(let failure):
      return result(StatusCounts.missing, [("message", failure.message)], failure.exitCode, failure)
    }
  }
}

extension StateDifference.Place: JSONConvertible {
  package var json: JSONValue {
    var from: JSONPointer?
    let operation: String
    switch change {
    case .added: operation = "add"
    case .removed: operation = "remove"
    case .moved(let source, _): (operation, from) = ("move", source)
    case .copied(let source, _): (operation, from) = ("copy", source)
    case .changed, .value, .redacted: operation = "replace"
    }
    return JSONReport.object(["pointer": pointer, "op": operation, "from": from, "old": old, "new": new])
  }

  /// Reads a place of a result line. Values that were too long for it are unknown.
  fileprivate init?(_ json: JSONValue) {
    guard let pointer = json["pointer"]?.string.flatMap({ try? JSONPointer($0) }) else { return nil }
    let (old, new) = (json["old"], json["new"])
    let change: ChangeList.Change
    switch json["op"]?.string {
    case "add": change = .added(pointer, new)
    case "remove": change = .removed(pointer, old)
    case "replace": change = .changed(pointer, from: old, to: new)
    case let operation? where ["move", "copy"].contains(operation):
      guard let source = json["from"]?.string.flatMap({ try? JSONPointer($0) }) else { return nil }
      change = operation == "move" ? .moved(from: source, to: pointer) : .copied(from: source, to: pointer)
    default: return nil
    }
    self.init(pointer: pointer, change: change, old: old, new: new, reordered: nil)
  }
}

// MARK: - Result lines

extension DriftResult {
  /// Reads the result of a line; `nil` if members are missing.
  package init?(_ recorded: JournalResult) {
    guard let outcome = Outcome(recorded) else { return nil }
    self.init(path: recorded.path, outcome: outcome)
  }
}

extension DriftResult.Outcome {
  fileprivate init?(_ recorded: JournalResult) {
    let json = recorded.json
    switch recorded.status {
    case "same": self = .same
    case "differs":
      guard let seq = json["seq"]?.integer, let places = json["places"]?.array else { return nil }
      let read = places.compactMap { StateDifference.Place($0) }
      guard read.count == places.count else { return nil }
      self = .differs(StateDifference(seq: seq, type: json["type"]?.string, places: read))
    case "fails":
      guard let build = json["build"]?.string.flatMap(DriftResult.Build.init) else { return nil }
      self = .fails(build, recorded.failure)
    case "schema": self = .schema(old: json["old"]?.integer, new: json["new"]?.integer)
    case StatusCounts.missing: self = .noResult(recorded.failure)
    default: self = .failed(recorded.failure)
    }
  }
}
