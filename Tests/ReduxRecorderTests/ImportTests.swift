// Imports ReduxRecorder and nothing else of the package: the file doesn't compile if recording takes more.
import Expectations
import Foundation
import ReduxRecorder
import Testing

struct ImportTests {
  @Test func `every option of a recorder is available with one import`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let options = RecorderOptions(
      detail: .full, states: .patches, hashing: .everyAction, rules: .usual, volatile: ["/opened"],
      durability: Durability.process, context: JSONObject(), snapshotBudget: .milliseconds(8),
      maximumLineBytes: JournalLimits.maximumLineBytes, retention: nil, key: nil as JournalKey?)
    let url = folder.appending(path: "session.jsonl")
    let recorder = try Recorder(url: url, app: AppIdentity(name: "import", version: "1"), options: options)
    var count = 1
    recorder.recording { (count: inout Int, step: Int) in count += step }(&count, 2)
    try recorder.flush()
    #expect((count, recorder.lastSeq) == (3, 1))
    recorder.close()
  }

  @Test func `every initializer but the one with ifPossibleAt throws if the journal can't be opened`() async throws {
    let url = URL(filePath: "/nowhere/session.jsonl")
    for open in [{ try Recorder(url: url, app: $0) }, { try Recorder(path: url.path, app: $0) }]
      as [(AppIdentity) throws -> Recorder]
    {
      let error = #expect(throws: JournalError.self) { try open(AppIdentity(name: "none")) }
      expectEqual(error?.path, url.path)
    }
    let (failures, continuation) = AsyncStream.makeStream(of: String.self)
    let recorder = Recorder(ifPossibleAt: url, app: AppIdentity(name: "none")) { continuation.yield("\($0)") }
    var state = 0
    recorder.recording { (count: inout Int, step: Int) in count += step }(&state, 2)
    #expect((state, recorder.lastSeq) == (2, nil))
    let failure = await failures.first { _ in true }
    expectEqual(failure?.contains("/nowhere/session.jsonl"), true)
  }
}
