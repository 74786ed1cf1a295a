import CommandLineKit
import StateTree

/// A journal's result in a line of JSON, from which `merge` makes reports.
enum ResultLine {
  static let schema = "reduxlog.result/1"
  /// The most bytes of a line.
  static let byteLimit = 8 << 20

  /// The members that a line has besides those of the command's JSON document.
  static let ownMembers = [
    "schema", "command", "id", "exit-code", "summary", "problems", "notes", "verdict", "session",
  ]

  /// The line of a result.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - command: The command.
  ///   - id: The job's id; `nil` if the job's line has none.
  ///   - session: The journal's last session, if an index shows the journal.
  /// - Returns: The line.
  static func json(
    _ result: some JournalResult, of command: String, id: String?, session: JSONValue? = nil
  ) -> JSONValue {
    var line = JSONObject([("schema", .string(schema)), ("command", .string(command))])
    line["id"] = id.map(JSONValue.string)
    if let members = result.json.object {
      for (key, value) in zip(members.keys, members.values) { line[key] = value }
    }
    line["exit-code"] = JSONValue(Int(result.exitCode.rawValue))
    line["summary"] = result.summary.map(JSONValue.string)
    if !result.problems.isEmpty { line["problems"] = .array(result.problems.map(\.json)) }
    if !result.notes.isEmpty { line["notes"] = .array(result.notes.map(JSONValue.string)) }
    line["verdict"] = result.verdict.map(json)
    line["session"] = session
    return .object(line)
  }

  /// The line of a result, or of a failure if that would be longer than a line may be.
  static func limited(
    _ result: some JournalResult, of command: String, id: String, session: JSONValue?, byteLimit: Int = byteLimit
  ) -> JSONValue {
    let line = json(result, of: command, id: id, session: session)
    guard line.compact.utf8.count > byteLimit else { return line }
    let failure = CommandFailure(
      "the result has more than \(byteLimit) bytes", file: result.path,
      advice: "'reduxlog \(command) \(ShellWord.quoted(result.path))' prints it.")
    return json(Verification(path: result.path, outcome: .failed(failure)), of: command, id: id)
  }
}

extension JournalProblem {
  fileprivate var json: JSONValue {
    JSONReport.object([
      "file": .string(file), "line": line.map { JSONValue($0) }, "message": .string(message),
      "details": .array(details.map(JSONValue.string)),
    ])
  }
}
