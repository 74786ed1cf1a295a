import CommandLineKit
import ReduxReplay
import StateTree

/// The printed forms of a verification that continued after a divergence.
extension VerifyReport {
  /// The counts of excused and undecided states.
  var differenceCounts: [String] {
    var counts: [String] = []
    if excused > 0 { counts.append("\(excused) with ignored differences") }
    if undecided > 0 { counts.append("\(undecided) undecided") }
    // Behind an ordinary divergence, a journal isn't counted.
    if strayed > 0 { counts.append("\(strayed) following from redacted values") }
    return counts
  }

  /// The counts of divergent actions and locations; `nil` if there are none.
  var divergenceSummary: String? {
    let actions = divergences.actions
    guard actions > 0 else { return nil }
    let count = actions == 1 ? "1 action diverges" : "\(actions) actions diverge"
    let locations = divergences.locations.count
    return "\(count) in \(divergences.areMore ? "more than " : "")\(locations == 1 ? "1 place" : "\(locations) places")"
  }

  /// The divergent locations with their actions, one per line.
  var divergenceLines: [StyledText] {
    guard let summary = divergenceSummary else { return [] }
    var lines: [StyledText] = ["\(summary):"]
    for location in divergences.locations { lines += location.lines }
    if strayed > 0 {
      let states = strayed == 1 ? "1 state follows" : "\(strayed) states follow"
      lines.append("\(states) from these differences; verify compared only what their actions changed.")
    }
    return lines
  }

  /// The divergent locations as JSON; `nil` if all states match.
  var divergencesJSON: JSONValue? {
    guard divergences.actions > 0 || strayed + excused + undecided > 0 else { return nil }
    return JSONReport.object([
      "actions": divergences.actions, "places": divergences.locations.map(\.json), "strayed": strayed,
      "excused": excused, "undecided": undecided, "more": divergences.areMore ? true : nil,
    ])
  }
}

extension DivergentLocation {
  var name: String { pointer.map { $0.isEmpty ? "(the whole state)" : $0 } ?? "(refusals)" }

  /// The location with its actions, and a likely cause.
  ///
  ///     /films/entities/*/addedToList: 113 actions of 2 types (first 14 see, last 960 add)
  ///       The reducer's value differs in each run: …
  fileprivate var lines: [StyledText] {
    let count = actions == 1 ? "1 action" : "\(actions) actions"
    let kinds =
      types.count == 1 ? "" : " of \(types.count)\(types.count < DivergentLocation.typeLimit ? "" : " or more") types"
    let span =
      actions == 1 ? "\(first.seq) \(first.type)" : "first \(first.seq) \(first.type), last \(last.seq) \(last.type)"
    var lines: [StyledText] = ["  \(name, .key): \(count + kinds) (\(span))"]
    if let pointer, let place = try? JSONPointer(pointer), let difference = values?.difference(at: place) {
      lines.append("    In state \("\(first.seq)"): \(difference)")
    }
    if redacted > 0 {
      lines.append("    \(redacted == actions ? "Perhaps" : "For \(redacted) of them, perhaps") because of redaction.")
    }
    guard impure > 0 else { return lines }
    lines.append("    The reducer's value differs in each run: does it read a clock or random numbers?")
    // A truncated pointer names no place.
    if let pointer, !pointer.hasSuffix("…") {
      lines.append("    If intended, pass --ignore \(ShellWord.quoted(pointer)), or declare the place volatile.")
    }
    return lines
  }

  fileprivate var json: JSONValue {
    func json(_ action: Action) -> JSONValue { JSONReport.object(["seq": action.seq, "type": action.type]) }
    return JSONReport.object([
      "pointer": pointer.json, "actions": actions, "types": JSONObject(counts: types),
      "impure": impure > 0 ? impure : nil, "redacted": redacted > 0 ? redacted : nil, "values": values?.json,
      "first": json(first), "last": json(last),
    ])
  }
}

/// The printed forms of a replay whose states have changed shape since they were recorded.
extension VerifyReport {
  /// Whether a schema change made hashes useless for states of a journal that doesn't diverge.
  var hasReshapedStates: Bool { divergence == nil && (reshaped > 0 || compared > 0) }

  /// The failure of a journal with such states, unless an option accepts them.
  func schemaFailure(file: String) -> CommandFailure {
    let (snapshots, are) =
      switch compared {
      case 0: ("no snapshot was", "")
      case 1: ("1 snapshot was", " and is equal; no other state was")
      default: ("\(compared) snapshots were", " and are equal; no other state was")
      }
    let states = reshaped == 1 ? "1 state has" : "\(reshaped) states have"
    let found = "\(states) a changed shape, so no hash proves them; \(snapshots) compared"
    return differing == 0
      ? CommandFailure(
        found + are, file: file, advice: "Accept that with --allow-schema-changes.", exitCode: .finding)
      : CommandFailure(
        "\(found), and \(differing == 1 ? "1 place differs" : "\(differing) places differ")", file: file,
        advice:
          "The app's schemaChanges are wrong there, or a reducer has changed since, or isn't pure.",
        exitCode: .finding)
  }

  /// The counts and differences of such states as JSON; `nil` if there are none.
  var schemaJSON: JSONValue? {
    guard hasReshapedStates else { return nil }
    return JSONReport.object([
      "states": reshaped, "compared": compared, "differing": differing,
      "differences": schemaDifferences.map(VerifyReport.json),
    ])
  }

  private static func json(_ difference: SchemaDifference) -> JSONValue {
    switch difference.kind {
    case .state(let pointers):
      JSONReport.object(["seq": difference.seq, "line": difference.line, "pointers": pointers])
    case .error(let recorded, let replayed):
      JSONReport.object([
        "seq": difference.seq, "line": difference.line, "recorded-error": recorded.json,
        "replayed-error": replayed.json,
      ])
    }
  }
}
