import CommandLineKit
import Expectations
import Foundation
import HostileInput
import ReduxJournal
import ReduxLogTool
import ReduxNotation
import StateTree
import TestSupport
import Testing

struct HostileValuesTests {
  /// Escape sequences, control characters of both sets, bidi marks, invisible characters, line separators, quotes.
  private static let hostile =
    "\u{1b}[2J\u{1b}]0;title\u{7}\u{9b}31m\u{0}\u{8}\r\n\t\u{7f}\u{85}\u{202e}\u{2066}\u{200b}\u{feff}\u{2028}\u{ad}"
    + "👩‍👩‍👧\u{e0041}'\"`\\]]><x a='&lt;\n::error::x%0A::add-mask::y"

  /// A journal where everything an app can choose is hostile, including its name and the file's.
  private static func journal(_ folder: TemporaryFolder, file: String) throws -> String {
    let path = folder.path(of: file)
    let json = JSONPrinter.text(of: .string(hostile), layout: .compact)
    let journal = try SampleJournal(
      path, app: AppIdentity(name: "json", version: hostile), initial: ["n": 0, hostile: .string(hostile)],
      context: JSONObject([(hostile, .string(hostile))]))
    try journal.act("{\"merge\":{\(json):[\(json)],\"deep\":{\(json):1}}}", type: hostile, at: 10, microseconds: 90_000)
    try journal.act(
      "{\"patch\":[{\"op\":\"remove\",\"path\":\"/~1\(json.dropFirst())}]}", type: "patch." + hostile, at: 20)
    try journal.writer.beginAction(
      ActionHead(
        at: 30, type: hostile, swiftType: hostile, site: hostile, replayability: .inspectOnly,
        action: Array("{\(json):{\"_0\":\(json)}}".utf8)))
    try journal.writer.finishAction(
      ActionOutcome(
        hash: nil, unhashed: hostile, error: hostile, changed: [ChangedMember(pointer: "/" + hostile, short: nil)]))
    try journal.writer.mark(to: 1, name: hostile, text: hostile)
    try journal.writer.gap(why: hostile, missing: 1)
    try journal.snapshot(setsState: true)
    try journal.writer.beginAction(
      ActionHead(at: 40, type: hostile, action: Array("{\"merge\":{\(json):\(json)}}".utf8)))
    try journal.writer.close()
    return path
  }

  /// The characters of an output that could control or deceive a terminal, without line ends.
  private static func dangers(_ result: CallResult) -> [String] {
    (result.output + result.errorOutput).unicodeScalars.filter { $0 != "\n" }
      .filter { scalar in String(scalar).escapedForTerminal != String(scalar) }
      .map { "U+" + String($0.value, radix: 16) }
  }

  /// The variants, and a call of each command without one. `MergeCommandTests` tries hostile results.
  private static let calls =
    variants
    + CommandCall.all.filter { call in !variants.contains { $0[0] == call.command } }
    .map { $0.words(journal: "J", output: "O") }

  /// `J` is the journal, `H` the hostile text, `O` an output file.
  private static let variants: [[String]] = [
    ["log", "J"], ["log", "J", "--json"], ["log", "J", "--format", "json"], ["log", "J", "--format", "ndjson"],
    ["log", "J@..2", "-p"], ["log", "J@..2", "-p", "--format", "ndjson"], ["log", "J", "-n", "2"],
    ["log", "J", "--type", "H"], ["log", "J", "--grep", "H"], ["log", "J", "--touches", "/H"],
    ["log", "J", "--touches", "H"], ["log", "J", "--since", "H"], ["log", "J@H"],
    ["show", "J"], ["show", "J@1"], ["show", "J@1", "--format", "json"], ["show", "J@1:/H"],
    ["show", "J@1:/H", "--format", "json"], ["show", "J@1:/none/H"], ["show", "J@1", "--path", "H"],
    ["show", "J@1", "--action"], ["show", "J@1", "--meta"], ["show", "J@3", "--meta"],
    ["show", "J@3", "--meta", "--format", "json"], ["show", "J@3", "--action", "--format", "json"], ["show", "J@3"],
    ["show", "J@:/H", "--action"], ["show", "J@x:/H"], ["show", "J@{H}"], ["show", "J@h:H"],
    ["diff", "J@0..1"], ["diff", "J@1..0"], ["diff", "J@0", "J@1", "--format", "json"],
    ["diff", "J@0", "J@1", "--format", "json-patch"], ["diff", "J@0", "J@1:/H"], ["diff", "J@0:/none/H", "J"],
    ["bisect", "J", "--expect", "$.none"], ["bisect", "J", "--expect", "H"], ["bisect", "J@1:/H"],
    ["bisect", "J", "--expect", "$.none", "--scan"], ["bisect", "J", "--expect", "check:H"],
    ["minimize", "J", "--expect", "$.none", "-o", "O"], ["minimize", "J", "--expect", "H", "-o", "O"],
    ["minimize", "J@1:/H", "-o", "O"], ["minimize", "J", "--expect", "$.none", "-o", "O", "--format", "json"],
    ["coverage", "J"], ["coverage", "J", "--format", "json"], ["drift", "J", "--against", "H"],
    ["export", "J", "--as", "ndjson"], ["export", "J", "--as", "actions"], ["export", "J", "--as", "H"],
    ["export", "J", "--as", "redux-devtools", "-o", "O"], ["import", "J", "-o", "O"], ["import", "H", "-o", "O"],
    ["generate-test", "J@2", "-o", "O"], ["generate-test", "J@2", "--expect", "H", "-o", "O"],
    ["diff", "J", "J@0", "--history"], ["diff", "J", "J@0", "--history", "--format", "json"],
    ["diff", "J@H", "J", "--history", "--ignore-action", "H"],
    ["blame", "J"], ["blame", "J:/H", "--history"], ["blame", "J@1:/none/H"], ["blame", "J", "--format", "json"],
    ["assert", "J", "--always", "$.none"], ["assert", "J", "--never", "H"],
    ["assert", "J", "--always", "$.none", "--format", "github"],
    ["assert", "J", "--always", "$.none", "--format", "junit"],
    ["inspect", "J", "--print", "--size", "300x60"], ["inspect", "J@1", "--print", "--keys", "]"],
    ["inspect", "J@1", "--print", "--keys", "] ]"], ["inspect", "J@1", "--print", "--keys", "b"],
    ["inspect", "J", "--print", "--keys", "/H Enter"], ["inspect", "J", "--print", "--keys", "H"], ["inspect", "J"],
    ["report", "J", "-o", "O", "--force"],
    ["stats", "J"], ["stats", "J", "--format", "json"], ["stats", "J@H"],
    ["summary", "J"], ["summary", "J", "--format", "markdown"], ["summary", "J", "--format", "json"],
    ["summary", "J@H"], ["summary", "J", "-n", "H"],
    ["mark", "J@1", "H"], ["mark", "J@1", "ok\u{1b}\u{202e}", "--text", "H"], ["mark", "J@H", "ok"],
    ["verify", "J"], ["verify", "J", "--no-replay"], ["verify", "J", "--format", "json"],
    ["verify", "J", "--format", "github"], ["verify", "J", "--format", "junit"],
    ["verify", "none\u{1b}H", "--format", "junit"], ["verify", "none\u{1b}H", "--format", "github"],
    ["replay", "J"], ["replay", "J", "--to", "H"], ["replay", "J@1", "--skip", "H"], ["replay", "J", "--unchecked"],
    ["rewind", "J", "--to", "H"], ["index", "J", "-o", "J"], ["bake", "J", "-o", "J"],
    ["index", "J", "-o", "none\u{1b}H/x"],
    ["record", "-o", "J", "--append", "--actions", "none\u{1b}H"], ["record", "-o", "J", "--app", "H"],
    ["log", "none\u{1b}H"], ["show", "none\u{1b}@1"], ["diff", "J", "none\u{202e}"], ["H", "J"], ["log", "J", "--H"],
    ["log", "J", "--follow"], ["log", "J", "--follow", "-p"], ["slice", "J@0..2", "-o", "O", "--force"],
    ["slice", "J@H", "-o", "O"], ["repair", "J", "-o", "O", "--force"], ["repair", "J", "-n"],
    ["repair", "none\u{1b}H", "-n"], ["index", "J@..2", "-o", "O", "--force"], ["redact", "J", "-o", "O", "--force"],
    ["redact", "J", "-o", "O", "--redact", "H"], ["redact", "J", "-o", "O", "--force", "--redact", "/H"],
    ["rewind", "J", "--to", "0", "-o", "O", "--force"], ["rewind", "J", "--to", "0"],
  ]

  private static let journal = Result {
    let folder = try TemporaryFolder()
    return try Data(contentsOf: URL(filePath: journal(folder, file: "j")))
  }

  @Test(arguments: Self.calls)
  func `hostile values never reach the terminal raw`(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "j\u{1b}[2J\u{202e}\u{7}.jsonl")
    try HostileValuesTests.journal.get().write(to: URL(filePath: path))
    let out = folder.path(of: "out\u{1b}[2J.jsonl")
    let arguments = arguments.map { argument in
      argument == "O"
        ? out
        : argument.replacing("H", with: HostileValuesTests.hostile).replacing(
          "J", with: path, maxReplacements: argument.hasPrefix("J") ? 1 : 0)
    }
    for color in ["never", "always"] {
      let result =
        arguments.contains("--follow")
        ? follow(arguments + ["--color", color], isTerminal: true)
        : reduxlog(arguments + ["--color", color], isTerminal: true)
      #expect(!(result.output + result.errorOutput).isEmpty)
      let plain = CallResult(
        code: result.code, output: HostileValuesTests.withoutStyles(result.output),
        errorOutput: HostileValuesTests.withoutStyles(HostileValuesTests.withoutProgress(result.errorOutput)))
      expectEqual(HostileValuesTests.dangers(plain), [], "\(color): \(plain)")
      if color == "never" {
        expectEqual(plain.output, result.output)
        expectEqual(plain.errorOutput, HostileValuesTests.withoutProgress(result.errorOutput))
      }
    }
  }

  /// An output without the line of progress, which appears on a slow machine.
  private static func withoutProgress(_ text: String) -> String {
    text.replacing(#/\r[^\r\u{1b}]*\u{1b}\[K/#, with: "")
  }

  /// An output without the tool's own styles: `ESC [`, digits and semicolons, `m`.
  private static func withoutStyles(_ text: String) -> String {
    text.replacing(#/\u{1b}\[(0|1|2|3[1-6]|1;3[13])m/#, with: "")
  }

  @Test func `hostile values can't issue workflow commands in CI`() throws {
    let folder = try TemporaryFolder()
    let path = try HostileValuesTests.journal(folder, file: "::error::,x%0A:\n::error::y.jsonl")
    let result = reduxlog("verify", path, "--no-replay", "--format", "github")
    let commands = result.output.split(separator: "\n").filter { $0.contains("::") }
    expectEqual(commands.count, 3)
    let form = #/::warning file=[^:,]*(,line=[0-9]+)?,title=reduxlog verify::[^\r\n]*/#
    #expect(commands.dropFirst().allSatisfy { $0.wholeMatch(of: form) != nil }, "\(commands)")
    expectEqual(commands.first?.hasPrefix("ok "), true)
  }

  @Test func `hostile values can't add markup to XML`() throws {
    let folder = try TemporaryFolder()
    let path = try HostileValuesTests.journal(folder, file: "]]><x a='&.jsonl")
    for arguments in [[path], [path, "--no-replay"], ["<none>\"&'"]] {
      let text = reduxlog(["verify", "--format", "junit"] + arguments).output
      let rest = text.replacing(#/<[?\/a-z][^<>]*>/#, with: "")
      #expect(!rest.contains("<") && !rest.contains(">"), "\(text)")
      #expect(!rest.replacing(#/&(amp|lt|gt|quot|#[0-9]+);/#, with: "").contains("&"), "\(text)")
    }
  }

  @Test func `JSON output preserves hostile values`() throws {
    let folder = try TemporaryFolder()
    let path = try HostileValuesTests.journal(folder, file: "plain.jsonl")
    let hostile = HostileValuesTests.hostile
    let state = try JSONValue(parsing: reduxlog("show", path + "@0").output)
    expectEqual(state, ["n": 0, hostile: .string(hostile)])
    let actions = try JSONValue(parsing: reduxlog("log", path, "--format", "json", "--type", hostile).output)["entries"]
    expectEqual(actions?.array?[1]["type"], .string(hostile))
    let changes = reduxlog("log", path + "@..2", "-p")
    expectEqual(changes.code, .fine)
    #expect(changes.output.contains("\n      + /deep: {"))
    let marks = try JSONValue(parsing: reduxlog("stats", path, "--format", "json").output)["marks"]
    expectEqual(marks, [["name": .string(hostile), "seq": 1, "text": .string(hostile)]])
  }
}
