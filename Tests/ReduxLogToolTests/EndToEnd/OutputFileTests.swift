import Expectations
import Foundation
import TestSupport
import Testing

/// Output files that can't be written whole.
struct OutputFileTests {
  private static let commands = [
    "bake j -o", "index j -o", "slice j@5.. -o", "repair broken -o", "rewind j --to 190 -o", "redact j -o",
  ]

  private let folder: TemporaryFolder
  private let reduxlog: Executable

  init() throws {
    folder = try TemporaryFolder()
    reduxlog = try Executable(in: folder.path)
    let text = String(repeating: "x", count: 400)
    let actions = (0..<200).map { #"{"patch":[{"op":"add","path":"/k\#($0)","value":"\#(text)"}]}"# + "\n" }
    folder.create("actions", actions.joined())
    _ = try reduxlog.run("record -o j --actions actions")
    let lines = try #require(folder.contents(of: "j")).split(separator: "\n", omittingEmptySubsequences: false)
    folder.create("broken", (lines[..<150] + lines[151...]).joined(separator: "\n"))
  }

  /// The file has its largest size in the middle of its lines.
  @Test(.enabled(if: !Sanitizer.isThread, "the thread sanitizer maps files of its own, which the limit forbids"))
  func `a command whose file reaches the size limit leaves none`() async throws {
    try await onOwnThread {
      let names = try folder.names()
      for command in Self.commands {
        let result = try reduxlog.shell(#"ulimit -f 40; "$REDUXLOG" \#(command) out"#)
        expectEqual(result.status, 2, "\(command): \(result)")
        expectEqual(result.errorOutput, "reduxlog: error: can't write 'out': File too large\n", "\(command)")
        try expectEqual(folder.names(), names, "\(command)")
      }
      let output = try reduxlog.shell(#"ulimit -f 40; "$REDUXLOG" show j > out"#)
      #expect(output.status == 2 && output.errorOutput.contains("File too large"), "\(output)")
    }
  }

  @Test func `a command whose output is a full device or a closed pipe says so`() async throws {
    try await onOwnThread {
      for command in Self.commands.prefix(3) {
        let full = try reduxlog.shell(#""$REDUXLOG" \#(command) /dev/full"#)
        let reason = "reduxlog: error: can't write '/dev/full': No space left on device\n"
        expectEqual(full, Executable.Result(status: 2, output: "", errorOutput: reason), "\(command)")
        let closed = try reduxlog.shell(#"{ "$REDUXLOG" \#(command) /dev/stdout; echo $? >&2; } | true"#)
        expectEqual(closed.errorOutput, "reduxlog: error: can't write '/dev/stdout': Broken pipe\n2\n", "\(command)")
        let redirected = try reduxlog.shell(#""$REDUXLOG" \#(command) /dev/stdout --force > out"#)
        let file = "reduxlog: error: can't write '/dev/stdout': it leads to a regular file; name that file\n"
        expectEqual(redirected, Executable.Result(status: 2, output: "", errorOutput: file), "\(command)")
      }
    }
  }

  @Test(.enabled(if: !Sanitizer.isThread, "the thread sanitizer maps files of its own, which the limit forbids"))
  func `a recording that reaches the limit ends with its last whole action`() async throws {
    try await onOwnThread {
      let result = try reduxlog.shell(#"ulimit -f 40; "$REDUXLOG" record -o out --actions actions"#)
      expectEqual(result.status, 2)
      let verified = try reduxlog.run("verify out")
      let count = try #require(verified.output.split(separator: " ").dropFirst(2).first.flatMap { Int($0) })
      #expect(0 < count && count < 200)
      // What fits below the limit decides whether a gap and a seal follow, and time whether a snapshot comes before them.
      expectEqual(verified.status, 0)
      #expect(
        [
          "out: warning: not closed: the last session has no seal, so lines may be missing at the end\n",
          "out:LINE: warning: a gap: 1 action is missing: write failed: File too large\n",
          "out:LINE: warning: a gap: 1 action is missing: write failed: File too large\n"
            + "out: warning: not closed: the last session has no seal, so lines may be missing at the end\n",
        ].contains(verified.errorOutput.replacing(/^out:\d+/, with: "out:LINE")), "\(verified)")
      #expect(result.errorOutput.hasPrefix("recorded \(count) actions in out: state \(count), hash "), "\(result)")
      #expect(result.errorOutput.hasSuffix("\nout: error: write failed: File too large\n"), "\(result)")

      // At the limit, nothing can be appended, and nothing is damaged.
      for command in ["mark out here", "rewind out --to 1"] {
        let size = try #require(folder.contents(of: "out")).utf8.count
        let call = try reduxlog.shell(
          #"ulimit -f \#(size / 512); "$REDUXLOG" \#(command)"#)
        #expect(call.status == 2 && call.errorOutput.contains("out: error: write failed: File too large"), "\(call)")
        try expectEqual(reduxlog.run("verify out").output, verified.output, "\(command)")
      }
    }
  }
}
