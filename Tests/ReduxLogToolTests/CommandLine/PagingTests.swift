import CommandLineKit
import Expectations
import Testing

@testable import ReduxLogTool

struct PagingTests {
  @Test(
    arguments: [
      (LogCommand() as any Command, [], true), (LogCommand(), ["follow"], false), (ShowCommand(), [], true),
      (DiffCommand(), [], true), (RecordCommand(), [], false), (VerifyCommand(), [], false),
    ] as [(any Command, [String], Bool)])
  func `a pager shows long output for reading`(command: any Command, flags: [String], isPaged: Bool) throws {
    let arguments = try ArgumentParser(command.specification).parse(["--help"] + flags.map { "--" + $0 })
    expectEqual(command.isPaged(arguments), isPaged)
  }
}
