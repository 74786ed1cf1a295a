import CommandLineKit
import ReduxLogTool
import StateTree
import SystemSupport

/// Work in a separate process, which measures its memory and time alone.
///
/// This executable starts itself with the word `measured`; that process does the work and prints its figures.
struct MeasuredProcess: Equatable, Sendable {
  /// The time of the work, without the start of the process.
  let nanoseconds: Double
  /// The process's peak memory; `nil` if the system doesn't report it.
  let peakBytes: Int?

  /// Runs the work that some words describe: `inspector COMMAND...` or `record ITEMS ACTIONS PATH`.
  init(_ executable: String, _ words: [String]) throws {
    let words = ["measured"] + words
    let (status, bytes) = try Program.output(of: executable, words)
    guard status == 0, let result = try? JSONValue(parsing: bytes),
      case .number(let nanoseconds) = result["nanoseconds"]
    else { throw UnexpectedStatus(words: [executable] + words, status: status) }
    self.nanoseconds = nanoseconds.double
    if case .number(let peak) = result["peakBytes"] { peakBytes = peak.integer() } else { peakBytes = nil }
  }

  /// Does the work in the started process and prints one line of JSON.
  ///
  /// - Returns: The exit status.
  /// - Throws: The work's error.
  static func perform(_ words: [String]) throws -> Int32 {
    var status: Int32 = 0
    let nanoseconds = try Stopwatch.nanoseconds {
      if words.count == 4, words[0] == "record", let items = Int(words[1]), let actions = Int(words[2]) {
        try TodoJournal(items: items, actions: actions).record(to: words[3])
      } else {
        status = InspectorTool.run(Array(words.dropFirst()), apps: [TodoApp.self], output: NoOutput()).rawValue
      }
    }
    let result: JSONValue = .object(
      JSONObject([
        ("nanoseconds", .number(JSONNumber(Int(nanoseconds)))),
        ("peakBytes", Platform.peakMemory().map { .number(JSONNumber($0)) } ?? .null),
      ]))
    Platform.write(result.compact + "\n", to: 1)
    return status
  }
}

/// Discards its text.
private struct NoOutput: OutputSink {
  let isTerminal = false
  let width: Int? = nil

  func write(_ bytes: [UInt8]) {}
  func flush() {}
}
