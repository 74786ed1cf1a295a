import CommandLineKit
import ReduxReplay
import StateTree

/// What became of states that have another shape than they had when they were recorded.
struct SchemaFinding: Codable {
  /// How many actions' states can't be proven.
  var reshaped: Int
  /// How many snapshots were compared with what the reducers lead to.
  var compared: Int
  /// How many of these, or of the actions' errors, differ, and the first of them.
  var differing: Int
  var differences: [SchemaDifference]

  /// What a report says of them; `nil` if there are none.
  init?(_ report: VerifyReport) {
    guard report.reshaped > 0 || report.compared > 0 else { return nil }
    reshaped = report.reshaped
    compared = report.compared
    differing = report.differing
    differences = report.schemaDifferences
  }

  /// Why that is no success.
  func failure(file: String) -> CommandFailure {
    let snapshots = compared == 1 ? "1 snapshot was" : "\(compared) snapshots were"
    let states = reshaped == 1 ? "1 state has" : "\(reshaped) states have"
    let found = "\(states) another shape than when recorded, so no hash proves them; \(snapshots) compared"
    return differing == 0
      ? CommandFailure(
        found + ", and none differs", file: file, advice: "--allow-schema-changes accepts that.", exitCode: .finding)
      : CommandFailure(
        "\(found), and \(differing == 1 ? "1 place differs" : "\(differing) places differ")", file: file,
        advice:
          "What the app declares in schemaChanges is wrong there, or a reducer was changed since, or is not pure.",
        exitCode: .finding)
  }

  /// The finding as JSON.
  var json: JSONValue {
    .object(
      JSONObject([
        ("states", JSONValue(reshaped)), ("compared", JSONValue(compared)), ("differing", JSONValue(differing)),
        ("differences", .array(differences.map(SchemaFinding.json))),
      ]))
  }

  private static func json(_ difference: SchemaDifference) -> JSONValue {
    var object = JSONObject([("seq", JSONValue(difference.seq))])
    object["line"] = difference.line.map { JSONValue($0) }
    switch difference.kind {
    case .state(let pointers): object["pointers"] = .array(pointers.map(JSONValue.string))
    case .error(let recorded, let replayed):
      object["recorded-error"] = recorded.map(JSONValue.string) ?? .null
      object["replayed-error"] = replayed.map(JSONValue.string) ?? .null
    }
    return .object(object)
  }
}
