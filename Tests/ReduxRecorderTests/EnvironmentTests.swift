import Expectations
import Foundation
import ReduxJournal
import ReduxRecorder
import TestSupport
import Testing

/// A recorder that records only if the environment asks for it.
struct EnvironmentTests {
  @Test func `without the variable, nothing is recorded`() throws {
    #expect(try Recorder.from([:], app: AppIdentity(name: "app")) == nil)
    #expect(try Recorder.from(["REDUXLOG_JOURNAL": ""], app: AppIdentity(name: "app")) == nil)
  }

  @Test func `the variable names the journal`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "run.jsonl")
    let recorder = try #require(try Recorder.from(["REDUXLOG_JOURNAL": path], app: AppIdentity(name: "app")))
    recorder.start(1)
    recorder.close()
    try expectEqual(JournalFile(path: path).header.app.name, "app")
  }

  @Test func `a journal that can't be opened is an error`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: JournalError.self) {
      try Recorder.from(["REDUXLOG_JOURNAL": folder.path(of: "gone/run.jsonl")], app: AppIdentity(name: "app"))
    }
  }
}
