import CommandLineKit
import ReduxLogTool
import StateTree
import SystemSupport

extension Command {
  /// Executes the command.
  ///
  /// - Returns: The exit code.
  /// - Throws: The error that prevents the measurement.
  func run() throws -> Int32 {
    switch self {
    case .help: Platform.write(helpText, to: 1)
    case .list(let selection): list(selection)
    case .measure(let selection, let format, let isQuick, let folder):
      try measure(selection, format, .forThisBuild(isQuick: isQuick), folder: folder)
    case .growth(let growth): try growth.run()
    case .inspector(let words):
      return InspectorTool.run(words, apps: [TodoApp.self]).rawValue
    case .measured(let words): return try MeasuredProcess.perform(words)
    }
    return 0
  }

  private func list(_ selection: Selection) {
    for row in selection.groups(.forThisBuild(isQuick: false)).flatMap(\.rows) where selection.contains(row.name) {
      Platform.write(row.name + "\n", to: 1)
    }
  }

  private func measure(_ selection: Selection, _ format: Format, _ effort: Effort, folder: String?) throws {
    guard let executable = Platform.resolved(Platform.ownExecutable) else { throw MissingProgram(name: "benchmarks") }
    if format == .human { Platform.write(TextReport.heading(effort), to: 1) }
    var rows: [Row] = []
    for group in selection.groups(effort) {
      let measured = try withTemporaryFolder(in: folder, needing: effort.journalBytes) { folder in
        try group.measure(under: Conditions(folder: folder, executable: executable))
      }.filter { selection.contains($0.name) }
      rows += measured
      if format == .human { measured.forEach { Platform.write(TextReport.line($0), to: 1) } }
    }
    switch format {
    case .human: Platform.write(TextReport.notes(rows), to: 1)
    case .json: Platform.write(JSONReport(effort: effort, rows: rows).json.compact + "\n", to: 1)
    }
  }
}
