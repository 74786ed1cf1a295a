import Foundation

/// `strace`, which makes chosen system calls of a child fail, or kills it at them.
enum Tracer {
  /// Why tests that need it are skipped.
  static let missing = "needs strace, which is not here, or may not trace processes"

  /// Whether it is there and may do its work: in some containers tracing is forbidden.
  static let works: Bool = {
    let result = try? ChildProcess.run([], under: words(injecting: "fsync:error=EIO:when=1"))
    return result?.status == 0
  }()

  /// The words that start a command under it.
  ///
  /// - Parameters:
  ///   - fault: What to inject: `pwrite64:error=ENOSPC:when=3`.
  ///   - log: Where the calls are written down; nowhere if nothing is said.
  static func words(injecting fault: String, log: String = "/dev/null") -> [String] {
    let call = fault.prefix { $0 != ":" }
    return ["strace", "-f", "-qq", "-o", log, "-e", "trace=\(call)", "-e", "inject=\(fault)"]
  }

  /// How often a child makes a system call, doing what the lines say.
  static func count(_ call: String, in lines: [String], scratch: Scratch) throws -> Int {
    let log = scratch.folder + "/calls"
    _ = try ChildProcess.run(lines, under: ["strace", "-f", "-qq", "-o", log, "-e", "trace=\(call)"])
    let text = try String(contentsOfFile: log, encoding: .utf8)
    return text.split(separator: "\n").count { $0.contains(" \(call)(") }
  }
}
