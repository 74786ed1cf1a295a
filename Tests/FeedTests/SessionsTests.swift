import Expectations
import Feed
import Foundation
import ReduxJournal
import ReduxPersistence
import ReduxReplay
import StateTree
import TestSupport
import Testing

/// The sample's journals match the app's recordings. To record them again after a change:
///
///     UPDATE_SESSIONS=1 swift test --filter FeedTests
struct SessionsTests {
  /// A journal of the sample and the runs that record it.
  struct Recording: Sendable, CustomStringConvertible {
    var journal: String
    var runs: [String]
    var isFirstVersion = false

    var description: String { journal }
  }

  static let twoDays = Recording(
    journal: "Sessions/two-days", runs: ["Sessions/monday", "Sessions/tuesday"])
  static let lostName = Recording(
    journal: "Bugs/lost-name", runs: ["Bugs/morning", "Bugs/evening"], isFirstVersion: true)

  @Test(arguments: [twoDays, lostName])
  func `the app records the sample's journals`(recording: Recording) throws {
    let folder = try TemporaryFolder()
    for name in recording.runs {
      try Run(actions: Sample.actions(name), isFirstVersion: recording.isFirstVersion).go(in: folder)
    }
    let recorded = folder.path(of: "session.jsonl")
    let path = "\(Sample.folder)/\(recording.journal).jsonl"
    if ProcessInfo.processInfo.environment["UPDATE_SESSIONS"] != nil {
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.copyItem(atPath: recorded, toPath: path)
    }
    try expectEqual(hashes(recorded), hashes(path))
  }

  @Test func `a session begins with the restored state`() throws {
    let path = "\(Sample.folder)/\(Self.twoDays.journal).jsonl"
    let replayer = try Replayer<FeedApp>(path: path)
    let report = try replayer.verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.sessions, 2)
    let actions = try Sample.actions("Sessions/monday").count + 1
    var monday = try replayer.state(at: actions)
    let restored = try replayer.state(at: actions + 1)
    expectEqual(monday.screen, .post(121))
    monday.screen = .feed
    expectEqual(restored, monday)
  }

  /// The hashes of all states.
  private func hashes(_ path: String) throws -> [StateHash?] {
    let replayer = try Replayer<FeedApp>(path: path)
    let last = try replayer.verify().lastSeq ?? 0
    return try (0...last).map { try replayer.recordedHash(at: $0) }
  }
}
