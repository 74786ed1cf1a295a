import CommandLineKit
import ReduxReplay
import StateTree

/// The printed forms of a replay whose states have changed shape since they were recorded.
extension VerifyReport {
  /// Whether a schema change made hashes useless for states of a journal that doesn't diverge.
  var hasReshapedStates: Bool { divergence == nil && (reshaped > 0 || compared > 0) }

  /// The failure of a journal with such states, unless an option accepts them.
  func schemaFailure(file: String) -> CommandFailure {
    let snapshots = compared == 1 ? "1 snapshot was" : "\(compared) snapshots were"
    let states = reshaped == 1 ? "1 state has" : "\(reshaped) states have"
    let found = "\(states) a changed shape, so no hash proves them; \(snapshots) compared"
    return differing == 0
      ? CommandFailure(
        found + ", and none differs", file: file, advice: "Accept that with --allow-schema-changes.",
        exitCode: .finding)
      : CommandFailure(
        "\(found), and \(differing == 1 ? "1 place differs" : "\(differing) places differ")", file: file,
        advice:
          "The app's schemaChanges are wrong there, or a reducer has changed since, or isn't pure.",
        exitCode: .finding)
  }

  /// The counts and differences of such states as JSON; `nil` if there are none.
  var schemaJSON: JSONValue? {
    guard hasReshapedStates else { return nil }
    return .object(
      JSONObject([
        ("states", JSONValue(reshaped)), ("compared", JSONValue(compared)), ("differing", JSONValue(differing)),
        ("differences", .array(schemaDifferences.map(VerifyReport.json))),
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
