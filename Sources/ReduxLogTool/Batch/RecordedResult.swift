import CommandLineKit
import StateTree

/// A journal's result, as a result line has it.
struct RecordedResult: JournalResult {
  let command: String
  let path: String
  let status: String
  let summary: String?
  let exitCode: ExitCode
  let problems: [JournalProblem]
  let warnings: [Verification.Warning]
  let notes: [String]
  let json: JSONValue
  /// The job's id, if its line had one.
  let id: String?
  /// The whole line.
  let value: JSONValue

  /// Reads a line.
  ///
  /// - Throws: `CommandFailure` without a place if it isn't a result line.
  init(_ value: JSONValue) throws(CommandFailure) {
    guard let line = value.object, line["schema"]?.string == ResultLine.schema else {
      throw RecordedResult.failure("no member 'schema' with the value '\(ResultLine.schema)'")
    }
    guard let command = line["command"]?.string, let path = line["file"]?.string, let status = line["status"]?.string,
      // A greater code would be another one when the process ends.
      let code = line["exit-code"]?.integer.flatMap(UInt8.init(exactly:))
    else { throw RecordedResult.failure("'command', 'file', 'status' or 'exit-code' is missing") }
    // Reports print both as words of the tool.
    guard Batch.commands.contains(command), StatusCounts.order.contains(status) else {
      throw RecordedResult.failure("unknown command or status: '\(command)', '\(status)'")
    }
    self.command = command
    self.value = value
    self.path = path
    self.status = status
    exitCode = ExitCode(rawValue: Int32(code))
    id = line["id"]?.string
    summary = line["summary"]?.string
    notes = (line["notes"]?.array ?? []).compactMap(\.string)
    problems = (line["problems"]?.array ?? []).map { JournalProblem($0, in: path) }
    warnings = (line["warnings"]?.array ?? []).map(Verification.Warning.init)
    var members = line
    for name in ResultLine.ownMembers { members[name] = nil }
    json = .object(members)
    try checkMembers()
  }

  /// Checks the members that reports of the command need.
  private func checkMembers() throws(CommandFailure) {
    switch command {
    case "coverage": _ = try CoverageResult(self)
    case "drift": _ = try DriftResult(self)
    default: break
    }
  }

  /// The failure of a line that isn't a result.
  static func failure(_ reason: String) -> CommandFailure {
    CommandFailure(
      "not a result line: \(reason)", advice: "Pass files with the output of a command with --batch.")
  }

  /// Why a journal couldn't be checked.
  var failure: CommandFailure {
    let problem = problems.first
    return CommandFailure(
      problem?.message ?? status, file: problem?.file ?? path, line: problem?.line, advice: problem?.details.first,
      exitCode: exitCode)
  }

  /// Does nothing: a report has what was found.
  func explain(in context: CommandContext) {}
}

extension JournalProblem {
  fileprivate init(_ json: JSONValue, in path: String) {
    let details = json["details"]?.array ?? []
    self.init(
      file: json["file"]?.string ?? path, line: json["line"]?.integer, message: json["message"]?.string ?? "",
      details: details.compactMap(\.string))
  }
}

extension Verification.Warning {
  fileprivate init(_ json: JSONValue) {
    self.init(segment: json["segment"]?.string, line: json["line"]?.integer, message: json["message"]?.string ?? "")
  }
}
