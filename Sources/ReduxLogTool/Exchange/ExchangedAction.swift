import ReduxInspection
import ReduxJournal
import StateCoding
import StateTree

/// An action as other tools know it: an object with a `type`, and with what brings a recorded action back exactly.
///
///     {"type": "tasks.add", "payload": {"tasks": …}, "meta": {"reduxlog": {"swift": …}}}
///
/// An action that had this shape when it was recorded, as those of web apps have, stays as it is.
struct ExchangedAction {
  /// The label to search for.
  var type: String
  var swiftType: String?
  var module: String?
  var site: String?
  /// The id of the action that caused it.
  var cause: Int?
  var replayability = ActionRecord.Replayability.replayable
  var inputs: ActionInputs?
  /// The recorded action.
  var action: JSONValue

  /// Creates it from a record, with the id of the action that caused it.
  init(_ record: ActionRecord, cause: Int?) {
    type = record.type
    swiftType = record.swiftType
    module = record.module
    site = record.site
    self.cause = cause
    replayability = record.replayability
    inputs = record.inputs
    action = record.action.value
  }

  /// Reads the JSON of an action of another tool.
  init(_ json: JSONValue) {
    let members = json.object
    type = members?["type"].flatMap(ExchangedAction.label) ?? ExchangedAction.unnamed
    action = json
    guard let own = members?["meta"]?["reduxlog"]?.object, let payload = members?["payload"] else { return }
    action = payload
    swiftType = own["swift"]?.string
    module = own["module"]?.string
    site = own["site"]?.string
    cause = own["cause"]?.integer
    replayability = own["replay"]?.string.flatMap(ActionRecord.Replayability.init) ?? .replayable
    if let now = own["now"]?.integer, (0...JournalLimits.maximumSeq).contains(now),
      let seed = own["seed"]?.string.flatMap({ StateHash($0) })
    {
      inputs = ActionInputs(now: now, seed: seed)
    }
  }

  /// Creates the stand-in for an action whose JSON can't be read.
  init(unreadable type: String, because problem: JsanText.Problem) {
    self.type = type
    replayability = .opaque
    action = ["$opaque": .string("an action whose JSON can't be read: \(problem.reason)")]
  }

  /// The label of an action without a type.
  static let unnamed = "(no type)"
  /// The text of an error that can't be read, or may hold a secret.
  static let hiddenError = "an error"

  /// Returns the label of an action's type; `nil` for a type that is no text, number or truth value.
  static func label(of type: JSONValue) -> String? {
    switch type {
    case .string(let text): text
    case .number, .bool: type.compact
    case .null, .array, .object: nil
    }
  }

  /// The action for other tools.
  var json: JSONValue {
    let own: [(String, JSONValue?)] = [
      ("swift", swiftType.map { .string($0) }), ("module", module.map { .string($0) }),
      ("site", site.map { .string($0) }), ("cause", cause.map { JSONValue($0) }),
      ("replay", replayability == .replayable ? nil : .string(replayability.rawValue)),
      ("now", (inputs?.now).map { JSONValue($0) }), ("seed", (inputs?.seed).map { .string("\($0)") }),
    ]
    let members = own.compactMap { name, value in value.map { (name, $0) } }
    if members.isEmpty, action.object?["type"]?.string == type { return action }
    return .object(
      JSONObject([
        ("type", .string(type)), ("payload", action),
        ("meta", .object(JSONObject([("reduxlog", .object(JSONObject(members)))]))),
      ]))
  }

  /// The action as `record` reads it: the action itself, in an object that names its type if the app has several.
  var written: JSONValue { swiftType.map { .object(JSONObject([($0, action)])) } ?? action }
}
