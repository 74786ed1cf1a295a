import Foundation
import SystemSupport
import TestSupport

/// `strace`, which makes a child's system calls fail, or kills it at them.
enum Tracer {
  /// The reason for skipping tests that need it.
  static let missing = "needs strace, which is not here, or may not trace processes"

  /// Whether it is installed and may trace, which some containers forbid.
  static let works: Bool = {
    guard let scratch = try? TemporaryFile() else { return false }
    let result = try? ChildProcess.run([], under: words(injecting: ["fsync:error=EIO:when=1"], in: scratch))
    return result?.status == 0
  }()

  /// The outcome of running a child under it.
  struct Run {
    var said: [String]
    var status: Int32
    /// The number of injected faults.
    var injections: Int
    /// Whether the last call got a fault.
    var endsInjected: Bool
  }

  /// Runs a child with commands, and makes some of its system calls fail.
  ///
  /// - Parameters:
  ///   - lines: The child's commands.
  ///   - faults: The faults to inject, such as `write:error=ENOSPC:when=3`.
  ///   - scratch: The folder of its journal.
  ///   - places: Further paths besides the journal and its folder.
  /// - Returns: The outcome.
  /// - Throws: `Platform.SystemError` if the child can't be started.
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

  /// Traces only calls to the journal, its folder and those paths.
  private static func words(injecting faults: [String], in scratch: TemporaryFile, at more: [String] = []) -> [String] {
    let calls = faults.map(call).joined(separator: ",")
    let segments = (1...9).map { scratch.folder + "/session.00000\($0).jsonl" }
    let places = ([scratch.path, scratch.path + ".next", scratch.folder] + segments + more).flatMap {
      ["-P", $0]
    }
    // Calls that aren't traced run at their own speed. A process that the fault kills gives no status that way.
    let filter = faults.contains { $0.contains("signal=") } ? [] : ["--seccomp-bpf"]
    return ["strace", "-f"] + filter + ["-qq", "-o", scratch.folder + "/calls", "-e", "trace=\(calls)"] + places
      + faults.flatMap { ["-e", "inject=\($0)"] }
  }

  private static func call(_ fault: String) -> String { String(fault.prefix { $0 != ":" }) }
}
