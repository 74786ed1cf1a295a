import CommandLineKit
import Expectations
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxRecorder
import TestSupport
import Testing

@testable import ReduxLogTool
@testable import ReduxViews

/// What `inspect --follow` shows while an app records.
struct InspectFollowTests {
  /// A journal that is being recorded, and the model that follows it.
  private struct Session {
    let path: String
    let recorder: Recorder
    private var watch: JournalWatch
    private(set) var model: InspectModel
    /// The work that the model demanded since it followed.
    private(set) var demands: [InspectModel.Demand] = []

    init(in folder: TemporaryFolder, actions: Int, retention: Retention? = nil) throws {
      path = folder.path(of: "s.jsonl")
      var options = RecorderOptions(snapshotBudget: .seconds(1000))
      if let retention { options.retention = retention }
      recorder = try Recorder(path: path, app: AppIdentity(name: TallyApp.name), options: options)
      try Session.act(actions, recorder)
      let file = try JournalFile(path: path)
      watch = JournalWatch(file)
      model = InspectModel(
        JournalRows(file, isFollowed: true), openAt: nil, size: (80, 12), times: .utc, isFollowing: true)
    }

    private static func act(_ count: Int, _ recorder: Recorder) throws {
      let state = TallyApp.initialState
      for _ in 0..<count { recorder.finish(recorder.begin(TallyAction.reset, in: state), in: state) }
      try recorder.flush()
    }

    /// Records actions, and shows them to the model.
    mutating func act(_ count: Int) throws {
      try Session.act(count, recorder)
      try look()
    }

    mutating func look() throws {
      guard try watch.look() else { return }
      demands += model.take(.grown(watch.file))
    }

    mutating func press(_ keys: String) {
      for key in TypedKeys.parse(keys) { demands += model.handle(key) }
    }

    mutating func verify() throws {
      let verification = try Verifier(apps: AppCatalog([TallyApp.self]), replays: true).verify(path) { _ in }
      demands += model.take(.verified(InspectFindings(verification, of: model.rows)))
    }

    mutating func lose(_ reason: String) { demands += model.take(.lost(CommandFailure(reason))) }

    mutating func take(_ found: InspectWork.Found) { demands += model.take(.found(found)) }

    /// The seqs of the rows on the screen.
    var seqs: [Int] {
      model.list.window(from: model.top, count: model.layout.list.rows).compactMap { model.rows.row(at: $0)?.seq }
    }
  }

  @Test func `the cursor stays in the last row, and keeps its row elsewhere`() throws {
    let folder = try TemporaryFolder()
    var session = try Session(in: folder, actions: 20)
    expectEqual(session.model.seq, 20)
    try session.act(3)
    expectEqual(session.model.seq, 23)
    expectEqual(session.seqs, [20, 21, 22, 23])
    session.press("k k")
    try session.act(2)
    expectEqual(session.model.seq, 21)
    expectEqual(session.seqs, [20, 21, 22, 23])
    session.press("End")
    try session.act(1)
    expectEqual(session.model.seq, 26)
    // The details are being read.
    session.press("Tab")
    try session.act(1)
    expectEqual(session.model.seq, 26)
  }

  @Test func `it says that it follows, and what was checked of the new states`() throws {
    let folder = try TemporaryFolder()
    var session = try Session(in: folder, actions: 20)
    func lines() -> [String] {
      InspectScreen.draw(session.model, isASCII: false).text.split(separator: "\n").map(String.init)
    }
    #expect(lines()[0].hasSuffix("following  checking"))
    try session.verify()
    #expect(lines()[0].hasSuffix("following  checked 20/20"))
    try session.act(2)
    #expect(lines()[0].hasSuffix("following  checked 20/22"))
    expectEqual(lines()[1], "✓ Today's app does the same up to 20; the rest is being checked")
    #expect(lines().contains { $0.contains("state 22: not checked yet") })
    try session.verify()
    #expect(lines()[0].hasSuffix("following  checked 22/22"))
    #expect(lines()[1].hasPrefix("✓ Today's app does the same: "))
  }

  @Test func `it says when it can't follow any more`() throws {
    let folder = try TemporaryFolder()
    var session = try Session(in: folder, actions: 20)
    session.recorder.close()
    folder.create("s.jsonl")
    #expect(throws: JournalError.self) { try session.look() }
    session.lose("the file is empty")
    let lines = InspectScreen.draw(session.model, isASCII: false).text.split(separator: "\n")
    #expect(lines[0].hasSuffix("following ended  checking"))
    expectEqual(lines.last, "following ended: the file is empty")
  }

  @Test func `a filter and a search go on in new rows`() throws {
    let folder = try TemporaryFolder()
    var session = try Session(in: folder, actions: 600)
    session.press("f reset Enter")
    expectEqual(session.demands, [.find(TextFinder("reset"), .filter, from: 0)])
    func found(_ blocks: Range<Int>, _ indices: [Int]) -> InspectWork.Found {
      InspectWork.Found(
        scan: .filter, finder: TextFinder("reset"), blocks: blocks,
        matches: indices.map { JournalRows.Position(block: blocks.upperBound - 1, index: $0) }, reached: 0, isDone: true
      )
    }
    session.take(found(0..<3, [10, 20]))
    expectEqual(session.model.list.matches?.count, 2)
    session.press("End")
    try session.act(200)
    expectEqual(session.demands.last, .find(TextFinder("reset"), .filter, from: 2))
    // Rows of the block that were known are found again.
    session.take(found(2..<4, [4, 5]))
    expectEqual(session.model.list.matches, [.init(block: 3, index: 4), .init(block: 3, index: 5)])
    expectEqual(session.model.selected, .init(block: 3, index: 5))
  }

  @Test func `rows whose segments were dropped make way for the first that remains`() throws {
    let folder = try TemporaryFolder()
    var session = try Session(in: folder, actions: 3, retention: Retention(bytes: 1))
    session.press("g j")
    try session.act(60)
    let first = try #require(try JournalFile(path: session.path).firstStateSeq)
    #expect(first > 3)
    expectEqual(session.model.seq, first)
    session.press("End")
    try session.act(300)
    expectEqual(session.model.seq, 363)
    expectEqual(session.seqs, [360, 361, 362, 363])
  }
}
