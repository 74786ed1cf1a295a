import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import StateTree
import TestSupport
import Testing

/// Actions that can't be replayed, such as closures, among others.
struct UnchangedTests {
  private struct Cart: Codable, Equatable {
    var items: [String] = []
  }

  private protocol CartAction: Sendable {}
  private struct Add: CartAction, Codable { var item: String }
  /// An action that a middleware carries out, in the manner of thunks.
  private struct Fetch: CartAction { var then: @Sendable () -> Void = {} }
  /// An action whose closure changes the state.
  private struct Edit: CartAction { var change: @Sendable (inout Cart) -> Void }

  private enum CartApp: ReplayableApp {
    static let name = "cart"
    static var initialState: Cart { Cart() }
    static var actions: ActionCoding<any CartAction> { .types([Add.self]) }
    static func reduce(_ state: inout Cart, _ action: any CartAction) {
      switch action {
      case let add as Add: state.items.append(add.item)
      case let edit as Edit: edit.change(&state)
      default: break
      }
    }
  }

  private let tool: ToolFixture

  init() throws { tool = try ToolFixture().with(apps: [CartApp.self]) }

  private func record(_ actions: [any CartAction], options: RecorderOptions = RecorderOptions()) throws {
    let recorder = try Recorder(
      path: tool.folder.path(of: "run.jsonl"), app: AppIdentity(CartApp.self), options: options)
    let reduce = recorder.recording(CartApp.reduce)
    var state = CartApp.initialState
    for action in actions { reduce(&state, action) }
    recorder.close()
  }

  private static let fetching: [any CartAction] = [
    Add(item: "tea"), Fetch(), Add(item: "oats"), Fetch(), Fetch(), Add(item: "salt"),
  ]

  @Test(arguments: [HashPolicy.everyAction, .every(4)], ["", " --jobs 2", " --keep-going"])
  func `actions that changed nothing keep the proof`(hashing: HashPolicy, options: String) throws {
    try record(Self.fetching, options: RecorderOptions(hashing: hashing))
    let verified = tool.run("verify DIR/run.jsonl" + options)
    expectEqual(verified.code, .fine, "\(verified)")
    #expect(verified.output.hasPrefix("ok DIR/run.jsonl: 6 actions, "), "\(verified)")
    if case .everyAction = hashing { #expect(verified.output.contains("7 states proven, 1 session, closed")) }
    expectEqual(tool.run("show DIR/run.jsonl@6:/items/2").output, "\"salt\"\n")
    expectEqual(tool.run("replay DIR/run.jsonl --to 5").code, .fine)
    let log = tool.run("log DIR/run.jsonl -p")
    #expect((log.code, log.errorOutput) == (.fine, ""))
    #expect(log.output.contains("/items/2"), "\(log)")
    expectEqual(tool.run("bake DIR/run.jsonl -o DIR/baked.jsonl").code, .fine)
    #expect(tool.with(apps: []).run("log DIR/baked.jsonl -p").output.contains("/items/2"))
  }

  @Test func `no snapshot follows an action that changed nothing`() throws {
    try record(Self.fetching)
    let entries = try JournalFile(path: tool.folder.path(of: "run.jsonl")).entries(fromOffset: 0)
    var kinds: [String] = []
    while let entry = try entries.next() { kinds.append(entry.record.kind) }
    expectEqual(kinds, ["header", "snapshot"] + Array(repeating: "action", count: 6) + ["seal"])
  }

  private static let editing: [any CartAction] = [
    Add(item: "tea"), Edit { $0.items.append("milk") }, Add(item: "oats"), Edit { $0.items.append("salt") }, Fetch(),
    Add(item: "rice"),
  ]

  @Test(arguments: ["", " --jobs 2"]) func `a snapshot follows an action that changed the state`(
    options: String
  ) throws {
    try record(Self.editing)
    let verified = tool.run("verify DIR/run.jsonl" + options)
    expectEqual(verified.code, .trouble)
    expectEqual(
      verified.output, "unproven DIR/run.jsonl: 6 actions, 5 states proven, 2 actions not proven, 1 session, closed\n")
    #expect(
      verified.errorOutput.hasPrefix(
        """
        DIR/run.jsonl:4: warning: state 2 is not proven: the action UnchangedTests.Edit was recorded for reading only
        DIR/run.jsonl:7: warning: state 4 is not proven: the action UnchangedTests.Edit was recorded for reading only

        """), "\(verified)")
    expectEqual(tool.run("verify DIR/run.jsonl --allow-unproven").code, .fine)
    expectEqual(tool.run("show DIR/run.jsonl@2:/items/1").output, "\"milk\"\n")
    let log = tool.run("log DIR/run.jsonl -p")
    #expect((log.code, log.errorOutput) == (.fine, ""))
    #expect(log.output.contains("/items/4"), "\(log)")
  }

  @Test func `without a budget, states stay unproven and log says so`() throws {
    try record(Self.editing, options: RecorderOptions(snapshotBudget: .zero))
    let verified = tool.run("verify DIR/run.jsonl")
    expectEqual(
      verified.output, "unproven DIR/run.jsonl: 6 actions, 2 states proven, 5 actions not proven, 1 session, closed\n")
    let log = tool.run("log DIR/run.jsonl -p")
    #expect(log.code == .fine && log.output.contains("rice"), "\(log)")
    #expect(
      log.errorOutput.hasPrefix("DIR/run.jsonl:4: warning: the changes of 5 actions are unknown: action 2 ("),
      "\(log)")
    expectEqual(tool.run("replay DIR/run.jsonl --skip 2 --skip 4").code, .fine)
  }

  @Test func `patches prove what closures did`() throws {
    try record(Self.editing, options: RecorderOptions(states: .patches))
    expectEqual(
      tool.run("verify DIR/run.jsonl"),
      CallResult(
        code: .fine, output: "ok DIR/run.jsonl: 6 actions, 3 proven by patch, 7 states proven, 1 session, closed\n"))
  }
}
