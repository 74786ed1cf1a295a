import Expectations
import Foundation
import ReduxJournal
import ReduxReplay
import TestSupport
import Testing

@testable import ReduxRecorder

/// Recording with a key that proves the journal.
struct KeyTests {
  let file: TemporaryFile
  let key: JournalKey

  init() throws {
    file = try TemporaryFile()
    key = try JournalKey(bytes: 1...16)
  }

  private func options(_ key: JournalKey?, retention: Retention? = nil) -> RecorderOptions {
    var options = unhurried
    options.key = key
    options.retention = retention
    return options
  }

  private func record(_ count: Int, _ options: RecorderOptions, reports: Reports = Reports()) throws {
    let recorder = try Recorder(path: file.path, app: counter, options: options) { reports.append($0) }
    var state = CounterApp.State()
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    for number in 0..<count { reduce(&state, .note(String(repeating: "x", count: 2000), number)) }
    recorder.mark("here")
    recorder.close()
  }

  private func verified(_ path: String, _ key: JournalKey?) throws -> VerifyReport {
    try Replayer<CounterApp>(file: JournalFile(path: path, options: .init(key: key))).verify(jobs: 2)
  }

  @Test func `sessions of one key are one authentic journal`() throws {
    try record(50, options(key))
    try record(50, options(key))
    let report = try verified(file.path, key)
    #expect(report.actions == 100 && report.sessions == 2 && report.divergence == nil)
    try expectEqual(verified(file.path, nil).proven, report.proven)
  }

  @Test func `another key or none is refused with the reason`() throws {
    try record(5, options(key))
    let before = try file.bytes()
    for (other, problem) in [
      (nil, JournalError.Problem.keyMissing(key.fingerprint)),
      (
        try JournalKey(bytes: 2...17),
        .otherKey(key.fingerprint, given: try JournalKey(bytes: 2...17).fingerprint)
      ),
    ] as [(JournalKey?, JournalError.Problem)] {
      let error = #expect(throws: JournalError.self) { try record(5, options(other)) }
      expectEqual(error?.problem, problem)
    }
    try expectEqual(file.bytes(), before)
  }

  @Test func `segments are authentic, even after the oldest are dropped`() throws {
    try record(200, options(key, retention: Retention(bytes: 100_000)))
    let journal = try JournalFile(path: file.path, options: .init(key: key))
    #expect(journal.segmentPaths.count > 1)
    #expect(try #require(try journal.firstStateSeq) > 0)
    let report = try verified(file.path, key)
    #expect(report.divergence == nil && report.lastSeq == 200)
  }

  @Test(arguments: [ExportedPart.all, .states(3)])
  func `an export is authentic, and can't be appended to earlier lines`(part: ExportedPart) throws {
    let recorder = try Recorder(path: file.path, app: counter, options: options(key))
    var state = CounterApp.State()
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    for number in 0..<60 { reduce(&state, .note(String(repeating: "x", count: 10_000), number)) }
    let copy = try TemporaryFile()
    try recorder.exportJournal(to: URL(fileURLWithPath: copy.path), last: part)
    recorder.close()
    try expectEqual(verified(copy.path, key).lastSeq, 60)
    try expectEqual(verified(file.path, key).lastSeq, 60)
    let exported = try JournalFile(path: copy.path, options: .init(key: key))
    expectEqual(exported.header.key, key.fingerprint)
    guard part != .all else { return }
    // Its chain of checksums starts at the end of its first state's line.
    #expect(exported.header.previous != nil)
    let whole = try JournalFile(path: file.path)
    let first = try #require(try whole.entry(settingSeq: exported.header.seq))
    try copy.write(Array(try file.bytes()[..<(first.offset + first.byteCount)]) + (try copy.bytes()))
    #expect(throws: Never.self) {
      let reader = try JournalReader(path: copy.path)
      while try reader.next() != nil {}
    }
    let error = #expect(throws: JournalError.self) { try verified(copy.path, key) }
    guard case .forged? = error?.problem else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `the description of options hides the key`() {
    let text = "\(options(key))"
    #expect(text.contains("key \(key.fingerprint)"))
    #expect(!text.contains("0102030405060708") && !text.contains("\(key.words[0])"))
  }
}
