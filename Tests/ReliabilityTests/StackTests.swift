import Expectations
import Foundation
import HostileInput
import ReduxJournal
import TestSupport
import Testing

/// A journal's deepest values don't exhaust the stack of the tool's own code.
struct StackTests {
  @Test func `the deepest values need at most a quarter of the usual stack`() async throws {
    try await onOwnThread {
      let inspector = Inspector(scratch: try TemporaryFile())
      // A state and a line can have 512 levels. The record takes some of the line's.
      func nested(_ start: String, _ end: String, _ levels: Int) -> String {
        String(repeating: start, count: levels) + "1" + String(repeating: end, count: levels)
      }
      let actions = """
        {"replace":{"x":\(nested("[", "]", 508))}}
        {"replace":{"x":\(nested(#"{"a":"#, "}", 508))}}
        {"merge":{"y":1}}

        """
      try Data(actions.utf8).write(to: URL(fileURLWithPath: inspector.scratch.folder + "/actions"))
      let small = ["sh", "-c", #"ulimit -s 2048; exec "$0" "$@""#]
      var survived = 0
      for (line, status) in [
        ("record -o DIR/j --actions DIR/actions", Int32(0)), ("verify DIR/j", 0), ("verify DIR/j --no-replay", 0),
        ("replay DIR/j", 0), ("replay DIR/j --to 1 --unchecked", 0), ("show DIR/j", 0), ("show DIR/j@1 --action", 0),
        ("diff DIR/j@1 DIR/j@2", 1), ("diff DIR/j@0..1", 1), ("log -p DIR/j", 0), ("log DIR/j --format json", 0),
        ("stats DIR/j", 0), ("summary DIR/j", 0), ("index DIR/j -o DIR/k", 0),
      ] {
        let result = try inspector.run(line, under: small)
        expectEqual(result.status, status, "\(line): \(result.errors.prefix(300))")
        survived += 1
      }
      Soak.report("stack: \(survived) command lines on values 510 levels deep, with a stack of 2 MB")
    }
  }

  /// The journal is large enough for several threads, and has snapshots to split it at. Their stacks are as small as
  /// the first thread's.
  @Test func `threads that share a journal need no more stack`() async throws {
    try await onOwnThread {
      let inspector = Inspector(scratch: try TemporaryFile())
      let deep = String(repeating: #"{"a":"#, count: 510) + "1" + String(repeating: "}", count: 510)
      var forge = JournalForge()
      forge.header()
      forge.state()
      let rounds = 16
      for _ in 0..<rounds {
        for _ in 0..<20 { forge.action(#"{"replace":\#(deep)}"#) }
        forge.state(deep)
      }
      try inspector.scratch.write(forge.bytes)
      // Each chunk has at least 256 KiB.
      #expect(forge.bytes.count > 4 * 256 << 10)
      let small = ["sh", "-c", #"ulimit -s 2048; exec "$0" "$@""#]
      for jobs in [1, 2, 4] {
        let result = try inspector.run("verify DIR/session.jsonl --jobs \(jobs)", under: small)
        expectEqual(result.status, 0, "\(jobs): \(result.errors.prefix(300))")
        #expect(result.output.hasPrefix("ok DIR/session.jsonl: \(20 * rounds) actions, "), "\(jobs): \(result.output)")
      }
    }
    Soak.report("stack: 1, 2 and 4 threads verify a journal of states 510 levels deep, with stacks of 2 MB")
  }
}
