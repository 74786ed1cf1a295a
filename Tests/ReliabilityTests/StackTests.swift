import Foundation
import Testing

/// The tool's own code can't be made to exhaust the stack by a journal, however deep its values are.
@Suite struct StackTests {
  @Test func `the deepest values need a quarter of the usual stack at most`() async throws {
    try await Soak.run {
      let inspector = Inspector(scratch: try Scratch())
      // 512 levels are allowed in a state, and in a line, where some are the record's.
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
        ("stats DIR/j", 0), ("index DIR/j -o DIR/k", 0),
      ] {
        let result = try inspector.run(line, under: small)
        #expect(result.status == status, "\(line): \(result.errors.prefix(300))")
        survived += 1
      }
      Soak.tell("stack: \(survived) command lines on values 510 levels deep, with a stack of 2 MB")
    }
  }
}
