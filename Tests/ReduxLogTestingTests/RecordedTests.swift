import Expectations
import Foundation
import ReduxJournal
import ReduxLogTesting
import ReduxRecorder
import TestSupport
import Testing

/// Tests with a recorder of their own.
struct RecordedTests {
  @Test(.recorded(as: CartApp.self), arguments: 1...3)
  func `each argument has a recorder of its own`(count: Int) async throws {
    let recorder = try Recorder.ofTest
    let reduce = recorder.recording(CartApp.reduce)
    var cart = Cart()
    for _ in 0..<count { reduce(&cart, .add("apple", count: 1)) }
    expectEqual(recorder.lastSeq, count)
    let inTask = try await Task { try Recorder.ofTest.lastSeq }.value
    expectEqual(inTask, count)
  }

  @Test func `without the trait, a test has no recorder`() {
    #expect(throws: ReplayFailure.self) { try Recorder.ofTest }
  }

  /// The journals of a test with this name in the temporary folder.
  private static func journals(_ name: String) throws -> [URL] {
    // Names only: other tests remove files of theirs meanwhile.
    let folder = FileManager.default.temporaryDirectory
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(name + "-") }
      .map { folder.appendingPathComponent($0) }
  }

  private struct Failed: Error {}

  @Test func `a test that passes leaves no journal`() async throws {
    let test = try #require(Test.current)
    let trait: RecordedTrait = .recorded(as: CartApp.self)
    try await trait.provideScope(for: test, testCase: nil) { try Recorder.ofTest.start(Cart()) }
    try expectEqual(Self.journals("a-test-that-passes-leaves-no-journal"), [])
  }

  @Test func `a test that throws keeps its journal`() async throws {
    let test = try #require(Test.current)
    let trait: RecordedTrait = .recorded(as: CartApp.self)
    await #expect(throws: Failed.self) {
      try await trait.provideScope(for: test, testCase: nil) {
        try Recorder.ofTest.start(Cart())
        throw Failed()
      }
    }
    let kept = try Self.journals("a-test-that-throws-keeps-its-journal")
    defer { kept.forEach { try? FileManager.default.removeItem(at: $0) } }
    expectEqual(kept.count, 1)
    try expectEqual(kept.map { try JournalFile(path: $0.path).lastStateSeq }, [0])
  }
}
