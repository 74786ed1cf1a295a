import CommandLineKit
import Testing

@testable import ReducerIsolation
@testable import ReduxLogTool

/// The process in which reducers run, where it is none.
struct ReducerProcessTests {
  private func isReady(_ path: String, _ words: String...) throws -> Bool {
    let process = try ReducerProcess(environment: [:], interruption: .never, executable: (path, words))
    return try process.isReady(within: .milliseconds(300))
  }

  @Test func `is not waited for when it never gets ready`() throws {
    #expect(try !isReady("/bin/sleep", "sleep", "1000"))
  }

  @Test func `is not waited for when it is over`() throws {
    #expect(try !isReady("/bin/sh", "sh", "-c", "exit 0"))
  }
}
