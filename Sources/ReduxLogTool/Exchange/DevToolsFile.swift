import CommandLineKit
import ReduxInspection
import ReduxJournal
import StateCoding
import StateTree

/// A session in a file of the Redux DevTools: the extension's export, its lifted state, or a bare array of actions.
///
/// It holds the text and the offsets of the steps in it; actions and states are read one at a time.
struct DevToolsFile {
  /// A step, with the places of its action and of the state after it.
  struct Step {
    let kind: Kind
    /// The action's id.
    let id: Int
    /// Microseconds since 1970, if known.
    let time: Int?
    /// The offset of the action in the text.
    fileprivate let action: Int
    /// The offset of the action's call stack in the text.
    fileprivate let stack: Int?
    /// The offset of the entry of `computedStates`; `nil` if the file has none.
    fileprivate let computed: Int?
  }

  /// What led to a step's state.
  enum Kind: Hashable {
    case action
    /// The state was set.
    case state
    /// The state was set after a gap.
    case gap(Gap)
    /// The state is that of the step before.
    case rewind

    var isAction: Bool { self == .action }
  }

  /// Actions that are missing.
  struct Gap: Hashable {
    let why: String
    /// Their number, if known.
    let missing: Int?

    init(why: String, missing: Int?) { (self.why, self.missing) = (why, missing) }

    /// Reads what `export` wrote; `nil` for another value.
    init?(_ json: JSONValue?) {
      guard let why = json?["why"]?.string else { return nil }
      self.init(
        why: why, missing: json?["missing"]?.integer.flatMap { (0...JournalLimits.maximumSeq).contains($0) ? $0 : nil })
    }

    /// What `import` reads again.
    var json: JSONValue {
      .object(JSONObject([("why", .string(why))] + (missing.map { [("missing", JSONValue($0))] } ?? [])))
    }
  }

  /// The first state.
  let first: FirstState
  /// The steps after the first state.
  let steps: [Step]
  /// Whether the file holds states after actions.
  let hasStates: Bool
  /// The actions that are missing before the first state, if any.
  let gap: Gap?
  /// The app, if the file was exported from a journal.
  let app: AppIdentity?
  let started: WallClock?
  /// The rules of the journal, if the file was exported from one.
  let rules: RedactionRules?
  /// The number of actions that were switched off, and so led to no state.
  let skipped: Int
  /// The number of actions between others that the DevTools took out: by their filter, or with the button Sweep.
  let removed: Int

  private let name: String
  private let text: JsanText

  /// The places of the state before the first action, the best first.
  struct FirstState {
    /// The offset of the first entry of `computedStates`.
    fileprivate var computed: Int?
    /// The offset of `committedState`.
    fileprivate var committed: Int?
    fileprivate var preloaded: JSONValue?
    fileprivate(set) var time: Int?
  }

  /// A state in the file.
  enum Computed {
    case known(JSONValue)
    case missing(JsanText.Problem)
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: Its name in errors.
  ///   - maximumValues: The most values and keys of a state.
  /// - Throws: `CommandFailure` for a file that can't be read.
  init(_ bytes: consuming [UInt8], named name: String, maximumValues: Int) throws {
    let file = DevToolsFileReader(name: name, maximumValues: maximumValues)
    var text = file.text(of: bytes)
    bytes = []
    var root = try file.members(of: text)
    var preloaded: JSONValue?
    if let place = root["payload"] {
      if let place = root["preloadedState"] { preloaded = try file.preloaded(text, at: place) }
      text = try file.payload(text, at: place)
      root = try file.members(of: text)
    }
    self.name = name
    let own = try root["reduxlog"].flatMap { try file.value(text, at: $0, "'reduxlog'") }
    app = own?["app"]?.string.map {
      AppIdentity(name: $0, version: own?["version"]?.string, schema: own?["schema"]?.integer)
    }
    started = LiftedAction.time(own?["started"]).map { WallClock(microseconds: $0) }
    rules = own?["rules"]?.object.flatMap { RedactionRules(json: $0) }
    if own != nil { text = JsanText(text.parts, unwrappingImmutable: false, maximumValues: maximumValues) }
    self.text = text

    guard let byID = root["actionsById"], let staged = root["stagedActionIds"] else {
      guard let actions = try file.parts(of: text, at: text.parts.start()) else {
        throw file.failure(file.foreign(text, root) ?? file.expected)
      }
      if let foreign = file.foreign(text, elements: actions) { throw file.failure(foreign) }
      steps = try actions.enumerated().compactMap { id, action in
        guard text.parts.bytes[action] == UInt8(ascii: "{") else {
          throw file.failure("element \(id) of the array is no action, because it isn't an object")
        }
        if LiftedAction.type(of: action, in: text) == LiftedAction.initial { return nil }
        return Step(kind: .action, id: id, time: nil, action: action, stack: nil, computed: nil)
      }
      (first, hasStates, gap, skipped, removed) = (FirstState(preloaded: preloaded), false, nil, 0, 0)
      return
    }
    let actions = try file.parts(of: text, members: byID)
    var known: Set<Int> = []
    let ids = try file.ids(text, at: staged).map { element in
      guard let id = element.integer, actions["\(id)"] != nil else {
        throw file.failure(
          "'stagedActionIds' names the action \(element.value.compact), which 'actionsById' doesn't hold")
      }
      guard known.insert(id).inserted else { throw file.failure("'stagedActionIds' names the action \(id) twice") }
      return id
    }
    let off = Set(try root["skippedActionIds"].map { try file.ids(text, at: $0).compactMap(\.integer) } ?? [])
    let states = try root["computedStates"].flatMap { try file.parts(of: text, at: $0) } ?? []
    hasStates = !states.isEmpty
    var first = FirstState(committed: root["committedState"], preloaded: preloaded)
    var steps: [Step] = []
    var isSkipped = 0
    for (index, id) in ids.enumerated() {
      guard let lifted = actions["\(id)"].map({ LiftedAction(at: $0, in: text, isOwn: own != nil) }) else { continue }
      let computed = index < states.count ? states[index] : nil
      if index == 0, lifted.type == LiftedAction.initial {
        (first.computed, first.time) = (computed, lifted.time)
      } else if off.contains(id) {
        isSkipped += 1
      } else {
        guard let action = lifted.action else {
          throw file.failure("the action \(id) of 'actionsById' has no 'action'")
        }
        steps.append(
          Step(
            kind: lifted.kind, id: id, time: lifted.time, action: action, stack: lifted.stack, computed: computed))
      }
    }
    guard !ids.isEmpty else { throw file.failure("'stagedActionIds' names no action") }
    // The DevTools number actions from 1, and drop the oldest ones at their limit. Their button Commit starts again from 1.
    let numbers = ids.filter { $0 > 0 }
    let least = numbers.min() ?? 1
    removed = numbers.max().map { $0 - least + 1 - numbers.count } ?? 0
    let committed = own == nil ? least - 1 : 0
    gap =
      committed > 0
      ? Gap(
        why: "the DevTools no longer hold these actions", missing: min(committed, JournalLimits.maximumSeq))
      : Gap(own?["gap"])
    (self.first, self.steps, skipped) = (first, steps, isSkipped)
  }

  /// Returns the action of a step.
  func action(of step: Step) -> ExchangedAction {
    do {
      var action = ExchangedAction(try text.value(at: step.action) ?? .null)
      if action.site == nil, let stack = step.stack { action.site = CallSite.first(in: try text.value(at: stack)) }
      return action
    } catch {
      let type = LiftedAction.type(of: step.action, in: text) ?? ExchangedAction.unnamed
      return ExchangedAction(unreadable: type, because: error)
    }
  }

  /// Returns the first state.
  ///
  /// - Throws: `CommandFailure` for a state that a few references make too large.
  func firstState() throws -> Computed {
    let computed = try state(at: first.computed, of: "the first state")
    if case .known = computed { return computed }
    return (first.committed.flatMap { try? text.value(at: $0) } ?? first.preloaded).map { .known($0) } ?? computed
  }

  /// Returns the state after a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - earlier: The state before it, with which it shares the memory of what stays.
  /// - Returns: The state, or why it is missing.
  /// - Throws: `CommandFailure` for a state that a few references make too large.
  func state(after step: Step, like earlier: JSONValue?) throws -> Computed {
    try state(at: step.computed, of: "the state after the action \(step.id)", like: earlier)
  }

  /// Returns the text of the error that the step's reducer threw, if any.
  func error(of step: Step) -> String? {
    guard let computed = step.computed else { return nil }
    do {
      guard let place = try text.member("error", ofValueAt: computed), let error = try text.value(at: place),
        error != .null
      else { return nil }
      return error.string ?? error.compact
    } catch { return ExchangedAction.hiddenError }
  }

  private func state(at computed: Int?, of name: String, like earlier: JSONValue? = nil) throws -> Computed {
    guard let computed else { return .missing(.absent) }
    do {
      guard let place = try text.member("state", ofValueAt: computed),
        let state = try text.value(at: place, like: earlier)
      else {
        return .missing(.undefined)
      }
      return .known(state)
    } catch {
      try DevToolsFileReader(name: self.name, maximumValues: 0).check(error, of: name)
      return .missing(error)
    }
  }
}
