import CommandLineKit
import Expectations
import Foundation
import HostileInput
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import StateCoding
import StateTable
import StateTree
import SystemSupport
import TestSupport
import Testing

/// A thousand secrets in a session, in every possible place.
struct SecretsTests {
  let tool: ToolFixture

  init() throws { tool = try ToolFixture().with(apps: [WalletApp.self]) }

  private static let rules = RedactionRules(redacting: ["/history/*/*", "/spend/amount"])

  /// Records a session with planted secrets, and returns them.
  private func record(
    _ name: String, _ options: RecorderOptions, rounds: Int = 99, isReplayable: Bool = false,
    onRound: (Recorder, Int) throws -> Void = { _, _ in }
  ) throws -> Secrets {
    var secrets = Secrets()
    let recorder = try Recorder(
      path: tool.folder.path(of: name), app: AppIdentity(name: WalletApp.name), options: options)
    var state = WalletApp.State(accessToken: secrets.text(), note: secrets.text())
    func act(_ action: WalletApp.Action, site: String? = nil) {
      let recorded = recorder.begin(action, in: state)
      do {
        try WalletApp.reduce(&state, action)
        recorder.finish(recorded, in: state)
      } catch {
        recorder.finish(recorded, in: state, error: error)
      }
    }
    for round in 0..<rounds {
      act(.logIn(.init(user: "ada", password: secrets.text())))
      act(.setToken(secrets.text()))
      act(.add(.init(id: round % 7, cardNumber: secrets.text(), pin: secrets.number())))
      let settings: JSONValue = [
        "theme": "dark", "api-key": .string(secrets.text()), "tokens": [.string(secrets.text())],
      ]
      act(.configure(settings))
      act(.write(Redacted(wrappedValue: secrets.text())))
      act(.spend(amount: secrets.number()))
      act(.keep(name: "bank", secret: secrets.text()))
      act(.fail(password: secrets.text()))
      act(.step)
      try onRound(recorder, round)
      if round % 10 == 0 { recorder.mark("round \(round)", text: "the token is \(secrets.text())") }
      if round == rounds / 2, !isReplayable {
        // An action that can't be encoded, and one whose reducer never returns.
        struct Unencodable { var password: String }
        recorder.finish(recorder.begin(Unencodable(password: secrets.text()) as Any, in: state), in: state)
        _ = recorder.begin(WalletApp.Action.setToken(secrets.text()), in: state)
      }
    }
    recorder.close()
    return secrets
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: tool.folder.path(of: name), encoding: .utf8)
  }

  @Test func `are found where they are, so that finding none proves something`() throws {
    let secrets = try record("plain.jsonl", RecorderOptions(rules: .off))
    #expect(secrets.count >= 1000)
    let traces = Set(secrets.traces(in: try text("plain.jsonl")))
    #expect(traces.contains(Secrets.marker))
    // `changed` holds hashes of tokens.
    #expect(traces.count { $0.count == 8 } > 90)
    #expect(traces.count { $0.count == 13 } > 190)
    #expect(!secrets.traces(in: Data("\(Secrets.marker) and so on".utf8).base64EncodedString()).isEmpty)
  }

  /// The variants of each command, and a call of each without one.
  private static let calls: [(name: String, arguments: [String])] =
    variants.map { ($0, $1) }.sorted { $0.name < $1.name }
    + CommandCall.all.filter { variants[$0.command] == nil }.map { call in
      let words = call.words(journal: "DIR/run.jsonl", output: "DIR/out")
      return (call.command, [words.dropFirst().joined(separator: " ")])
    }

  /// The arguments of commands that print or copy values. The reducer accepts the actions for `record`, because the command prints errors of
  /// refused ones to the caller, who passed them.
  private static let variants: [String: [String]] = [
    "log": ["DIR/run.jsonl", "DIR/run.jsonl -p", "DIR/run.jsonl --json", "DIR/run.jsonl -p --format ndjson"],
    "show": [
      "DIR/run.jsonl", "DIR/run.jsonl --format json", "DIR/run.jsonl@7", "DIR/run.jsonl@7 --action",
      "DIR/run.jsonl@8 --meta", "DIR/run.jsonl@7 --action --format json", "DIR/run.jsonl@-1:/credentials",
    ],
    "replay": ["DIR/run.jsonl", "DIR/run.jsonl --to 60 --unchecked", "DIR/run.jsonl --allow-redacted"],
    "verify": [
      "DIR/run.jsonl", "DIR/run.jsonl --format json", "DIR/run.jsonl --format junit", "DIR/run.jsonl --format github",
      "DIR/run.jsonl --no-replay", "DIR/run.jsonl --allow-redacted",
    ],
    "diff": ["human", "json", "json-patch"].map { "DIR/run.jsonl@5 DIR/run.jsonl@60 --format \($0)" },
    "bisect": [
      "DIR/run.jsonl --expect $.none", "DIR/run.jsonl --expect $.none --scan --format json",
      "DIR/run.jsonl@60 --expect !$.credentials --format json", "DIR/run.jsonl@60 --expect !$.credentials",
    ],
    "minimize": ["DIR/run.jsonl@60 --expect !$.credentials -o DIR/small.jsonl --force"],
    "blame": [
      "DIR/run.jsonl --depth 3", "DIR/run.jsonl:/credentials --history --format json",
      "DIR/run.jsonl@60:/credentials --history",
    ],
    "assert": [
      "DIR/run.jsonl --always $.none", "DIR/run.jsonl --never $.credentials --format json",
      "DIR/run.jsonl --over step --always $.none --format junit",
    ],
    "coverage": ["DIR/run.jsonl", "DIR/run.jsonl --format json --keep DIR/kept --force"],
    "drift": ["DIR/run.jsonl --against DIR/none"],
    "export": [
      "DIR/run.jsonl --as redux-devtools -o DIR/export.json --force", "DIR/run.jsonl --as ndjson",
      "DIR/run.jsonl --as actions",
    ],
    "import": ["DIR/export.json -o DIR/imported.jsonl --force"],
    "generate-test": ["DIR/run.jsonl@60 -o DIR/test --force"],
    "inspect": ["]", "] ]", "/credentials Enter b", "30G c 60G"].map {
      "DIR/run.jsonl --size 300x80 --print --keys \($0.replacing(" ", with: ""))"
    },
    "report": ["DIR/run.jsonl -o DIR/page.html --force"],
    "stats": ["DIR/run.jsonl", "DIR/run.jsonl --format json"],
    "summary": ["human -n 1000", "markdown -n 1000", "json -n 1000"].map { "DIR/run.jsonl --format \($0)" },
    "index": ["DIR/run.jsonl -o DIR/index.jsonl --every 4K --force"],
    "bake": ["DIR/run.jsonl -o DIR/baked.jsonl --force"],
    "rewind": ["DIR/run.jsonl --to 50 -o DIR/short.jsonl --force", "DIR/other.jsonl --to 50"],
    "mark": ["DIR/other.jsonl@50 here --text there"],
    "redact": ["DIR/run.jsonl -o DIR/again.jsonl --force"],
    "slice": [
      "DIR/run.jsonl@0..60 -o DIR/start.jsonl --force", "DIR/run.jsonl@40.. -o DIR/end.jsonl --force",
    ],
    "repair": [
      "DIR/run.jsonl -n", "DIR/run.jsonl -o DIR/saved.jsonl --force",
      "DIR/damaged.jsonl -o DIR/rescued.jsonl --force",
    ],
    "record": [
      "-o DIR/other.jsonl --append", "-o DIR/recorded.jsonl --app wallet --force",
      "-o DIR/recorded.jsonl --append --redact /spend/amount --redact /history/*/*",
    ],
  ]

  @Test func `are searched for in the output of every command`() {
    #expect(Self.variants.values.joined().allSatisfy { $0.contains("DIR/") })
    #expect(Set(CommandTable.standard.names(with: .readsJournal)).isSubset(of: Self.calls.map(\.name)))
  }

  /// Takes seconds: every command in every format, on three journals, with two apps.
  @Test(
    arguments: [(RecordingDetail.full, RecordedStates.snapshots), (.full, .patches), (.names, .snapshots)]
      + (Soak.isOn ? [(.shape, .snapshots)] : []))
  func `are neither in the journal nor in any output`(
    detail: RecordingDetail, states: RecordedStates
  ) throws {
    let rounds = Soak.count(8, soak: 52)
    var secrets = try record(
      "run.jsonl", RecorderOptions(detail: detail, states: states, rules: SecretsTests.rules), rounds: rounds)
    let actions = [
      #"{"setToken":{"_0":"\#(Secrets.marker)-a"}}"#, #"{"keep":{"name":"bank","secret":"\#(Secrets.marker)-b"}}"#,
      #"{"add":{"_0":{"id":3,"cardNumber":"4929","pin":\#(secrets.number()),"label":"card"}}}"#,
      "",
    ].joined(separator: "\n")
    #expect(!secrets.traces(in: actions).isEmpty)
    let whole = Array(try text("run.jsonl").utf8)
    var damaged = whole
    // Damage an action, because a repair could save a line with only a wrong sum.
    let action = try #require(damaged[(damaged.count / 2)...].firstRange(of: Array(#""action":{"#.utf8)))
    damaged[action.upperBound] ^= 1
    tool.folder.create("damaged.jsonl", bytes: damaged)
    var searched: [String: String] = [:]
    // Differing reducers print the recorded values.
    let changed = states == .patches || Soak.isOn ? [tool.with(apps: [ChangedWalletApp.self])] : []
    for tool in [tool] + changed {
      for (name, calls) in Self.calls {
        tool.folder.create("other.jsonl", bytes: whole)
        for call in calls {
          let result = tool.run("\(name) \(call)", input: actions)
          expectEqual(secrets.traces(in: result.output + result.errorOutput), [], "\(name) \(call)")
        }
        for name in try names() {
          let text = try text(name)
          if searched.updateValue(text, forKey: name) != text { expectEqual(secrets.traces(in: text), [], "\(name)") }
        }
      }
      for options in [[], ["-p"]] {
        let followed = follow(
          ["log", tool.folder.path(of: "run.jsonl"), "--follow"] + options, questions: 30 * rounds, apps: tool.apps)
        #expect(followed.output.split(separator: "\n").count > 9 * rounds || !options.isEmpty)
        expectEqual(secrets.traces(in: followed.output + followed.errorOutput), [])
      }
    }
    let written = ["saved.jsonl", "rescued.jsonl", "rescued.jsonl.rejected", "recorded.jsonl"]
    let copies = ["again.jsonl", "baked.jsonl", "end.jsonl", "index.jsonl", "short.jsonl", "start.jsonl"]
    let missing = Set(written + (detail == .full ? copies : [])).subtracting(try tool.folder.names())
    #expect(missing.isEmpty)
    #expect(try text("recorded.jsonl").contains(#"{"setToken":{"_0":"redacted"}}"#))
  }

  /// The names of all files in the folder, and of those in its folders.
  private func names() throws -> [String] {
    try tool.folder.names().flatMap { name in
      let path = tool.folder.path(of: name)
      return Platform.isFolder(path) ? try TemporaryFolder.names(in: path).map { "\(name)/\($0)" } : [name]
    }
  }

  /// The statements about replays on the page on secrets.
  @Test(arguments: [RecordingDetail.shape, .names])
  func `a journal without values`(detail: RecordingDetail) throws {
    let recorder = try Recorder(
      path: tool.folder.path(of: "run.jsonl"), app: AppIdentity(name: WalletApp.name),
      options: RecorderOptions(detail: detail, snapshotBudget: .seconds(1000)))
    let reduce = recorder.recording(WalletApp.reduce)
    var state = WalletApp.State(accessToken: "t")
    for action: WalletApp.Action in [
      .add(.init(id: 1, cardNumber: "4929", pin: 1234)), .spend(amount: 7), .setToken("u"), .step,
    ] { try reduce(&state, action) }
    recorder.close()
    let replayed = tool.run("replay DIR/run.jsonl")
    let verified = tool.run("verify DIR/run.jsonl")
    switch detail {
    case .shape:
      expectEqual(verified.code, .fine)
      expectEqual(verified.output, "ok DIR/run.jsonl: 4 actions, 5 states proven, 1 session, closed\n")
      expectEqual(replayed.code, .fine)
      // The output holds none of the recorded four steps, card and sum.
      #expect(
        replayed.output.hasPrefix(#"{\#n  "steps": 0,\#n  "isUnlocked": false,\#n  "accessToken": "redacted",\#n"#))
      #expect(replayed.output.contains(#""history": []"#))
    default:
      #expect(verified.code == .trouble && replayed.code == .trouble)
      expectEqual(
        verified.output, "unproven DIR/run.jsonl: 4 actions, 0 states proven, 4 actions not proven, 1 session, closed\n"
      )
      #expect(
        verified.errorOutput.hasPrefix(
          "DIR/run.jsonl:2: warning: states 0 to 4 are not proven: state 0 was recorded in part, or by reflection\n"))
      #expect(
        replayed.errorOutput.hasPrefix(
          "DIR/run.jsonl:2: error: state 0 can't be rebuilt: state 0 was recorded in part, or by reflection\n"))
    }
    expectEqual(
      tool.run("verify DIR/run.jsonl --no-replay").output,
      "ok DIR/run.jsonl: 4 actions, not replayed, 1 session, closed\n")
  }

  @Test(arguments: [RecordingDetail.full, .shape, .names])
  func `are not in an export during recording`(detail: RecordingDetail) throws {
    var exported = 0
    let secrets = try record("run.jsonl", RecorderOptions(detail: detail, rules: SecretsTests.rules), rounds: 33) {
      recorder, round in
      guard round % 11 == 10 else { return }
      for part: ExportedPart in [.all, .states(20), .time(.milliseconds(5))] {
        exported += 1
        try recorder.exportJournal(to: URL(filePath: tool.folder.path(of: "export\(exported).jsonl")), last: part)
      }
    }
    #expect(exported == 9 && secrets.count >= 330)
    for number in 1...exported { expectEqual(secrets.traces(in: try text("export\(number).jsonl")), []) }
  }

  @Test func `leave states proven`() throws {
    _ = try record(
      "run.jsonl", RecorderOptions(rules: SecretsTests.rules, snapshotBudget: .seconds(1000)),
      rounds: Soak.count(22, soak: 99), isReplayable: true)
    let result = tool.run("verify DIR/run.jsonl")
    #expect(result.output.hasPrefix("ok DIR/run.jsonl: "), "\(result)")
    #expect(!result.errorOutput.contains("redaction"))
  }

  @Test func `are removed from a journal that was recorded with them`() throws {
    var secrets = Secrets()
    let recorder = try Recorder(
      path: tool.folder.path(of: "plain.jsonl"), app: AppIdentity(name: WalletApp.name),
      options: RecorderOptions(hashing: .everyAction, rules: .off))
    let reduce = recorder.recording(WalletApp.reduce)
    var state = WalletApp.State(accessToken: secrets.text())
    for round in 0..<50 {
      try reduce(&state, .logIn(.init(user: "ada", password: secrets.text())))
      try reduce(&state, .add(.init(id: round % 7, cardNumber: secrets.text(), pin: secrets.number())))
      try? reduce(&state, .fail(password: secrets.text()))
      try reduce(&state, .keep(name: "bank", secret: secrets.text()))
      recorder.mark("round \(round)", text: secrets.text())
    }
    recorder.close()
    #expect(!secrets.traces(in: try text("plain.jsonl")).isEmpty)
    let result = tool.run("redact DIR/plain.jsonl -o DIR/send.jsonl")
    expectEqual(result.code, .fine, "\(result)")
    #expect(result.errorOutput.hasSuffix("secrets of DIR/plain.jsonl replaced, 100 texts left out\n"))
    expectEqual(secrets.traces(in: try text("send.jsonl")), [])
    expectEqual(
      tool.run("verify DIR/send.jsonl").output,
      "ok DIR/send.jsonl: 200 actions, 50 refused, 201 states proven, 1 session, closed\n")
    try expectEqual(tool.records("send.jsonl"), tool.records("plain.jsonl"))
    expectEqual(tool.run("show DIR/send.jsonl@3:/steps").output, "3\n")
  }

  @Test func `that determine a state are named by verify and by copies`() throws {
    let recorder = try Recorder(
      path: tool.folder.path(of: "plain.jsonl"), app: AppIdentity(name: WalletApp.name),
      options: RecorderOptions(rules: .off))
    let reduce = recorder.recording(WalletApp.reduce)
    var state = WalletApp.State()
    for action: WalletApp.Action in [.add(.init(id: 1, cardNumber: "4929", pin: 1234)), .unlock(pin: 4321), .step] {
      try reduce(&state, action)
    }
    recorder.close()
    let result = tool.run("redact DIR/plain.jsonl -o DIR/send.jsonl")
    #expect(
      result.errorOutput.hasPrefix(
        """
        DIR/send.jsonl:4: warning: state 2 (unlock) diverges because of redaction: it depends on a value that isn't in \
        the copy

        """), "\(result)")
    expectEqual(result.code, .fine)
    let verified = tool.run("verify DIR/send.jsonl --allow-redacted")
    expectEqual(
      verified.output,
      "ok DIR/send.jsonl: 3 actions, 2 states proven, 1 following from redacted values, 1 session, closed\n")
    expectEqual(
      verified.errorOutput,
      """
      DIR/send.jsonl:4: warning: replay diverges at state 2: unlock leads to a different state than recorded, perhaps \
      because of redaction: /isUnlocked

      """)
    expectEqual(verified.code, .fine)
    expectEqual(tool.run("replay DIR/send.jsonl").code, .finding)
    #expect(
      tool.run("replay DIR/send.jsonl --allow-redacted").errorOutput.contains("No state can be rebuilt from there"))
  }

  @Test func `that the app needs to read its state stay in, and the error names the copy`()
    throws
  {
    let recorder = try Recorder(
      path: tool.folder.path(of: "plain.jsonl"), app: AppIdentity(name: WalletApp.name),
      options: RecorderOptions(rules: .off))
    recorder.start(
      WalletApp.State(cards: [.init(id: 1, cardNumber: "4929", pin: 1), .init(id: 2, cardNumber: "1", pin: 1)]))
    recorder.close()
    let result = tool.run("redact DIR/plain.jsonl -o DIR/send.jsonl --redact /cards/entities/*/id")
    expectEqual(result.code, .trouble)
    #expect(
      result.errorOutput.hasPrefix("DIR/send.jsonl:2: error: the copy can't be replayed: the app can't read it: "),
      "\(result)")
    #expect(result.errorOutput.contains("Nothing was written. A rule may redact a value that the app needs"))
    try expectEqual(tool.folder.names(), ["plain.jsonl"])
  }

  @Test func `can't be guessed from any hash, even if they are as short as a PIN`() throws {
    var texts = Set<String>()
    var states = Set<String>()
    for pin in [100, 777, 1234, 9999] {
      let name = "pin.jsonl"
      let recorder = try Recorder(
        path: tool.folder.path(of: name), app: AppIdentity(name: WalletApp.name), options: RecorderOptions())
      var state = WalletApp.State()
      let reduce = recorder.recording(WalletApp.reduce)
      for action: WalletApp.Action in [
        .add(.init(id: 1, cardNumber: "\(pin)", pin: pin)), .setToken("t0k3n\(pin)"),
        .configure(["pin": .number(JSONNumber(pin))]),
        .write(Redacted(wrappedValue: "\(pin)")), .keep(name: "bank", secret: "\(pin)"),
      ] { try reduce(&state, action) }
      recorder.close()
      states.insert("\(state.cards[id: 1]?.pin ?? -1)")
      texts.insert(
        try text(name)
          .replacing(/"journal":"[0-9a-f]{32}"/, with: "")
          .replacing(/"started":"[^"]*"/, with: "")
          .replacing(/"(at|us|base|header)":[0-9]+/, with: "")
          .replacing(/"sum":"[0-9a-f]{16}"/, with: ""))
      try FileManager.default.removeItem(atPath: tool.folder.path(of: name))
    }
    expectEqual(states.count, 4)
    expectEqual(texts.count, 1)
    // No hash in the file is that of a PIN as a number, a text, or a member; five are those of `steps`.
    let text = try #require(texts.first)
    let found = Set(text.matches(of: /[0-9a-f]{8,}/).map { String($0.output.prefix(8)) })
    for pin in 6..<10_000 {
      let number = JSONValue.number(JSONNumber(pin))
      for value: JSONValue in [number, .string(String(pin)), .string(String(format: "%04d", pin)), ["pin": number]] {
        #expect(!found.contains(value.stateHash.short))
      }
    }
  }

  @Test func `are redacted by record by default`() throws {
    let actions = #"{"merge":{"user":"ada","password":"zQ7xK9"}}"# + "\n"
    expectEqual(tool.run("record -o DIR/a.jsonl", input: actions).code, .fine)
    expectEqual(tool.run("show DIR/a.jsonl").output, "{\n  \"user\": \"ada\",\n  \"password\": \"redacted\"\n}\n")
    expectEqual(tool.run("record -o DIR/b.jsonl --no-default-rules", input: actions).code, .fine)
    #expect(try text("b.jsonl").contains("zQ7xK9"))
    expectEqual(tool.run("record -o DIR/c.jsonl --redact /merge/user --no-default-rules", input: actions).code, .fine)
    #expect(try text("c.jsonl").contains(#"{"user":"redacted","password":"zQ7xK9"}"#))
    expectEqual(tool.run("record -o DIR/d.jsonl --allow /merge/user --allow /user", input: actions).code, .fine)
    #expect(try text("d.jsonl").contains(#"{"user":"ada","password":"redacted"}"#))
    #expect(
      tool.run("record -o DIR/e.jsonl --redact user", input: actions).errorOutput.contains("isn't a JSON Pointer"))
  }
}
