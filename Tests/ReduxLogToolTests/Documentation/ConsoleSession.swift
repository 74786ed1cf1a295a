import ChangedSamples
import CommandLineKit
import Foundation
import ReducerIsolation
import ReduxJournal
import ReduxLogTool
import ReduxNotation
import ReduxReplay
import TestSupport
import Testing

/// Runs the commands in a page's console blocks, in order.
///
/// The session has a folder of its own with a copy of the samples. Each line after `$` is a shell command; `reduxlog` is the
/// built executable. Times are in UTC.
final class ConsoleSession {
  /// The folder in which commands run.
  let folder: TemporaryFolder
  private let executable: Executable
  private var status: Int32 = 0

  init() throws {
    folder = try TemporaryFolder()
    executable = try Executable(tool: "samples", in: folder.path)
    try FileManager.default.copyItem(atPath: Repository.url("Samples").path, toPath: folder.path(of: "Samples"))
  }

  /// Returns the lines of a block with its commands' current output.
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

  /// Returns the commands of a block; lines after `>` continue a command.
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

  /// Runs a command with the app that the remark before its block names, if any.
  private func run(_ script: String, as remark: String?) throws -> String {
    guard let remark else { return try run(script) }
    if let changed = ChangedSamples.apps[remark] { return try run(script, with: changed) }
    if let app = ShelfVersions.apps[remark] {
      let journals = [("session.jsonl", ShelfVersions.record), ("types.jsonl", MovedShelf.record)]
      for (name, record) in journals where !FileManager.default.fileExists(atPath: folder.path(of: name)) {
        try record(folder.path(of: name))
      }
      return try run(script, with: app)
    }
    let step = try #require(WatchSession.Step(rawValue: remark), "\(remark)")
    if script == "watch" {
      try step.record(to: folder.path(of: "session.jsonl"))
      return ""
    }
    guard script.hasPrefix("watchlog ") else { return try run(script) }
    return try run(script, with: step.app)
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

  /// Runs a command of the tool in this process, with the reducers of an app.
  private func run(_ script: String, with app: any ReplayableApp.Type) throws -> String {
    let sink = BufferSink()
    var context = CommandContext(output: sink, errorOutput: sink, input: InputSource.buffer(), times: .utc)
    context.apps = AppCatalog([app])
    let words = script.matches(of: /'([^']*)'|[^ ]+/).map { String($0.1 ?? $0.0) }
    context.toolName = words.first ?? context.toolName
    // In this process, the current folder is another one.
    let arguments = zip(words, words.dropFirst()).map { option, word in
      option == "-o" || word.contains(".jsonl") ? folder.path(of: word) : word
    }
    status = CommandTable.standard.run(arguments, in: context).rawValue
    return sink.text.replacing(folder.path + "/", with: "")
  }
}

extension ConsoleSession {
  /// Returns whether a block shows these lines, except for values that differ in each run.
  static func isSame(_ lines: [String], _ block: MarkdownPage.Block) -> Bool {
    // Sessions that a page records, and reducers that read a clock, have other hashes and durations each time.
    let isFresh =
      block.remark.map { WatchSession.Step(rawValue: $0) != nil || ChangedSamples.unrepeatable.contains($0) } ?? false
    return lines.map { stripped($0, isFresh) } == block.lines.map { stripped($0, isFresh) }
  }

  private static func stripped(_ line: String, _ isFresh: Bool) -> String {
    guard isFresh else { return withoutTimes(line) }
    return withoutTimes(line).replacing(/\b[0-9a-f]{8}([0-9a-f]{24})?\b/, with: "HASH")
      .replacing(/\ *\b\d+(\.\d+)? (µs|ms|s|bytes)\b/, with: " SOME").replacing(/\b\d{9}\.\d+\b/, with: "SECONDS")
  }

  /// Returns a line without the times of recording and the waits for a busy machine.
  static func withoutTimes(_ line: String) -> String {
    line.replacing(/\d{4}-\d\d-\d\d (?=\d\d:)/, with: "DATE ")
      .replacing(/\d\d:\d\d:\d\d\.\d{3}/, with: "TIME")
      .replacing(/\ *\+\d+\.\d{3}s/, with: " ELAPSED")
      .replacing(/\ +\(took \d[^)]*\)/, with: "")
  }
}
