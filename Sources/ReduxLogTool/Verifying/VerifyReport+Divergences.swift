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
    var object = JSONObject([
      ("actions", JSONValue(divergences.actions)), ("places", .array(divergences.locations.map(\.json))),
      ("strayed", JSONValue(strayed)),
      ("excused", JSONValue(excused)), ("undecided", JSONValue(undecided)),
    ])
    if divergences.areMore { object["more"] = true }
    return .object(object)
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
    var object = JSONObject()
    object["pointer"] = pointer.map(JSONValue.string) ?? .null
    object["actions"] = JSONValue(actions)
    object["types"] = .object(JSONObject(types.sorted { $0.key < $1.key }.map { ($0.key, JSONValue($0.value)) }))
    if impure > 0 { object["impure"] = JSONValue(impure) }
    if redacted > 0 { object["redacted"] = JSONValue(redacted) }
    object["values"] = values?.json
    object["first"] = first.json
    object["last"] = last.json
    return .object(object)
  }
}

extension DivergentLocation.Action {
  fileprivate var json: JSONValue {
    .object(JSONObject([("seq", JSONValue(seq)), ("type", .string(type))]))
  }
}
