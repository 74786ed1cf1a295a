import CommandLineKit
import ReduxJournal
import ReduxLogTool
import ReduxReplay
import TestSupport

/// A test's journal, with its actions and the output of commands.
struct RecordedFile {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  var path: String { file.path }

  /// The actions in order, each with its label, its replayability, and the members that it changed.
  func actions() throws -> [String] {
    try JournalReader.actions(path).map { action in
      ([action.type, action.replayability.rawValue] + action.changed.map(\.pointer)).joined(separator: " ")
    }
  }

  /// The labels of the actions in order, each with the places that it changed.
  func changes() throws -> [String] {
    try JournalReader.actions(path).map { ([$0.type] + $0.changed.map(\.pointer)).joined(separator: " ") }
  }

  /// The labels of the actions in order, each with that of the action that caused it.
  func causes() throws -> [String] {
    var labels: [Int: String] = [:]
    return try JournalReader.actions(path).map { action in
      labels[action.seq] = action.type
      return action.type + (action.cause.flatMap { labels[$0] }.map { " < \($0)" } ?? "")
    }
  }

  /// The exit code of `verify`, and its output without the file's name.
  func verify(_ app: any ReplayableApp.Type) -> (code: InspectorTool.ExitCode, output: String) {
    let run = InspectorTool.capture(["verify", path], apps: [app])
    return (run.exitCode, run.output.replacing(path, with: "FILE"))
  }

  /// The output of a command, without the file's name.
  func output(_ command: String, _ arguments: String..., app: any ReplayableApp.Type) -> String {
    InspectorTool.capture([command] + arguments.map { $0.replacing("FILE", with: path) }, apps: [app]).output
      .replacing(path, with: "FILE")
  }
}

extension JournalReader {
  /// The actions of a journal, in order.
  fileprivate static func actions(_ path: String) throws -> [ActionRecord] {
    let reader = try JournalReader(path: path)
    var actions: [ActionRecord] = []
    while let entry = try reader.next() {
      if case .action(let action) = entry.record { actions.append(action) }
    }
    return actions
  }
}
