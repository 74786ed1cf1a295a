import Foundation
import Movies
import ReduxReplay
import TestSupport
import Testing

@Suite("In a process without a run loop", .timeLimit(.minutes(20)))
struct ProcessTests {
  @Test(arguments: ["serial", "main"])
  func `a store works, on a queue of its own and on a main queue that is served`(queue: String) throws {
    let folder = try TemporaryFolder()
    let journal = folder.path(of: "session.jsonl")
    let process = Process()
    // Built beside the bundle of the tests.
    let places = [Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent()]
    let tool = places.map { $0.appending(path: "MoviesCommand") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    process.executableURL = try #require(tool, "it was not built") as URL
    process.arguments = [queue, Samples.responses, journal]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(String(decoding: text, as: UTF8.self) == "Mind the stairs.\n")

    let report = try Replayer<MoviesApp>(path: journal).verify()
    #expect(report.divergence == nil)
    #expect(report.actions == 4)
  }
}
