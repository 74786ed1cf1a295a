import CommandLineKit
import ReduxLogTool
import StateTree
import SystemSupport

/// A parsed command line.
enum Command: Equatable {
  case help
  case list(Selection)
  case measure(Selection, format: Format, isQuick: Bool, folder: String?)
  case growth(Growth)
  /// The inspector, with the measured app.
  case inspector([String])
  /// The work of a process started to be measured.
  case measured([String])

  enum Format: String, CaseIterable {
    case human
    case json
  }

  /// An invalid command line.
  struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// Parses a command line without the program's name.
  ///
  /// - Throws: `UsageError`.
  init(_ words: [String]) throws(UsageError) {
    switch words.first {
    case "inspector": self = .inspector(Array(words.dropFirst()))
    case "growth": self = .growth(try Command.growth(of: .tasks, words.dropFirst()))
    case "documents": self = .growth(try Command.growth(of: .documents, words.dropFirst()))
    case "measured": self = .measured(Array(words.dropFirst()))
    default: self = try Command(options: words)
    }
  }

  private init(options words: [String]) throws(UsageError) {
    var filters: [String] = []
    var format = Format.human
    var isQuick = false
    var isList = false
    var folder: String?
    var rest = OptionWords(words)
    while let option = rest.next() {
      switch option {
      case "--help", "-h":
        self = .help
        return
      case "--list": isList = true
      case "--quick": isQuick = true
      case "--filter": filters.append(try rest.value(of: option))
      case "--folder": folder = try rest.value(of: option)
      case "--format":
        let name = try rest.value(of: option)
        guard let known = Format(rawValue: name) else {
          throw UsageError(description: "--format is human or json, not '\(name)'")
        }
        format = known
      default:
        throw UsageError(description: "'\(option)' is no option of benchmarks")
      }
    }
    let selection = Selection(filters: filters)
    guard !selection.groups(.quick).isEmpty else {
      throw UsageError(description: "no row has '\(filters.joined(separator: "' or '"))' in its name; see --list")
    }
    self = isList ? .list(selection) : .measure(selection, format: format, isQuick: isQuick, folder: folder)
  }

  /// Parses the lengths and the folder of the journals.
  private static func growth(
    of subject: Growth.Subject, _ words: ArraySlice<String>
  ) throws(UsageError) -> Growth {
    var counts: [Int] = []
    var folder: String?
    var rest = OptionWords(Array(words))
    while let word = rest.next() {
      if word == "--folder" {
        folder = try rest.value(of: word)
      } else if let count = Int(word.filter { $0 != "," && $0 != "_" }), count > 0 {
        counts.append(count)
      } else {
        throw UsageError(description: "'\(word)' isn't a number of actions")
      }
    }
    return Growth(subject: subject, counts: counts.isEmpty ? subject.usualCounts : counts, folder: folder)
  }
}

/// The words of a command line. An option's value may be the next word or follow `=`.
private struct OptionWords {
  private var words: ArraySlice<String>
  private var attached: String?

  init(_ words: [String]) { self.words = words[...] }

  mutating func next() -> String? {
    guard let word = words.popFirst() else { return nil }
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return word }
    let name = String(word[..<equals])
    // Only some options take a value.
    guard ["--filter", "--folder", "--format"].contains(name) else { return word }
    attached = String(word[word.index(after: equals)...])
    return name
  }

  mutating func value(of option: String) throws(Command.UsageError) -> String {
    defer { attached = nil }
    guard let value = attached ?? words.popFirst() else {
      throw Command.UsageError(description: "\(option) needs a value")
    }
    return value
  }
}

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
