import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxReplay
import StateCoding
import StateTree

/// Writes a history as the lifted state of the Redux DevTools, which all their importers read: the actions by their ids, and
/// the state after each.
struct DevToolsExport {
  /// The size that a user should hear of before the rest is written.
  static let largeByteCount = 256 << 20

  private let history: ExportedHistory
  /// The app, with the schema that the states have.
  private let app: AppIdentity
  private var states: any AppStates
  /// The ids of the actions, by their seqs.
  private var ids: [Int: Int] = [:]

  init(of history: ExportedHistory, as app: AppIdentity, states: any AppStates) {
    self.history = history
    self.app = app
    self.states = states
  }

  /// The number of actions written.
  private(set) var actions = 0

  /// The seq of the last state written; `nil` before the first one.
  private(set) var lastSeq: Int?

  /// Writes the file. O(n) in the bytes of all states.
  ///
  /// - Parameters:
  ///   - largeByteCount: The size from which on the file is large.
  ///   - onStep: Gets the seq of each state.
  ///   - onLarge: Gets the estimated size in bytes, once that exceeds `largeByteCount`.
  ///   - write: Writes bytes.
  /// - Throws: `ReplayError` for a state that can't be rebuilt, and errors of the callbacks.
  mutating func run(
    largeByteCount: Int = largeByteCount, onStep: (Int) throws -> Void, onLarge: (Int) throws -> Void,
    write: ([UInt8]) throws -> Void
  ) throws {
    let count = try writeActions(write)
    var (done, byteCount, isFirst, isLarge) = (0, 0, true, false)
    try history.forEach { step in
      try onStep(step.seq)
      let state = DevToolsExport.marked(try states.text(at: step.seq))
      if isFirst { try write(Array(#""committedState":"#.utf8) + state + Array(#","computedStates":["#.utf8)) }
      var text: [UInt8] = Array((isFirst ? #"{"state":"# : #",{"state":"#).utf8) + state
      if let error = step.action?.error {
        text += Array(#","error":"#.utf8)
        JSONValue.string(error).appendCompact(to: &text)
      }
      text.append(UInt8(ascii: "}"))
      done += 1
      byteCount += text.count
      let probable = byteCount / done * count
      if probable > largeByteCount, !isLarge {
        isLarge = true
        try onLarge(probable)
      }
      try write(text)
      lastSeq = step.seq
      isFirst = false
    }
    try write(Array("]}\n".utf8))
  }

  /// Writes the actions, and returns the number of steps.
  private mutating func writeActions(_ write: ([UInt8]) throws -> Void) throws -> Int {
    let header = history.header
    let own = JSONReport.object([
      "app": app.name, "version": app.version, "schema": app.schema,
      "started": history.started.microseconds, "rules": header.rules.json,
      "gap": history.gap.map { DevToolsFile.Gap(why: $0.why, missing: $0.missing).json },
    ])
    try write(Array(#"{"reduxlog":\#(own.compact),"monitorState":{},"actionsById":{"#.utf8))
    var count = 0
    try history.forEach { step in
      if case .action = step.kind { actions += 1 }
      let members: [(String, JSONValue)] = [
        ("type", "PERFORM_ACTION"), ("action", json(of: step)),
        // Whole milliseconds are what the DevTools have; the microseconds come back from the other member.
        ("timestamp", JSONValue(step.time / 1000)), (LiftedAction.microseconds, JSONValue(step.time)),
      ]
      ids[step.seq] = count
      let text = JSONValue.object(JSONObject(members)).compact
      try write(Array("\(count == 0 ? "" : ",")\"\(count)\":\(text)".utf8))
      count += 1
    }
    let list = (0..<count).map(String.init).joined(separator: ",")
    try write(
      Array(
        """
        },"nextActionId":\(count),"stagedActionIds":[\(list)],"skippedActionIds":[],"currentStateIndex":\(count - 1),\
        "isLocked":false,"isPaused":false,
        """.utf8))
    return count
  }

  /// The action of a step, or one that names the event that set its state.
  private func json(of step: ExportedHistory.Step) -> JSONValue {
    switch step.kind {
    case .action(let record):
      ExchangedAction(record, cause: record.cause.flatMap { ids[$0] }).json.markingMembers
    case .first: ["type": .string(LiftedAction.initial)]
    case .state: ["type": .string(LiftedAction.state)]
    case .session(let number): ["type": .string(LiftedAction.session), "payload": ["session": JSONValue(number)]]
    case .rewind(let target): ["type": .string(LiftedAction.rewind), "payload": ["to": JSONValue(target)]]
    case .gap(let gap):
      ["type": .string(LiftedAction.gap), "payload": DevToolsFile.Gap(why: gap.why, missing: gap.missing).json]
    }
  }

  /// A state's text, in which importers read no member as one of jsan's marks.
  private static func marked(_ state: [UInt8]) -> [UInt8] {
    let mark = Array("\(JsanText.mark)\"".utf8)
    let hasMark = state.withUnsafeBufferPointer { state in
      state.indices.contains { state[$0] == UInt8(ascii: "$") && state[$0...].starts(with: mark) }
    }
    guard hasMark, let value = try? JSONValue(parsing: state) else { return state }
    return Array(value.markingMembers.compact.utf8)
  }
}

extension JSONValue {
  /// The value with each member that is named like jsan's mark in an array of its own.
  fileprivate var markingMembers: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.markingMembers))
    case .object(let object):
      .object(
        JSONObject(
          uniqueKeys: object.keys,
          values: zip(object.keys, object.values).map { key, value in
            key == JsanText.mark ? .array([value.markingMembers]) : value.markingMembers
          }))
    default: self
    }
  }
}
