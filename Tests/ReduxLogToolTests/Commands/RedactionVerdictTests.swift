import CommandLineKit
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

/// Verdicts on a state that differs while a secret, which may be the cause, is redacted.
@Suite struct RedactionVerdictTests {
  private let tool: ToolFixture
  private let mistaken: ToolFixture

  /// A token in the state, and a step unrelated to it.
  init() throws {
    tool = try ToolFixture().with(apps: [WalletApp.self])
    mistaken = tool.with(apps: [MistakenWalletApp.self])
    let recorder = try Recorder(
      path: tool.folder.path(of: "j"), app: AppIdentity(name: WalletApp.name), options: RecorderOptions())
    let reduce = recorder.recording(WalletApp.reduce)
    var state = WalletApp.State()
    for action: WalletApp.Action in [.setToken("zQ7xK9"), .step] { try reduce(&state, action) }
    recorder.close()
  }

  private static let message =
    "replay diverges at state 2: step leads to a different state than recorded, perhaps because of redaction"

  @Test func `verify reports a divergence near a secret unless --allow-redacted is given`() throws {
    #expect(tool.run("verify DIR/j").code == .fine)
    let verified = mistaken.run("verify DIR/j")
    #expect(verified.code == .finding)
    #expect(verified.output == "diverged DIR/j: at state 2, perhaps because of redaction\n")
    #expect(verified.errorOutput.hasPrefix("DIR/j:4: error: \(Self.message)\n  recorded hash "))
    #expect(verified.errorOutput.contains("\n  /steps: recorded "))
    #expect(
      verified.errorOutput.contains("accept them with\n  --allow-redacted. If not, the reducer has changed since"))
    let allowed = mistaken.run("verify DIR/j --allow-redacted")
    #expect(allowed.code == .fine)
    #expect(allowed.output == "ok DIR/j: 2 actions, 2 states proven, 1 session, closed\n")
    #expect(allowed.errorOutput == "DIR/j:4: warning: \(Self.message): /steps\n")
  }

  @Test func `machine-readable formats report it too`() {
    let json = mistaken.run("verify DIR/j --format json").output
    #expect(json.contains(#""status": "diverged""#) && json.contains(#""redaction": true"#))
    #expect(mistaken.run("verify DIR/j --format github").output.contains("::error file=DIR/j,line=4,"))
    #expect(mistaken.run("verify DIR/j --format junit").output.contains(#"<failure type="diverged""#))
    let allowed = mistaken.run("verify DIR/j --format json --allow-redacted").output
    #expect(allowed.contains(#""status": "ok""#) && allowed.contains(Self.message))
  }

  @Test func `replay and index stop at it`() throws {
    let replayed = mistaken.run("replay DIR/j")
    #expect(replayed.code == .finding && replayed.output == "")
    #expect(replayed.errorOutput.hasPrefix("DIR/j:4: error: \(Self.message)\n"))
    let indexed = mistaken.run("index DIR/j -o DIR/k")
    #expect(indexed.code == .finding && indexed.errorOutput.hasPrefix("DIR/j:4: error: \(Self.message)\n"))
    #expect(try tool.folder.names() == ["j"])
    let allowed = mistaken.run("index DIR/j -o DIR/k --allow-redacted")
    #expect(allowed.code == .fine)
    #expect(allowed.errorOutput.hasPrefix("DIR/j:4: warning: \(Self.message): /steps\n"))
    #expect(mistaken.run("verify DIR/k --allow-redacted").code == .fine)
  }

  @Test func `a divergence without a secret is an ordinary one`() {
    _ = tool.run("record -o DIR/n --app wallet --no-default-rules", input: "{\"step\":{}}\n")
    let verified = mistaken.run("verify DIR/n --allow-redacted")
    #expect(verified.code == .finding && verified.output == "diverged DIR/n: at state 1\n")
  }
}
