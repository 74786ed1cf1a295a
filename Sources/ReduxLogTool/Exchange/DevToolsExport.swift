import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxReplay
import StateCoding
import StateTree

/// Writes a history as a file that the Redux DevTools import: `{"payload": "…", "preloadedState": "…"}`.
///
/// The payload is the extension's own lifted state, as JSON text: the actions by their ids, and the state after each.
struct DevToolsExport {
  private let history: ExportedHistory
  private var states: any AppStates
  /// The ids of the actions, by their seqs.
  private var ids: [Int: Int] = [:]

  init(of history: ExportedHistory, states: any AppStates) {
    self.history = history
    self.states = states
  }

  /// The number of actions written.
  private(set) var actions = 0

  /// Writes the file. O(n) in the bytes of all states.
  mutating func run(onStep: (Int) throws -> Void, write: ([UInt8]) throws -> Void) throws {
    try write(Array(#"{"payload":""#.utf8))
    func escaped(_ bytes: [UInt8]) throws { try write(DevToolsExport.escaped(bytes)) }
    try writeActions(escaped)
    var preloaded: [UInt8] = []
    var isFirst = true
    try history.forEach { step in
      try onStep(step.seq)
      let state = try states.text(at: step.seq)
      if isFirst { preloaded = state }
      var text: [UInt8] = Array((isFirst ? #""computedStates":[{"state":"# : #",{"state":"#).utf8) + state
      if let error = step.action?.error {
        text += Array(#","error":"#.utf8)
        JSONValue.string(error).appendCompact(to: &text)
      }
      try escaped(text + [UInt8(ascii: "}")])
      isFirst = false
    }
    try escaped(Array("]}".utf8))
    try write(Array(#"","preloadedState":""#.utf8) + DevToolsExport.escaped(preloaded) + Array("\"}\n".utf8))
  }

  private mutating func writeActions(_ write: ([UInt8]) throws -> Void) throws {
    let header = history.header
    let own = JSONReport.object([
      "app": header.app.name, "version": header.app.version, "schema": header.app.schema,
      "started": history.started.microseconds, "rules": header.rules.json,
    ])
    try write(Array(#"{"reduxlog":\#(own.compact),"actionsById":{"#.utf8))
    var count = 0
    try history.forEach { step in
      var members: [(String, JSONValue)] = [("type", "PERFORM_ACTION")]
      if let record = step.action {
        let action = ExchangedAction(record, cause: record.cause.flatMap { ids[$0] })
        // Whole milliseconds are what the extension has; the microseconds come back from the other member.
        members += [
          ("action", action.json), ("timestamp", JSONValue(step.time / 1000)),
          (DevToolsFile.microseconds, JSONValue(step.time)),
        ]
        actions += 1
      } else {
        let type = count == 0 ? DevToolsFile.initial : DevToolsFile.setState
        members += [("action", .object(JSONObject([("type", .string(type))]))), ("timestamp", 0)]
      }
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
  }

  /// Compact JSON text as the inside of a JSON string.
  private static func escaped(_ text: [UInt8]) -> [UInt8] {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.count + text.count / 4)
    for byte in text {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { escaped.append(UInt8(ascii: "\\")) }
      escaped.append(byte)
    }
    return escaped
  }
}

/// The steps of a part of a journal's history, in order: those that a rewind abandoned aren't among them.
struct ExportedHistory {
  /// The step that led to a state.
  struct Step {
    let seq: Int
    /// The action; `nil` for the first state, or one that was set without an action.
    let action: ActionRecord?
    /// The time, in microseconds since 1970.
    let time: Int
  }

  let file: JournalFile
  /// The header of the last state's session.
  let header: HeaderRecord
  /// The start of the first state's session.
  let started: WallClock
  private let way: History.Way

  /// Selects the history of a state.
  init(of file: JournalFile, from first: Int?, to last: Int) throws {
    self.file = file
    way = try History.Way(of: file, from: first ?? 0, to: last)
    let start = try way.stretches.first.flatMap { try file.entry(settingSeq: $0.seqs.lowerBound)?.offset }
    started = try file.lastHeader(before: start ?? file.byteCount).header.started
    header = try file.lastHeader(before: file.entry(settingSeq: last)?.offset ?? file.byteCount).header
  }

  /// Calls the body with each step. Actions in flight led to no state and are left out.
  func forEach(_ body: (Step) throws -> Void) throws {
    var isFirst = true
    for stretch in way.stretches {
      guard let start = try file.entry(settingSeq: stretch.seqs.lowerBound) else { continue }
      var events = try file.events(from: file.place(atOffset: start.offset))
      while let event = try events.next(), event.seq <= stretch.seqs.upperBound {
        // After a rewind, the state is that of the step before.
        guard event.setsState, isFirst || event.record.target == nil || event.kind == .state else { continue }
        if !isFirst, event.action?.interrupted == true { continue }
        try body(Step(seq: event.seq, action: isFirst ? nil : event.action, time: event.time))
        isFirst = false
      }
    }
  }
}
