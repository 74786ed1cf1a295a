import CommandLineKit
import ReduxJournal
import ReduxLogTool
import ReduxReplay
import TestSupport

/// A journal of a test: where it is, what it holds, and what `verify` says of it.
struct RecordedFile {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  var path: String { file.path }

  /// The actions in the order of the file, each as its label, how it can be replayed, and the members that it changed.
  func actions() throws -> [String] {
    let reader = try JournalReader(path: path)
    var actions: [String] = []
    while let entry = try reader.next() {
      guard case .action(let action) = entry.record else { continue }
      let parts = [action.type, action.replayability.rawValue] + action.changed.map(\.pointer)
      actions.append(parts.joined(separator: " "))
    }
    return actions
  }

  /// The code of `verify`, and its output with the file's name left out.
  func verify(_ app: any ReplayableApp.Type) -> (code: ExitCode, output: String) {
    let run = InspectorTool.capture(["verify", path], apps: [app])
    return (run.exitCode, run.output.replacing(path, with: "FILE"))
  }

  /// The output of a command, without the file's name.
  func output(_ command: String, _ arguments: String..., app: any ReplayableApp.Type) -> String {
    InspectorTool.capture([command] + arguments.map { $0.replacing("FILE", with: path) }, apps: [app]).output
      .replacing(path, with: "FILE")
  }
}
