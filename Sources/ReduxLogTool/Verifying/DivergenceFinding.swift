import CommandLineKit
import ReduxReplay
import StateTree

/// What was found where states differ and the verification went on.
struct DivergenceFinding: Codable {
  /// The places in which replay and recording part.
  var places: [DivergentLocation]
  /// Whether there are more of them.
  var areMore: Bool
  /// How many actions are why.
  var actions: Int
  /// How many states were not compared as a whole, because they follow from others that differ.
  var strayed: Int
  /// How many states differ in nothing but what is ignored.
  var excused: Int
  /// Of how many it can't be told whether they do.
  var undecided: Int

  /// What a report says of it; `nil` if nothing.
  init?(_ report: VerifyReport) {
    places = report.divergences.places
    areMore = report.divergences.areMore
    actions = report.divergences.actions
    strayed = report.strayed
    excused = report.excused
    undecided = report.undecided
    guard actions > 0 || strayed + excused + undecided > 0 else { return nil }
  }

  /// How many states are proven but for what is ignored, and how many not, for a line of counts.
  var counts: [String] {
    var counts: [String] = []
    if excused > 0 { counts.append("\(excused) but for what is ignored") }
    if undecided > 0 { counts.append("\(undecided) undecided") }
    return counts
  }

  /// How many actions diverge, in how many places, for a line of counts.
  var summary: String? {
    guard actions > 0 else { return nil }
    let count = actions == 1 ? "1 action diverges" : "\(actions) actions diverge"
    return "\(count) in \(areMore ? "more than " : "")\(places.count == 1 ? "1 place" : "\(places.count) places")"
  }

  /// All places, each with its actions and what may be why, a line each.
  var lines: [StyledText] {
    guard let summary else { return [] }
    var lines: [StyledText] = ["\(summary):"]
    for place in places { lines += place.lines }
    if strayed > 0 {
      let states = strayed == 1 ? "1 state was" : "\(strayed) states were"
      lines.append("\(states) not compared as a whole, as they follow from these; what their actions changed was.")
    }
    return lines
  }

  /// The finding as JSON.
  var json: JSONValue {
    var object = JSONObject([
      ("actions", JSONValue(actions)), ("places", .array(places.map(\.json))), ("strayed", JSONValue(strayed)),
      ("excused", JSONValue(excused)), ("undecided", JSONValue(undecided)),
    ])
    if areMore { object["more"] = true }
    return .object(object)
  }
}

extension DivergentLocation {
  private var name: String { pointer.map { $0.isEmpty ? "(the whole state)" : $0 } ?? "(what is refused)" }

  /// The place with its actions, and what may be why.
  ///
  ///     /films/entities/*/addedToList: 113 actions of 2 types (first 14 see, last 960 add)
  ///       The reducer gives another value each time …
  fileprivate var lines: [StyledText] {
    let count = actions == 1 ? "1 action" : "\(actions) actions"
    let kinds =
      types.count == 1 ? "" : " of \(types.count)\(types.count < DivergentLocation.typeLimit ? "" : " or more") types"
    let span =
      actions == 1 ? "\(first.seq) \(first.type)" : "first \(first.seq) \(first.type), last \(last.seq) \(last.type)"
    var lines: [StyledText] = ["  \(name, .key): \(count + kinds) (\(span))"]
    guard impure > 0 else { return lines }
    lines.append("    The reducer gives another value each time: a clock or a random number?")
    // What was cut names no place any more.
    if let pointer, !pointer.hasSuffix("…") {
      lines.append("    If it is meant: --ignore \(ShellWord.quoted(pointer)), or declare the place volatile.")
    }
    return lines
  }

  fileprivate var json: JSONValue {
    var object = JSONObject()
    object["pointer"] = pointer.map(JSONValue.string) ?? .null
    object["actions"] = JSONValue(actions)
    object["types"] = .object(JSONObject(types.sorted { $0.key < $1.key }.map { ($0.key, JSONValue($0.value)) }))
    if impure > 0 { object["impure"] = JSONValue(impure) }
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
