import CommandLineKit
import ReduxInspection
import ReduxJournal
import StateCoding
import StateTree

/// A session in a file of the Redux DevTools: the extension's export, its lifted state, or a bare array of actions.
struct DevToolsFile {
  /// The type of the step that stands for the first state.
  static let initial = "@@INIT"
  /// The type of a step that stands for a state that no action set.
  static let setState = "@@reduxlog/STATE"
  /// The member with the time in microseconds.
  static let microseconds = "reduxlogTime"

  /// A step, with the state after it.
  struct Step {
    /// The action's id.
    let id: Int
    /// The action; `nil` if no action set the state.
    let action: ExchangedAction?
    /// Microseconds since 1970, if known.
    let time: Int?
    let state: JSONValue
    let error: String?
  }

  /// The steps in the file, with or without states.
  enum Content {
    /// The steps with their states, the first state before any action.
    case steps([Step])
    /// The actions, and the state before them, if given.
    case actions([ExchangedAction], initial: JSONValue?)
  }

  let content: Content
  /// The app, if the file was exported from a journal.
  let app: AppIdentity?
  let started: WallClock?
  /// The rules of the journal, if the file was exported from one.
  let rules: RedactionRules?
  /// The number of actions that were switched off, and so led to no state.
  let skipped: Int

  /// The last time that a journal can name, in microseconds since 1970: the end of the year 9999.
  private static let lastTime = 253_402_300_799_999_999

  /// A time in microseconds since 1970; `nil` for a value that is none.
  private static func time(_ value: JSONValue?, microseconds unit: Int = 1) -> Int? {
    guard let time = value?.integer, (0...lastTime / unit).contains(time) else { return nil }
    return time * unit
  }

  /// Reads a file.
  init(_ bytes: [UInt8], named name: String) throws {
    func failure(_ message: String) -> CommandFailure {
      CommandFailure(
        message, file: name,
        advice: "Save the lifted state of the Redux DevTools, or write it with 'reduxlog export --as redux-devtools'.")
    }
    func parsed(_ text: [UInt8], _ what: String) throws -> JSONValue {
      do { return try JSONValue(parsing: text) } catch { throw failure("\(what) isn't JSON: \(error)") }
    }
    var root = try parsed(bytes, "the file")
    var preloaded: JSONValue?
    if let payload = root["payload"]?.string {
      preloaded = try root["preloadedState"]?.string.map { try parsed(Array($0.utf8), "'preloadedState'") }
      root = try parsed(Array(payload.utf8), "'payload'")
    }
    let own = root["reduxlog"]
    app = own?["app"]?.string.map {
      AppIdentity(name: $0, version: own?["version"]?.string, schema: own?["schema"]?.integer)
    }
    started = DevToolsFile.time(own?["started"]).map { WallClock(microseconds: $0) }
    rules = own?["rules"]?.object.flatMap { RedactionRules(json: $0) }
    if let actions = root.array {
      content = .actions(
        actions.map(ExchangedAction.init).filter { $0.type != DevToolsFile.initial }, initial: preloaded)
      skipped = 0
      return
    }
    guard let byID = root["actionsById"]?.object, let staged = root["stagedActionIds"]?.array else {
      throw failure(
        "expected an array of actions, or an object with 'payload' or with 'actionsById' and 'stagedActionIds'")
    }
    let states = root["computedStates"]?.array ?? []
    let off = Set((root["skippedActionIds"]?.array ?? []).compactMap(\.integer))
    let isComplete = !states.isEmpty && states.count >= staged.count
    var steps: [Step] = []
    for (index, element) in staged.enumerated() {
      guard let id = element.integer, let lifted = byID["\(id)"], let action = lifted["action"] else {
        throw failure("'stagedActionIds' names the action \(element.compact), which 'actionsById' doesn't hold")
      }
      if off.contains(id) { continue }
      let isFirst = steps.isEmpty
      let time =
        DevToolsFile.time(lifted[DevToolsFile.microseconds])
        ?? DevToolsFile.time(lifted["timestamp"], microseconds: 1000)
      let type = action["type"]?.string
      let isState = isFirst || type == DevToolsFile.setState
      let computed = isComplete ? states[index] : .null
      if isComplete, computed["state"] == nil {
        throw failure(
          "'computedStates' holds no state after the action \(id); states that are undefined can't be imported")
      }
      steps.append(
        Step(
          id: id, action: isState ? nil : ExchangedAction(action), time: isState && own != nil ? nil : time,
          state: computed["state"] ?? .null, error: computed["error"]?.string))
    }
    guard !steps.isEmpty else { throw failure("'stagedActionIds' names no action that led to a state") }
    skipped = staged.count - steps.count
    guard isComplete else {
      let actions = steps.compactMap(\.action)
      content = .actions(actions, initial: root["committedState"] ?? preloaded)
      return
    }
    content = .steps(steps)
  }
}

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
    type = members?["type"]?.string ?? ExchangedAction.unnamed
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

  /// The label of an action without a type.
  private static let unnamed = "(no type)"

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
