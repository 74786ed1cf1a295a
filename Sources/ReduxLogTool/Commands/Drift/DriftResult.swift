import CommandLineKit
import ReduxJournal
import ReduxNotation
import StateTree

/// Where the states of two builds part in one journal.
struct DriftResult: JournalResult, Sendable {
  /// The builds that are compared.
  enum Build: String, Sendable { case old, new }

  enum Outcome: Sendable {
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

  let path: String
  let outcome: Outcome

  init(path: String, outcome: Outcome) {
    self.path = path
    self.outcome = outcome
  }

  var command: String { "drift" }

  var status: String {
    switch outcome {
    case .same: "same"
    case .differs: "differs"
    case .fails: "fails"
    case .schema: "schema"
    case .failed: "failed"
    case .noResult: MissingResult.status
    }
  }

  var exitCode: ExitCode {
    switch outcome {
    case .same: .fine
    case .differs, .fails, .schema: .finding
    case .failed(let failure), .noResult(let failure): failure.exitCode
    }
  }

  var summary: String? { nil }

  var problems: [JournalProblem] {
    switch outcome {
    case .same, .differs, .schema: []
    case .fails(_, let failure), .failed(let failure), .noResult(let failure): [JournalProblem(failure, in: path)]
    }
  }

  var warnings: [Verification.Warning] { [] }
  var notes: [String] { [] }

  /// Prints why the builds couldn't be compared.
  func explain(in context: CommandContext) throws {
    switch outcome {
    case .failed(let failure), .noResult(let failure): try context.report(failure.report(tool: context.toolName))
    case .same, .differs, .fails, .schema: break
    }
  }

  var json: JSONValue {
    var members: [(String, JSONValue?)] = [("file", .string(path)), ("status", .string(status))]
    switch outcome {
    case .same: break
    case .differs(let difference):
      members += [
        ("seq", JSONValue(difference.seq)), ("type", difference.type.map { .string($0) }),
        ("places", .array(difference.places.map(\.json))),
      ]
    case .fails(let build, let failure):
      members += [("build", .string(build.rawValue)), ("message", .string(failure.message))]
    case .schema(let old, let new):
      members += [("old", old.map { JSONValue($0) }), ("new", new.map { JSONValue($0) })]
    case .failed(let failure), .noResult(let failure): members.append(("message", .string(failure.message)))
    }
    return .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
  }
}

extension StateDifference.Place {
  fileprivate var json: JSONValue {
    var from: JSONPointer?
    let operation: String
    switch change {
    case .added: operation = "add"
    case .removed: operation = "remove"
    case .moved(let source, _): (operation, from) = ("move", source)
    case .copied(let source, _): (operation, from) = ("copy", source)
    case .changed, .value: operation = "replace"
    }
    return JSONReport.object([
      "pointer": .string(pointer.description), "op": .string(operation),
      "from": from.map { .string($0.description) }, "old": old, "new": new,
    ])
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
  /// Reads the result from a line.
  ///
  /// - Throws: `CommandFailure` without a place if members are missing.
  init(_ recorded: RecordedResult) throws(CommandFailure) {
    guard let outcome = Outcome(recorded) else { throw RecordedResult.failure("where the builds differ is missing") }
    self.init(path: recorded.path, outcome: outcome)
  }
}

extension DriftResult.Outcome {
  fileprivate init?(_ recorded: RecordedResult) {
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
    case MissingResult.status: self = .noResult(recorded.failure)
    default: self = .failed(recorded.failure)
    }
  }
}
