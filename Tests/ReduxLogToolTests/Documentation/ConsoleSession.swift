import ChangedSamples
import Foundation
import ReduxJournal
import ReduxLogTool
import ReduxReplay
import TestSupport
import Testing

/// Runs what stands behind `$` in a page's console blocks, in order, in a folder of its own that holds a copy of the
/// samples.
///
/// A line is a command of the shell, in which `reduxlog` is the built executable. Times are those of UTC.
final class ConsoleSession {
  private let folder: TemporaryFolder
  private let executable: Executable
  private var status: Int32 = 0

  init() throws {
    folder = try TemporaryFolder()
    executable = try Executable(in: folder.path)
    try FileManager.default.copyItem(atPath: Repository.url("Samples").path, toPath: folder.path(of: "Samples"))
  }

  /// The lines of a block with the output that its commands have now.
  func lines(of block: MarkdownPage.Block) throws -> [String] {
    var lines: [String] = []
    for command in ConsoleSession.commands(of: block) {
      lines += command
      let script = command.map { $0.dropFirst(2) }.joined(separator: "\n")
      let output = try run(script, as: block.remark)
      lines += output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
    return lines
  }

  /// The commands of a block, each of one line or of several that `>` continues.
  private static func commands(of block: MarkdownPage.Block) -> [[String]] {
    var commands: [[String]] = []
    var isCommand = false
    for line in block.lines {
      if line.hasPrefix("$ ") {
        commands.append([line])
        isCommand = true
      } else if isCommand, line.hasPrefix("> "), !commands.isEmpty {
        commands[commands.count - 1].append(line)
      } else {
        isCommand = false
      }
    }
    return commands
  }

  /// Runs a command as the remark before its block says: with an app's own tool, or after somebody has used it.
  private func run(_ script: String, as remark: String?) throws -> String {
    guard let remark else { return try run(script) }
    if let changed = ChangedSamples.apps[remark] { return try run(script, with: changed) }
    let rung = try #require(WatchSession.Rung(rawValue: remark), "\(remark)")
    if script == "watch" {
      try rung.record(to: folder.path(of: "session.jsonl"))
      return ""
    }
    guard script.hasPrefix("watchlog ") else { return try run(script) }
    return try run(script, with: rung.app)
  }

  private func run(_ script: String) throws -> String {
    let result = try executable.shell(
      """
      exec 2>&1
      unset COLUMNS CLICOLOR_FORCE
      export TZ=UTC
      reduxlog() { "$REDUXLOG" "$@"; }
      (exit \(status))
      \(script)
      """)
    status = result.status
    return result.output
  }

  /// Runs a single command of the tool in this process, with the reducers of an app.
  private func run(_ script: String, with app: any ReplayableApp.Type) throws -> String {
    let sink = BufferSink()
    var context = CommandContext(output: sink, errorOutput: sink, input: BufferInput(), times: .utc)
    context.apps = AppCatalog([app])
    let words = script.split(separator: " ").map(String.init)
    context.toolName = words.first ?? context.toolName
    let arguments = words.dropFirst().map { $0.contains(".jsonl") ? folder.path(of: $0) : $0 }
    status = CommandTable.standard.run(arguments, in: context).rawValue
    return sink.text.replacing(folder.path + "/", with: "")
  }
}

extension ConsoleSession {
  /// Whether a block shows these lines, but for what differs from run to run.
  static func isSame(_ lines: [String], _ block: MarkdownPage.Block) -> Bool {
    // What is recorded in the midst of a page has other hashes and durations each time, and so has what looks at a clock.
    let isFresh =
      block.remark.map { WatchSession.Rung(rawValue: $0) != nil || ChangedSamples.unrepeatable.contains($0) } ?? false
    return lines.map { stripped($0, isFresh) } == block.lines.map { stripped($0, isFresh) }
  }

  private static func stripped(_ line: String, _ isFresh: Bool) -> String {
    guard isFresh else { return withoutTimes(line) }
    return withoutTimes(line).replacing(/\b[0-9a-f]{8}([0-9a-f]{24})?\b/, with: "HASH")
      .replacing(/\ *\b\d+(\.\d+)? (µs|ms|s|bytes)\b/, with: " SOME")
  }

  /// A line without what differs from run to run: when something was recorded, and that a reducer had to wait for a busy
  /// machine.
  static func withoutTimes(_ line: String) -> String {
    line.replacing(/\d{4}-\d\d-\d\d (?=\d\d:)/, with: "DATE ")
      .replacing(/\d\d:\d\d:\d\d\.\d{3}/, with: "TIME")
      .replacing(/\ *\+\d+\.\d{3}s/, with: " ELAPSED")
      .replacing(/\ +\(took \d[^)]*\)/, with: "")
  }
}
