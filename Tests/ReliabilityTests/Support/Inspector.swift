import Foundation
import RecordingChild
import ReduxJournal
import TestSupport

/// The child's inspector, for journals whose reducers crash, hang or fail.
struct Inspector {
  let scratch: TemporaryFile

  /// A command line's output and exit code.
  struct Result: Equatable {
    var status: Int32
    var output: String
    var errors: String

    /// The error output without Swift's messages for a crash, and with `PLACE` for places in the code.
    var report: String {
      let lines = errors.split(separator: "\n", omittingEmptySubsequences: false)
      let start = lines.firstIndex { $0.contains(": error: ") || $0.contains(": warning: ") } ?? lines.endIndex
      return lines[start...].joined(separator: "\n").replacing(/RecordingChild\+0x[0-9a-f]+/, with: "PLACE")
    }
  }

  /// Records 20 actions, some with disabled misfortunes, and five more.
  ///
  /// - Returns: The line of action 21, which depends on the snapshots before it.
  @discardableResult
  func record(_ misfortunes: [Misfortune], to path: String) throws -> Int {
    let lines =
      ["open steady 0 \(path)", "act 20"] + misfortunes.map { "fail \($0.rawValue)" }
      + ["act 5", "close"]
    let (said, status) = try ChildProcess.run(lines, under: ["env", "\(Misfortune.variable)=off"])
    guard status == 0, said.last == "closed" else { throw CocoaError(.executableLoad) }
    let file = try JournalFile(path: path)
    return try file.entry(settingSeq: 21).flatMap { file.lineNumber(atOffset: $0.offset) } ?? 0
  }

  /// Starts a command line, in which `DIR` stands for the folder.
  func start(_ line: String, under wrapper: [String] = []) throws -> ChildProcess {
    let words = line.replacing("DIR", with: scratch.folder).split(separator: " ").map(String.init)
    let script = #"exec "$0" "$@" > FOLDER/output 2> FOLDER/errors"#.replacing("FOLDER", with: scratch.folder)
    return try ChildProcess(under: ["sh", "-c", script] + wrapper, arguments: words)
  }

  /// Waits for a command line, and reads what it printed, with `DIR` for the folder.
  func finish(_ child: ChildProcess) throws -> Result {
    let status = child.finish()
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: scratch.folder + "/" + name, encoding: .utf8).replacing(scratch.folder, with: "DIR")
    }
    return Result(status: status, output: try text("output"), errors: try text("errors"))
  }

  /// The names of the files that begin like `DIR/k`, a copy that a command writes.
  func copies() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.folder).filter { $0.hasPrefix("k") }
  }

  func run(_ line: String, under wrapper: [String] = []) throws -> Result { try finish(start(line, under: wrapper)) }
}
