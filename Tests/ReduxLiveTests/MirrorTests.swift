import Expectations
import Foundation
import LiveHost
import LiveProtocol
import ReduxJournal
import ReduxRecorder
import ReduxStore
import ReduxTimeTravel
import SystemSupport
import TestSupport
import Testing

@testable import ReduxJournal

/// The tool's copy of a journal, through everything that can happen to a connection and to the journal's files.
struct MirrorTests {
  @Test(arguments: 1...(Soak.isOn ? 20 : 2) as ClosedRange<UInt64>)
  func `segments are copied byte for byte, whenever the tool is killed`(seed: UInt64) async throws {
    try await onOwnThread {
      var numbers = SeededGenerator(seed: seed)
      let count = Soak.count(2000, soak: 100_000)
      let bench = try LiveBench(
        options: RecorderOptions(
          hashing: .everyAction, retention: seed.isMultiple(of: 2) ? nil : Retention(bytes: count * 50)))
      try bench.connect()
      let cuts = Set((0..<10).map { _ in Int.random(in: 0..<count, using: &numbers) })
      for number in 0..<count {
        bench.timeline.store.dispatch(number.isMultiple(of: 3) ? .remove(0) : .put("book \(number)"))
        if cuts.contains(number) {
          try bench.restartServer()
        } else if number.isMultiple(of: 50) {
          try bench.serveBriefly()
        }
      }
      try bench.recorder.flush()
      try bench.serve {
        guard try bench.server.apps.first != nil, Platform.exists(bench.mirrorPath) else { return false }
        return try bench.segments(of: bench.mirrorPath).last == bench.segments(of: bench.journalPath).last
      }
      let journal = try bench.segments(of: bench.journalPath)
      let mirror = try bench.segments(of: bench.mirrorPath)
      // The copy keeps the segments that retention has dropped since.
      #expect(mirror.count >= journal.count)
      #expect(mirror.suffix(journal.count).elementsEqual(journal))
      #expect(!seed.isMultiple(of: 2) == (journal.count > 1))
      #expect(try Platform.status(of: bench.mirrorPath).rights == 0o600)
    }
  }

  @Test func `the copy is the journal of a reader, which knows that it goes on`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      bench.put("Emma", "Dune")
      try bench.connect()
      try bench.serveUntilCopied()
      let file = try JournalFile(path: bench.mirrorPath)
      expectEqual(try file.lastStateSeq, 2)
      #expect(Platform.isBeingWritten(bench.mirrorPath))
      expectEqual(try Platform.status(of: bench.mirrorPath).rights, 0o600)
    }
  }

  @Test func `a line that the writer took back is taken back in the copy`() throws {
    let file = try TemporaryFile()
    let writer = try JournalWriter.open(path: file.path)
    try writer.writeHeader(app: AppIdentity(name: "shelf"), started: .now())
    try writer.writeSnapshot(state: Array("{}".utf8), hash: .null)
    let journal = try #require(writer.journalID)
    var follower = JournalFollower(path: file.path, journal: journal, cuts: writer.cuts)
    expectEqual(try follower.start(after: nil), .atOldest)
    var copy: [UInt8] = []
    func follow() throws {
      while let piece = try follower.next(atMost: 64) {
        #expect(piece.offset <= copy.count)
        copy = copy[..<piece.offset] + piece.bytes
      }
    }
    try follow()
    expectEqual(copy, try file.bytes())
    // The disk takes half of a line.
    let disk = writer.writeOnce
    var isHalf = true
    writer.writeOnce = { bytes, offset throws(JournalError) in
      guard isHalf else { throw JournalError(.io(operation: "write", reason: "disk full"), path: file.path) }
      isHalf = false
      return try disk(bytes.prefix(bytes.count / 2), offset)
    }
    #expect(throws: JournalError.self) {
      try writer.beginAction(ActionHead(at: 1, type: "put", action: Array(#""Emma""#.utf8)))
    }
    try follow()
    expectEqual(copy, try file.bytes())
    writer.writeOnce = disk
    try writer.recover()
    // Longer than what was taken back, so that the size doesn't show it.
    try writer.beginAction(ActionHead(at: 2, type: "putAnother", action: Array(#""War and Peace""#.utf8)))
    try follow()
    expectEqual(copy, try file.bytes())
  }

  @Test func `a copy that ends differently begins its segment again`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      bench.put("Emma", "Dune")
      try bench.connect()
      try bench.serveUntilCopied()
      bench.disconnect()
      var bytes = try Data(contentsOf: URL(filePath: bench.mirrorPath))
      bytes[bytes.count - 10] ^= 1
      try bytes.write(to: URL(filePath: bench.mirrorPath))
      try bench.restartServer()
      try bench.connect()
      bench.put("Ulysses")
      try bench.serveUntilCopied()
      expectEqual(try bench.segments(of: bench.mirrorPath), try bench.segments(of: bench.journalPath))
    }
  }

  @Test func `two tools can't keep their copies in one folder`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      try bench.connect()
      bench.put("Emma")
      try bench.serveUntilCopied()
      let journal = try #require(try bench.server.apps.first?.journal)
      #expect(throws: MirrorError.inUse(bench.mirrorPath)) {
        try JournalMirror(of: journal, in: CopyFolder(bench.mirrorFolder))
      }
    }
  }

  @Test func `all copies in a folder together have a limit`() throws {
    let files = try TemporaryFolder()
    try Data(count: 600).write(to: URL(filePath: files.path(of: "older.jsonl")))
    let folder = try CopyFolder(files.path, maximumByteCount: 1000)
    let first = try JournalMirror(of: .random(), in: folder)
    let second = try JournalMirror(of: .random(), in: folder)
    func add(_ count: Int, at offset: Int, to mirror: JournalMirror) throws {
      try mirror.add(JournalFollower.Piece(segment: 1, offset: offset, bytes: Array(repeating: 10, count: count)))
    }
    try add(300, at: 0, to: first)
    #expect(throws: MirrorError.full(files.path, maximumByteCount: 1000)) { try add(101, at: 0, to: second) }
    try add(100, at: 0, to: second)
    // A cut makes room.
    try add(0, at: 250, to: first)
    try add(50, at: 100, to: second)
    expectEqual(folder.byteCount, 1000)
    expectEqual(try CopyFolder(files.path).byteCount, 1000)
  }

  @Test func `a copy whose half line differs far from its end is no beginning of the journal`() throws {
    let file = try TemporaryFile()
    let writer = try JournalWriter.open(path: file.path)
    try writer.writeHeader(app: AppIdentity(name: "shelf"), started: .now())
    try writer.writeSnapshot(state: Array("{}".utf8), hash: .null)
    try writer.beginAction(
      ActionHead(at: 1, type: "put", action: Array("\"\(String(repeating: "x", count: 100_000))\"".utf8)))
    let journal = try #require(writer.journalID)
    let bytes = try file.bytes()
    func start(after copy: [UInt8]) throws -> JournalFollower.Start {
      var follower = JournalFollower(path: file.path, journal: journal, cuts: nil)
      func read(_ range: Range<Int>) throws -> [UInt8] { Array(copy[range.clamped(to: 0..<copy.count)]) }
      let segment = try #require(try JournalFollower.id(reading: read))
      return try follower.start(after: JournalFollower.Copy(segment: segment, byteCount: copy.count, reading: read))
    }
    for count in [bytes.count, bytes.count - 50_000, bytes.count - 100_100] {
      expectEqual(try start(after: Array(bytes[..<count])), .atEnd)
    }
    var other = bytes
    other[bytes.count - 90_000] = UInt8(ascii: "y")
    guard case .differs = try start(after: other) else {
      Issue.record("the copy passes")
      return
    }
    // The end of the last whole line, whose sum proves what precedes it.
    other = bytes
    other[try #require(bytes.lastIndex(of: 0x0a)) - 5] ^= 1
    guard case .differs = try start(after: other) else {
      Issue.record("the copy passes")
      return
    }
  }
}
