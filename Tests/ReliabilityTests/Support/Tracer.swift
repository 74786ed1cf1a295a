import Foundation
import TestSupport

/// `strace`, which makes chosen system calls of a child fail, or kills it at them.
enum Tracer {
  /// Why tests that need it are skipped.
  static let missing = "needs strace, which is not here, or may not trace processes"

  /// Whether it is there and may do its work: in some containers tracing is forbidden.
  static let works: Bool = {
    guard let scratch = try? TemporaryFile() else { return false }
    let result = try? ChildProcess.run([], under: words(injecting: ["fsync:error=EIO:when=1"], in: scratch))
    return result?.status == 0
  }()

  /// What came of running a child under it.
  struct Run {
    var said: [String]
    var status: Int32
    /// How often a fault was injected.
    var injections: Int
    /// Whether one was injected into the last of these calls.
    var endsInjected: Bool
  }

  /// Runs a child that does what the lines say, and makes some of its system calls fail.
  ///
  /// - Parameters:
  ///   - lines: What the child does.
  ///   - faults: What to inject: `write:error=ENOSPC:when=3`.
  ///   - scratch: Where its journal is.
  ///   - places: What else than the journal and its folder is meant.
  /// - Returns: What came of it.
  /// - Throws: `Platform.SystemError` if it can't be started.
  static func run(_ lines: [String], injecting faults: [String], in scratch: TemporaryFile, at places: [String] = [])
    throws
    -> Run
  {
    let log = scratch.folder + "/calls"
    let (said, status) = try ChildProcess.run(lines, under: words(injecting: faults, in: scratch, at: places))
    let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").filter { line in
      faults.contains { line.contains(" \(call($0))(") }
    }
    return Run(
      said: said, status: status, injections: calls.count { $0.hasSuffix("(INJECTED)") },
      endsInjected: calls.last?.hasSuffix("(INJECTED)") ?? false)
  }

  /// Only calls to the journal, its folder and those places are meant.
  private static func words(injecting faults: [String], in scratch: TemporaryFile, at more: [String] = []) -> [String] {
    let calls = faults.map(call).joined(separator: ",")
    let segments = (1...9).map { scratch.folder + "/session.00000\($0).jsonl" }
    let places = ([scratch.path, scratch.path + ".next", scratch.folder] + segments + more).flatMap {
      ["-P", $0]
    }
    return ["strace", "-f", "-qq", "-o", scratch.folder + "/calls", "-e", "trace=\(calls)"] + places
      + faults.flatMap { ["-e", "inject=\($0)"] }
  }

  private static func call(_ fault: String) -> String { String(fault.prefix { $0 != ":" }) }
}
