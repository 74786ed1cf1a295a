import CommandLineKit
import Expectations
import HostileInput
import ReducerIsolation
import ReduxJournal
import ReduxLogTool
import TestSupport
import Testing

/// What commands state about themselves is true, so tests can choose commands by it.
struct CommandTraitsTests {
  /// All but the calls of commands that need an executable.
  private static let callsInProcess = CommandCall.all.filter { !["drift", "explore"].contains($0.command) }

  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  private func run(_ call: CommandCall, expression: String) -> CallResult {
    tool.run(call.words(journal: "DIR/j", output: "DIR/out", expression: expression).joined(separator: " "))
  }

  @Test func `the commands that read a journal, and import, have a limit for its lines, and no others`() {
    let limited = CommandTable.standard.specifications.filter {
      $0.options.contains { $0.name == OptionSpecification.maximumLine.name }
    }
    expectEqual(Set(limited.map(\.name)), Set(CommandTable.standard.names(with: .readsJournal) + ["import"]))
  }

  @Test(arguments: callsInProcess)
  func `only commands that say so change the journal`(call: CommandCall) throws {
    tool.record("j", #"{"add":{"_0":3}}"#)
    let before = tool.folder.contents(of: "j")
    let result = run(call, expression: "$.count<=0")
    #expect(result.code == .fine || result.code == .finding, "\(result)")
    expectEqual((tool.folder.contents(of: "j") != before), call.traits.contains(.changesJournal))
  }

  @Test(arguments: callsInProcess)
  func `only commands that say so need the app's reducers`(call: CommandCall) throws {
    let journal = try SampleJournal(tool.folder.path(of: "j"), app: AppIdentity(name: "unknown"))
    for number in 1...3 { try journal.act(#"{"merge":{"a":\#(number)}}"#, at: number) }
    try journal.close()
    let result = run(call, expression: "!$.a")
    expectEqual((result.code == .reducer), call.traits.contains(.needsReducers), "\(result)")
  }

  @Test(arguments: callsInProcess.filter { $0.traits.contains(.readsFromStart) })
  func `commands that say so find the first wrong line`(call: CommandCall) throws {
    tool.record("j", #"{"add":{"_0":3}}"#, #"{"add":{"_0":4}}"#, #"{"add":{"_0":5}}"#)
    let whole = try #require(tool.folder.contents(of: "j"))
    tool.folder.create(
      "j", whole.replacing(#"{"_0":3}"#, with: #"{"_0":6}"#).replacing(#"{"_0":5}"#, with: #"{"_0":7}"#))
    #expect(run(call, expression: "$.count<=0").errorOutput.hasPrefix("DIR/j:3: error: damaged: "))
  }
}
