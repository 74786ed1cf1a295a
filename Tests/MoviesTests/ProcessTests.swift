import Expectations
import Movies
import ReduxReplay
import TestSupport
import Testing

@Suite("MoviesCommand", .timeLimit(.minutes(20)))
struct ProcessTests {
  @Test(arguments: ["serial", "main"])
  func `a store works on its own queue and on a served main queue`(queue: String) async throws {
    try await onOwnThread {
      let folder = try TemporaryFolder()
      let journal = folder.path(of: "session.jsonl")
      let result = try Executable("MoviesCommand", in: folder.path).run([queue, Samples.responses, journal])
      expectEqual(result, Executable.Result(status: 0, output: "Mind the stairs.\n"))

      let report = try Replayer<MoviesApp>(path: journal).verify()
      expectEqual(report.divergence, nil)
      expectEqual(report.actions, 4)
    }
  }
}
