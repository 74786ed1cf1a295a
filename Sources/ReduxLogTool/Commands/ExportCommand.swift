import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree

/// `export`: writes a journal in the form of another tool.
struct ExportCommand: Command {
  /// The form of another tool.
  private enum Form: String, CaseIterable {
    case devTools = "redux-devtools"
    case ndjson
    case actions
  }

  private static let journal = ArgumentSpecification(
    "FILE[@A..B]", help: "A journal, or the first and last state to export. See 'help revisions'.")
  private static let form = OptionSpecification(
    "as", value: "FORM", help: "redux-devtools, ndjson or actions. Required.")

  static let specification = CommandSpecification(
    name: "export",
    abstract: "Write a journal in the form of another tool.",
    traits: [.readsJournal, .needsReducers],
    overview: """
      redux-devtools is the lifted state that the Redux DevTools import: every action, with its payload and the state after
      it. 'import' turns it into a journal again.

      ndjson is one JSON document per step: {"seq", "time", "type", "action", "error", "state"}. The first step has
      no action. Fields that are unknown are missing.

      actions is a script for 'record --actions': one action per line.

      All follow the history of the last state; what a rewind abandoned isn't in it.
      """,
    examples: [
      .init("export session.jsonl --as redux-devtools -o session.json", "look at it in the browser's extension"),
      .init("export session.jsonl --as ndjson | jq -r '[.seq, .type, .state.total] | @csv'", "a table"),
      .init("export session.jsonl@100..200 --as actions > part.actions.jsonl", "the actions after state 100"),
    ],
    arguments: [journal],
    options: [form, .output("The file to write, for redux-devtools."), .force, .maximumLine, .keyFile],
    sections: [
      .specialCases([
        "States":
          "redux-devtools and ndjson need the states: from a self-contained journal, or from the app's reducers, which "
          + "must lead to the recorded ones.",
        "Sizes":
          "redux-devtools holds each state whole. Before it writes more than 256 MB, export says how large the file will be; "
          + "FILE@A..B is a part.",
        "Secrets": "What the journal redacts stays redacted. Everything else is readable in the export.",
        "actions":
          "Actions that were refused are left out, because 'record' ends at them. An action that can't be replayed is an error. "
          + "To start from another state than the app's, save it with 'show', and pass it to 'record --initial'.",
      ])
    ])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let names = Form.allCases.map(\.rawValue)
    guard let name = arguments.value(of: Self.form) else {
      throw UsageError("option '--as' is missing: --as FORM, one of \(names.joined(separator: ", "))")
    }
    guard let form = Form(rawValue: name) else {
      throw UsageError(
        "unknown form '\(name)'; expected one of \(names.joined(separator: ", "))"
          + Suggestion.clause(for: name, among: names))
    }
    let out = form == .devTools ? try OutputArgument(arguments, mayBeDevice: true, of: "an export") : nil
    guard out != nil || !arguments.has(.output("")) else {
      throw UsageError("'--as \(form.rawValue)' writes to standard output; redirect it with > FILE")
    }
    guard out != nil || !arguments.has(.force) else { throw UsageError("'--force' needs '--as redux-devtools'") }
    let journal = try OpenJournal(
      arguments.required(Self.journal), options: arguments.readingOptions(in: context), times: context.times)
    let bounds = try journal.historyBounds()
    let history = try ExportedHistory(of: journal.file, from: bounds.first, to: bounds.last)
    switch (form, out) {
    case (.devTools, let out?): try export(history, to: out, in: context)
    case (.actions, _): try printActions(of: history, in: context)
    default: try printSteps(of: history, in: context)
    }
    return .fine
  }

  private func export(_ history: ExportedHistory, to out: OutputArgument, in context: CommandContext) throws {
    let output = try out.file(beside: history.file.path)
    var export = DevToolsExport(
      of: history, as: try writtenApp(of: history, in: context), states: try context.apps.states(of: history.file))
    var progress = context.progress("Exporting")
    do {
      try export.run {
        try progress.update($0)
      } onLarge: { byteCount in
        try context.warn(
          "the export will have about \(byteCount >> 20) MB, and the DevTools keep all of it in memory; to write a part, "
            + "name \(history.file.path)@A..B", file: out.path)
      } write: {
        try output.write($0)
      }
    } catch let error as ReplayError {
      var failure = CommandFailure(error)
      let part = export.lastSeq.map { "To export the states before it, name \(history.file.path)@..\($0)." }
      if let part { failure.advice = failure.advice.map { "\($0) \(part)" } ?? part }
      throw failure
    }
    try progress.finish()
    try output.commit()
    try context.note("\(out.path): \(export.actions.counted("action")) of \(history.file.path)")
  }

  /// The app with the schema that exported states have: reducers convert those of an older one.
  private func writtenApp(of history: ExportedHistory, in context: CommandContext) throws -> AppIdentity {
    let recorded = history.header.app
    guard !history.file.isSelfContained, let type = try? context.apps.app(of: history.file).type,
      let schema = type.schema, schema > recorded.schema ?? 0
    else { return recorded }
    if type.convertsActions(ofSchema: recorded.schema) {
      try context.warn(
        "it was recorded with schema \(recorded.schema ?? 0): the export has its actions as they are, and its states in the shape "
          + "of schema \(schema); a journal that is imported from it can't be replayed", file: history.file.path)
    }
    return AppIdentity(name: recorded.name, version: recorded.version, schema: schema)
  }

  private func printSteps(of history: ExportedHistory, in context: CommandContext) throws {
    var states = try context.apps.states(of: history.file)
    try history.forEach { step in
      if step.isRewind { return }
      var members: [String: JSONValue?] = ["seq": JSONValue(step.seq)]
      if let record = step.action {
        members["time"] = JSONValue(microsecondsSince1970: step.time)
        members["type"] = .string(record.type)
        members["action"] = record.action.value
        members["error"] = record.error.map { .string($0) }
      }
      members["state"] = try states.state(at: step.seq)
      let order = ["seq", "time", "type", "action", "error", "state"]
      let document = JSONObject(order.compactMap { key in members[key].flatMap { $0 }.map { (key, $0) } })
      try context.output.json(.object(document), layout: .compact)
    }
  }

  private func printActions(of history: ExportedHistory, in context: CommandContext) throws {
    var refused = 0
    try history.forEach { step in
      guard let record = step.action else { return }
      if record.error != nil {
        refused += 1
        return
      }
      guard record.replayability == .replayable else {
        let line = try history.file.entry(settingSeq: record.seq).flatMap {
          history.file.lineNumber(atOffset: $0.offset)
        }
        throw CommandFailure(
          "action \(record.seq) (\(record.type)) was recorded as \(record.replayability.rawValue), so it can't be reduced again",
          file: history.file.path, line: line, advice: "Export a part without it: FILE@A..B.")
      }
      try context.output.json(ExchangedAction(record, cause: nil).written, layout: .compact)
    }
    if refused > 0 { try context.note("\(refused.counted("refused action")) left out") }
  }
}
