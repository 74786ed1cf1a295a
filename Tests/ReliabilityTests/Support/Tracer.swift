import Foundation

/// `strace`, which makes chosen system calls of a child fail, or kills it at them.
enum Tracer {
  /// Why tests that need it are skipped.
  static let missing = "needs strace, which is not here, or may not trace processes"

  /// Whether it is there and may do its work: in some containers tracing is forbidden.
  static let works: Bool = {
    let result = try? ChildProcess.run([], under: words(injecting: "fsync:error=EIO:when=1", log: "/dev/null"))
    return result?.status == 0
  }()

  /// What came of running a child under it.
  struct Run {
    var said: [String]
    var status: Int32
    /// How often the call was made.
    var calls: Int
    /// How often the fault was injected.
    var injections: Int
    /// Whether it was injected into the last call of all.
    var endsInjected: Bool
  }

  /// Runs a child that does what the lines say, and makes one of its system calls fail.
  ///
  /// - Parameter fault: What to inject: `pwrite64:error=ENOSPC:when=3`.
  static func run(_ lines: [String], injecting fault: String, in scratch: Scratch) throws -> Run {
    let log = scratch.folder + "/calls"
    let (said, status) = try ChildProcess.run(lines, under: words(injecting: fault, log: log))
    let name = fault.prefix { $0 != ":" }
    let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").filter {
      $0.contains(" \(name)(")
    }
    return Run(
      said: said, status: status, calls: calls.count, injections: calls.count { $0.hasSuffix("(INJECTED)") },
      endsInjected: calls.last?.hasSuffix("(INJECTED)") ?? false)
  }

  private static func words(injecting fault: String, log: String) -> [String] {
    let call = fault.prefix { $0 != ":" }
    return ["strace", "-f", "-qq", "-o", log, "-e", "trace=\(call)", "-e", "inject=\(fault)"]
  }
}
