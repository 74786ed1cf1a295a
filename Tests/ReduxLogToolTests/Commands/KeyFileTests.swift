import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxLogTool
import StateTree
import TestSupport
import Testing

/// `--key-file` on journals with a key, without one, and forged.
struct KeyFileTests {
  private let journals: KeyedJournals
  private var tool: ToolFixture { journals.tool }

  init() throws { journals = try KeyedJournals() }

  private static let counts = "3 actions, 1 refused, 4 states proven, 1 session, closed"
  private static let missing = """
    DIR/j: error: intact, but not proven authentic: it is recorded with the key d28d56feb7c1229a
      Pass that key with --key-file PATH: checksums alone don't reveal a forged journal.

    """

  // MARK: verify

  @Test func `verify reports 'authentic' for what the key proves`() {
    let result = CallResult(code: .fine, output: "ok DIR/j: \(KeyFileTests.counts), authentic\n")
    expectEqual(tool.run("verify DIR/j --key-file DIR/key"), result)
    expectEqual(tool.run("verify DIR/j --key-file DIR/key --jobs 1"), result)
    let read = tool.run("verify DIR/j --no-replay --key-file DIR/key")
    expectEqual(read.output, "ok DIR/j: 3 actions, 1 refused, not replayed, 1 session, closed, authentic\n")
    expectEqual(read.code, .fine)
  }

  @Test func `without the key, verify reports 'intact' and asks for the key`() {
    let result = CallResult(
      code: .finding, output: "intact DIR/j: \(KeyFileTests.counts), not proven authentic\n",
      errorOutput: KeyFileTests.missing)
    expectEqual(tool.run("verify DIR/j"), result)
    let read = tool.run("verify DIR/j --no-replay")
    expectEqual(
      read.output, "intact DIR/j: 3 actions, 1 refused, not replayed, 1 session, closed, not proven authentic\n")
    expectEqual(read.code, .finding)
    expectEqual(read.errorOutput, KeyFileTests.missing)
  }

  @Test func `verify names a journal's key, and never calls a journal without one authentic`() throws {
    let other = try JournalKey(file: tool.folder.path(of: "other")).fingerprint
    tool.record("plain", #"{"add":{"_0":3}}"#)
    for option in ["", " --no-replay"] {
      expectEqual(
        tool.run("verify DIR/j --key-file DIR/other\(option)"),
        CallResult(
          code: .trouble, output: "failed DIR/j: at line 1\n",
          errorOutput: """
            DIR/j:1: error: the journal is recorded with the key d28d56feb7c1229a, not with \(other)
              Pass that key with --key-file PATH.

            """))
      expectEqual(
        tool.run("verify DIR/plain --key-file DIR/key\(option)"),
        CallResult(
          code: .trouble, output: "failed DIR/plain: at line 1\n",
          errorOutput: """
            DIR/plain:1: error: the journal was recorded without a key, so nothing proves it authentic
              Leave out --key-file, or name another file.

            """))
    }
    expectEqual(tool.run("verify DIR/plain").output, "ok DIR/plain: 1 action, 2 states proven, 1 session, closed\n")
  }

  @Test(
    arguments: [" --jobs 1", " --jobs 2", " --no-replay"])
  func `verify names the line that was changed without the key`(option: String) throws {
    var lines = try journals.lines("j")
    // The reducer ran 1 µs longer: neither state nor hash contains that.
    lines[2] = lines[2].replacing(/"us":[0-9]+/, with: #""us":777"#)
    let length = try journals.lines("j")[2].utf8.count - lines[2].utf8.count
    for line in 3..<lines.count {
      lines[line] = lines[line].replacing(/"base":([0-9]+)/) { #""base":\#((Int($0.output.1) ?? 0) - length)"# }
    }
    try journals.forge(lines, to: "forged")
    #expect(tool.run("verify DIR/forged\(option)").output.hasPrefix("intact DIR/forged: "))
    let offset = lines[0].utf8.count + lines[1].utf8.count + 2
    expectEqual(
      tool.run("verify DIR/forged --key-file DIR/key\(option)"),
      CallResult(
        code: .trouble, output: "failed DIR/forged: at line 3\n",
        errorOutput: """
          DIR/forged:3: error: not authentic: this line was changed without the key, or lines before it \
          are missing, repeated or swapped; the lines before it are authentic
            The line starts at byte \(offset) of the file.

          """))
  }

  @Test func `verify reports authenticity and the key in every machine-readable format`() throws {
    func journal(_ line: String) throws -> JSONObject {
      let document = try JSONValue(parsing: tool.run(line).output)
      guard case .object(let object) = document, case .array(let journals)? = object["journals"],
        case .object(let journal)? = journals.first
      else { throw CommandFailure("no journal") }
      return journal
    }
    let intact = try journal("verify DIR/j --format json")
    expectEqual(intact["status"], "intact")
    expectEqual(intact["authentic"], .bool(false))
    expectEqual(intact["key"], "d28d56feb7c1229a")
    expectEqual(intact["closed"], .bool(true))
    expectEqual(intact["message"], "intact, but not proven authentic: it is recorded with the key d28d56feb7c1229a")
    let authentic = try journal("verify DIR/j --format json --key-file DIR/key")
    expectEqual(authentic["status"], "ok")
    expectEqual(authentic["authentic"], .bool(true))
    expectEqual(authentic["key"], "d28d56feb7c1229a")
    tool.record("plain", #"{"add":{"_0":3}}"#)
    let plain = try journal("verify DIR/plain --format json")
    #expect(plain["authentic"] == nil && plain["key"] == nil)

    #expect(
      tool.run("verify DIR/j --format github").output.contains(
        "::error file=DIR/j,title=reduxlog verify%3A intact::intact, but not proven authentic"))
    #expect(tool.run("verify DIR/j --format junit").output.contains(#"<error type="intact" message="intact, but"#))
  }

  // MARK: Key files

  @Test func `an invalid key file is refused with exit code 2`() throws {
    try journals.write("0001\n", to: "short")
    for (name, message) in [
      ("no", "can't open 'DIR/no': No such file or directory"),
      ("short", "the key has 4 hex digits, expected 32; 'openssl rand -hex 16' makes one"),
    ] {
      let result = tool.run("verify DIR/j --key-file DIR/\(name)")
      expectEqual(result.code, .trouble)
      expectEqual(result.errorOutput, "DIR/\(name): error: \(message)\n")
    }
    try journals.write(String(repeating: "0", count: 5000), to: "long")
    let long = tool.run("verify DIR/j --key-file DIR/long")
    expectEqual(
      long,
      CallResult(code: .trouble, output: "", errorOutput: "DIR/long: error: 'DIR/long' has more than 4096 bytes\n"))
  }

  @Test(arguments: [0o644, 0o640, 0o602, 0o600, 0o400])
  func `a key file that others can read is used with a warning`(mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: tool.folder.path(of: "key"))
    let result = tool.run("verify DIR/j --key-file DIR/key")
    expectEqual(result.code, .fine)
    expectEqual(
      result.errorOutput,
      (mode & 0o066 == 0
        ? "" : "DIR/key: warning: other users can read or change the key; protect it with 'chmod 600'\n"))
  }

  // MARK: Reading

  @Test(
    arguments: [
      "log DIR/FILE", "show DIR/FILE@1 --action", "show DIR/FILE@1", "stats DIR/FILE", "replay DIR/FILE",
      "diff DIR/FILE@0..3",
      "log DIR/FILE -p", "show DIR/FILE@1 --meta", "replay DIR/FILE --unchecked", "show DIR/FILE --select $.count",
      "bisect DIR/FILE --expect $.count<5", "assert DIR/FILE --always $.count<5", "log DIR/FILE --where $.error",
      "blame DIR/FILE",
    ])
  func `with the key, reading commands trust only what it proves`(line: String) throws {
    func run(_ name: String, _ option: String) -> CallResult {
      tool.run(line.replacing("FILE", with: name) + option)
    }
    let plain = run("j", "")
    #expect(plain.code == .fine || plain.code == .finding)
    expectEqual(run("j", " --key-file DIR/key"), plain)
    expectEqual(run("j", " --key-file DIR/other").code, .trouble)
    var lines = try journals.lines("j")
    lines[2] = lines[2].replacing("\"at\":", with: "\"at\":1")
    lines = lines.enumerated().map { index, line in
      index < 3 ? line : line.replacing(/"base":([0-9]+)/) { #""base":\#((Int($0.output.1) ?? 0) + 1)"# }
    }
    try journals.forge(lines, to: "forged")
    expectEqual(run("forged", "").code, plain.code)
    let forged = run("forged", " --key-file DIR/key")
    expectEqual(forged.code, .trouble)
    #expect(forged.errorOutput.contains("error: not authentic: this line was changed without the key"))
  }

  @Test func `stats names the key`() throws {
    #expect(tool.run("stats DIR/j").output.contains(/key +d28d56feb7c1229a\n/))
    #expect(tool.run("stats DIR/j --format json").output.contains(#""key": "d28d56feb7c1229a""#))
    tool.record("plain", #"{"add":{"_0":3}}"#)
    #expect(!tool.run("stats DIR/plain").output.contains("key"))
  }

  @Test func `summary reports exactly what the key proves`() throws {
    func integrity(_ line: String) -> String? {
      tool.run(line).output.split(separator: "\n").first { $0.hasPrefix("integrity") }.map(String.init)
    }
    expectEqual(
      integrity("summary DIR/j"),
      "integrity  every line is intact; not proven authentic: it is recorded with the key "
        + "d28d56feb7c1229a; pass it with --key-file")
    expectEqual(
      integrity("summary DIR/j --key-file DIR/key"),
      "integrity  every line is intact, and authentic: the key d28d56feb7c1229a proves it")
    tool.record("plain", #"{"add":{"_0":3}}"#)
    expectEqual(
      integrity("summary DIR/plain"),
      "integrity  every line is intact; recorded without a key, so anyone could have written it")
    expectEqual(tool.run("summary DIR/plain --key-file DIR/key").code, .trouble)
    var lines = try journals.lines("j")
    lines[2] = lines[2].replacing("\"at\":", with: "\"at\":1")
    try journals.forge(lines, to: "forged")
    let forged = tool.run("summary DIR/forged --key-file DIR/key")
    expectEqual(forged.code, .trouble)
    #expect(forged.output.contains("\nactions    0\n"))
    #expect(forged.errorOutput.contains("error: not authentic: this line was changed without the key"))
  }

  // MARK: Writing

  @Test(
    arguments: [
      ("mark DIR/j@1 here", ""), ("rewind DIR/j --to 1", ""), ("rewind DIR/j --to 1 -o DIR/copy", ""),
      ("record -o DIR/j --append", #"{"add":{"_0":1}}"#),
    ])
  func `commands that extend a journal continue with its key, and refuse without it`(line: String, input: String) throws
  {
    let before = try journals.lines("j")
    let refused = tool.run(line, input: input)
    expectEqual(refused.code, .trouble)
    expectEqual(
      refused.errorOutput,
      """
      DIR/j: error: the journal is recorded with the key d28d56feb7c1229a and can't be changed without it
        Pass that key with --key-file PATH, or name another file.

      """)
    expectEqual(tool.run("\(line) --key-file DIR/other", input: input).code, .trouble)
    try expectEqual(journals.lines("j"), before)
    let added = tool.run("\(line) --key-file DIR/key", input: input)
    expectEqual(added.code, .fine, "\(added)")
    let name = line.contains("copy") ? "copy" : "j"
    let verified = tool.run("verify DIR/\(name) --key-file DIR/key")
    expectEqual(verified.code, .fine)
    #expect(verified.output.hasSuffix("closed, authentic\n"))
    #expect(try journals.lines(name) != before)
  }

  @Test func `a journal without a key gets none`() throws {
    tool.record("plain", #"{"add":{"_0":3}}"#)
    let before = try journals.lines("plain")
    for line in ["mark DIR/plain here", "rewind DIR/plain --to 0", "record -o DIR/plain --append"] {
      let result = tool.run("\(line) --key-file DIR/key", input: #"{"add":{"_0":1}}"#)
      expectEqual(result.code, .trouble)
      #expect(result.errorOutput.contains("the journal was recorded without a key, so nothing proves it authentic"))
    }
    try expectEqual(journals.lines("plain"), before)
  }

  @Test(
    arguments: [
      "slice DIR/j@1..3 -o DIR/copy", "slice DIR/j@0..2 -o DIR/copy", "index DIR/j -o DIR/copy --every 1",
      "redact DIR/j -o DIR/copy",
    ])
  func `a copy is authenticated with the key, or reported as having none`(line: String) throws {
    let proven = tool.run("\(line) --key-file DIR/key")
    expectEqual(proven.code, .fine)
    #expect(!proven.errorOutput.contains("warning"))
    let verified = tool.run("verify DIR/copy --key-file DIR/key")
    expectEqual(verified.code, .fine, "\(verified)")
    #expect(verified.output.hasSuffix("authentic\n"))
    let plain = tool.run("\(line) --force")
    expectEqual(plain.code, .fine)
    #expect(
      plain.errorOutput.contains(
        "DIR/copy: warning: nothing proves the copy: the journal is recorded with the key d28d56feb7c1229a; pass it with "
          + "--key-file\n"))
    expectEqual(tool.run("verify DIR/copy").code, .fine)
    let text = try #require(tool.folder.contents(of: "copy"))
    #expect(!text.contains("\"auth\":") && !text.contains("\"key\":"))
  }

  @Test func `a copy of a forged journal is refused`() throws {
    var lines = try journals.lines("j")
    lines[lines.count - 1] = lines[lines.count - 1].replacing("\"at\":", with: "\"at\":1")
    try journals.forge(lines, to: "forged")
    for line in ["index DIR/forged -o DIR/copy", "redact DIR/forged -o DIR/copy", "slice DIR/forged@0..3 -o DIR/copy"] {
      let result = tool.run("\(line) --key-file DIR/key")
      expectEqual(result.code, .trouble, "\(line)")
      #expect(result.errorOutput.contains("not authentic"))
      expectEqual(tool.folder.contents(of: "copy"), nil)
    }
  }

  @Test func `repair sets aside what the key doesn't prove, and the rest is authentic`() throws {
    let whole = tool.run("repair DIR/j -o DIR/copy --key-file DIR/key")
    expectEqual(whole.code, .fine)
    try expectEqual(journals.lines("copy"), journals.lines("j"))
    let plain = tool.run("repair DIR/j -o DIR/copy --force")
    expectEqual(plain.code, .fine)
    #expect(
      plain.errorOutput.contains("DIR/copy: warning: nothing proves the copy: the journal is recorded with the key"))
    expectEqual(tool.run("verify DIR/copy").code, .fine)

    var lines = try journals.lines("j")
    lines[lines.count - 1] = lines[lines.count - 1].replacing("\"at\":", with: "\"at\":1")
    try journals.forge(lines, to: "forged")
    expectEqual(tool.run("repair DIR/forged -n").code, .fine)
    let saved = tool.run("repair DIR/forged -o DIR/copy --force --key-file DIR/key")
    expectEqual(saved.code, .finding)
    #expect(saved.output.contains("it was written without the key; "))
    let verified = tool.run("verify DIR/copy --key-file DIR/key")
    expectEqual(verified.code, .fine)
    #expect(verified.output.hasSuffix("not closed, authentic\n"))
    expectEqual(tool.run("repair DIR/j -n --key-file DIR/other").code, .trouble)
  }

  // MARK: The key

  @Test func `the key's digits appear in no file and no output`() throws {
    var outputs = ""
    for line in [
      "verify DIR/j", "verify DIR/j --key-file DIR/key", "verify DIR/j --key-file DIR/other",
      "stats DIR/j --key-file DIR/key", "summary DIR/j --key-file DIR/key",
      "slice DIR/j@1..3 -o DIR/slice --key-file DIR/key", "index DIR/j -o DIR/index --key-file DIR/key",
      "redact DIR/j -o DIR/redacted --key-file DIR/key", "mark DIR/j x --key-file DIR/key",
      "log DIR/j --key-file DIR/key",
      "verify DIR/j --format json --key-file DIR/key", "show DIR/j --key-file DIR/key --format json",
    ] {
      let result = tool.run(line)
      outputs += result.output + result.errorOutput
    }
    for name in try tool.folder.names() where !["key", "other"].contains(name) {
      outputs += tool.folder.contents(of: name) ?? ""
    }
    let key = try JournalKey(digits: KeyedJournals.digits)
    #expect(outputs.contains(KeyedJournals.fingerprint))
    for secret in [KeyedJournals.digits]
      + key.words.flatMap({ ["\($0)", String($0, radix: 16), String($0.byteSwapped, radix: 16)] })
    {
      #expect(!outputs.contains(secret))
    }
  }
}
