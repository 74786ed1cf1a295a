import Expectations
import Foundation
import TestSupport
import Testing

/// Only the owner can read and write output files, under any umask.
struct OutputRightsTests {
  @Test(arguments: ["000", "022", "0777"])
  func `journals and all output files have mode 0600`(umask: String) async throws {
    try await onOwnThread {
      let inspector = Inspector(scratch: try TemporaryFile())
      let folder = inspector.scratch.folder
      let mask = ["sh", "-c", #"umask \#(umask); exec "$0" "$@""#]
      let journal = folder + "/session.jsonl"
      let (said, _) = try ChildProcess.run(
        ["open process/1 0 \(journal)", "act 8", "export \(folder)/exported.jsonl", "close"], under: mask)
      #expect(said.contains("exported") && said.last == "closed")
      try inspector.record([], to: folder + "/j")
      let whole = try String(contentsOfFile: folder + "/j", encoding: .utf8)
      try Data(whole.replacing(#""type":"step""#, with: #""type":"stop""#, maxReplacements: 1).utf8).write(
        to: URL(fileURLWithPath: folder + "/damaged"))
      try Data(#"{"merge":{"a":1}}"#.utf8).write(to: URL(fileURLWithPath: folder + "/actions"))
      let given: Set = ["j", "damaged", "actions", "output", "errors"]
      for command in [
        "record -o DIR/recorded --actions DIR/actions", "rewind DIR/j --to 3 -o DIR/rewound",
        "index DIR/j -o DIR/index", "bake DIR/j -o DIR/baked",
        "slice DIR/j@3.. -o DIR/slice", "redact DIR/j -o DIR/redacted", "repair DIR/damaged -o DIR/repaired",
      ] {
        // The shell creates its own two files before it sets the mask.
        let result = try inspector.run(command, under: mask)
        #expect(result.status < 2, "\(command): \(result)")
      }
      let names = Set(try FileManager.default.contentsOfDirectory(atPath: folder)).subtracting(given)
      let segments = names.filter { $0.hasPrefix("session.") }
      #expect(segments.count > 1)
      expectEqual(
        names.subtracting(segments),
        [
          "exported.jsonl", "recorded", "rewound", "index", "baked", "slice", "redacted", "repaired",
          "repaired.rejected",
        ])
      for name in names {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
        expectEqual(attributes[.posixPermissions] as? Int, 0o600, "\(name) with umask \(umask)")
      }
    }
  }
}
