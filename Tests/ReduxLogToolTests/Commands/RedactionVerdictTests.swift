import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import StateTree
import TestSupport
import Testing

/// The wallet with a bug unrelated to its secrets.
private enum MistakenWalletApp: ReplayableApp {
  static let name = WalletApp.name
  static var initialState: WalletApp.State { WalletApp.State() }

  static func reduce(_ state: inout WalletApp.State, _ action: WalletApp.Action) throws {
    try WalletApp.reduce(&state, action)
    if case .step = action { state.steps += 1 }
  }
}

/// Verdicts on a state that differs while secrets are redacted.
struct RedactionVerdictTests {
  private let tool: ToolFixture
  private let mistaken: ToolFixture

  /// In `j`, a token in the state and a step unrelated to it; in `s`, PINs that decide about a state.
  init() throws {
    tool = try ToolFixture().with(apps: [WalletApp.self])
    mistaken = tool.with(apps: [MistakenWalletApp.self])
    try record("j", [.setToken("zQ7xK9"), .step, .setToken("x"), .step])
    try record("s", [.add(.init(id: 1, cardNumber: "4929", pin: 1234)), .unlock(pin: 4321), .step])
  }

  private func record(_ name: String, _ actions: [WalletApp.Action], _ states: RecordedStates = .snapshots) throws {
    let recorder = try Recorder(
      path: tool.folder.path(of: name), app: AppIdentity(name: WalletApp.name), options: RecorderOptions(states: states)
    )
    let reduce = recorder.recording(WalletApp.reduce)
    var state = WalletApp.State()
    for action in actions { try reduce(&state, action) }
    recorder.close()
  }

  private static let message =
    "replay diverges at state 2: unlock leads to a different state than recorded, perhaps because of redaction"

  @Test func `a secret nearby excuses no bug`() throws {
    expectEqual(tool.run("verify DIR/j").code, .fine)
    for option in ["", " --allow-redacted"] {
      let verified = mistaken.run("verify DIR/j" + option)
      expectEqual(verified.code, .finding)
      expectEqual(verified.output, "diverged DIR/j: at state 2\n")
      #expect(
        verified.errorOutput.hasPrefix(
          "DIR/j:4: error: replay diverges at state 2: step leads to a different state than recorded\n"))
      #expect(verified.errorOutput.contains("\n  A redacted secret is near, but with other values in its place the"))
    }
    let listed = mistaken.run("verify DIR/j --keep-going --allow-redacted")
    expectEqual(listed.code, .finding)
    expectEqual(listed.output, "diverged DIR/j: at state 2; 1 action diverges in 1 place\n")
    #expect(listed.errorOutput.contains("\n  /steps: 1 action (2 step)\n"))
    let json = mistaken.run("verify DIR/j --format json").output
    #expect(json.contains(#""redaction": false"#))
  }

  @Test func `values are printed where the journal has them`() throws {
    try record("p", [.step, .step], .patches)
    let verified = mistaken.run("verify DIR/p --keep-going")
    #expect(verified.errorOutput.contains("\n  /steps: 1 → 2 (recorded → replayed)\n"))
    #expect(
      verified.errorOutput.contains(
        "\n  /steps: 2 actions (first 1 step, last 2 step)\n    In state 1: 1 → 2 (recorded → replayed)\n"))
    let json = mistaken.run("verify DIR/p --keep-going --format json").output
    #expect(json.contains(#""recorded-value": 1"#) && json.contains(#""replayed-value": 2"#))
  }

  @Test func `verify reports a divergence that a secret reaches unless --allow-redacted is given`() throws {
    let verified = tool.run("verify DIR/s")
    expectEqual(verified.code, .finding)
    expectEqual(verified.output, "diverged DIR/s: at state 2, perhaps because of redaction\n")
    #expect(verified.errorOutput.hasPrefix("DIR/s:4: error: \(Self.message)\n  recorded hash "))
    #expect(verified.errorOutput.contains("\n  /isUnlocked: "))
    #expect(
      verified.errorOutput.contains("accept\n  them with --allow-redacted. If not, the reducer has changed since"))
    let allowed = tool.run("verify DIR/s --allow-redacted")
    expectEqual(allowed.code, .fine)
    expectEqual(
      allowed.output, "ok DIR/s: 3 actions, 2 states proven, 1 following from redacted values, 1 session, closed\n")
    expectEqual(allowed.errorOutput, "DIR/s:4: warning: \(Self.message): /isUnlocked\n")
    let listed = tool.run("verify DIR/s --keep-going")
    #expect(listed.errorOutput.contains("\n  /isUnlocked: 1 action (2 unlock)\n"))
    #expect(listed.errorOutput.contains("\n    Perhaps because of redaction.\n"))
    let both = mistaken.run("verify DIR/s --allow-redacted")
    #expect(both.code == .finding && both.output == "diverged DIR/s: at state 3\n")
    #expect(
      both.errorOutput.hasSuffix("DIR/s:4: warning: \(Self.message): /isUnlocked\n")
        || both.errorOutput.hasPrefix("DIR/s:4: warning: \(Self.message): /isUnlocked\n"))
  }

  @Test func `machine-readable formats report it too`() {
    let json = tool.run("verify DIR/s --format json").output
    #expect(json.contains(#""status": "diverged""#) && json.contains(#""redaction": true"#))
    #expect(tool.run("verify DIR/s --format github").output.contains("::error file=DIR/s,line=4,"))
    #expect(tool.run("verify DIR/s --format junit").output.contains(#"<failure type="diverged""#))
    let allowed = tool.run("verify DIR/s --format json --allow-redacted").output
    #expect(allowed.contains(#""status": "ok""#) && allowed.contains(Self.message))
  }

  @Test func `replay and index stop at it`() throws {
    let replayed = tool.run("replay DIR/s")
    #expect(replayed.code == .finding && replayed.output == "")
    #expect(replayed.errorOutput.hasPrefix("DIR/s:4: error: \(Self.message)\n"))
    let indexed = tool.run("index DIR/s -o DIR/k")
    #expect(indexed.code == .finding && indexed.errorOutput.hasPrefix("DIR/s:4: error: \(Self.message)\n"))
    try expectEqual(tool.folder.names(), ["j", "s"])
    let allowed = tool.run("index DIR/s -o DIR/k --allow-redacted")
    expectEqual(allowed.code, .fine)
    #expect(allowed.errorOutput.hasPrefix("DIR/s:4: warning: \(Self.message): /isUnlocked\n"))
    expectEqual(tool.run("verify DIR/k --allow-redacted").code, .fine)
    // A bug is not accepted with it.
    expectEqual(mistaken.run("index DIR/j -o DIR/l --allow-redacted").code, .finding)
  }

  @Test func `a divergence without a secret is an ordinary one`() {
    _ = tool.run("record -o DIR/n --app wallet --no-default-rules", input: "{\"step\":{}}\n")
    let verified = mistaken.run("verify DIR/n --allow-redacted")
    #expect(verified.code == .finding && verified.output == "diverged DIR/n: at state 1\n")
    #expect(!verified.errorOutput.contains("secret"))
  }
}
