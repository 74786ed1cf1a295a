import Expectations
import Foundation
import StateTree
import SystemSupport
import TestSupport
import Testing

@testable import ReduxJournal

struct SegmentTests {
  /// A journal in so many segments of three actions each, whose state is how many there were.
  private func journal(_ count: Int, _ file: TemporaryFile) throws -> JournalWriter {
    let writer = try JournalWriter.open(path: file.path)
    try writer.writeHeader(
      app: AppIdentity(name: "tracker"), started: Fixture.started, journal: Fixture.journal, platform: "linux")
    try writer.writeSnapshot(at: 0, state: Fixture.utf8(#"{"n":0}"#), hash: Fixture.hash(0))
    for segment in 0..<count {
      if segment > 0 { try next(writer) }
      for _ in 0..<3 { try act(writer) }
    }
    return writer
  }

  private func act(_ writer: JournalWriter) throws {
    try writer.beginAction(ActionHead(at: 1, type: "add", action: Fixture.utf8("{}")))
    try writer.finishAction(ActionOutcome(hash: Fixture.hash(UInt64(writer.seq + 1))))
  }

  private func next(_ writer: JournalWriter) throws {
    try writer.startSegment(
      .init(at: 2, state: Fixture.utf8(#"{"n":\#(writer.seq)}"#), hash: Fixture.hash(UInt64(writer.seq))))
  }

  private func names(_ file: TemporaryFile) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file.folder).sorted()
  }

  private func older(_ number: Int, _ file: TemporaryFile) -> String {
    file.folder + "/session.00000\(number).jsonl"
  }

  @Test(
    arguments: [
      ("session.jsonl", "session.000007.jsonl"), ("a/b.c/session", "a/b.c/session.000007"),
      ("/x/.hidden", "/x/.hidden.000007"), ("x.tar.jsonl", "x.tar.000007.jsonl"),
    ])
  func `names: the newest has the journal's path, the others a number in it`(path: String, older: String) {
    let names = SegmentNames(of: path)
    expectEqual(names.path(7), older)
    expectEqual(names.number(in: String(older.split(separator: "/").last ?? "")), 7)
    expectEqual(names.temporaryPath, path + ".next")
  }

  @Test(
    arguments: [
      "session.jsonl", "session.jsonl.next", "session.1.jsonl", "session.00001.jsonl", "session.0000001.jsonl",
      "session.000000.jsonl",
      "session.-00001.jsonl", "session.00000a.jsonl", "other.000001.jsonl", "session.000001.json", "session.000001",
      "session.000001.",
      "session.9999999999999999.jsonl", "session.\u{661}\u{662}\u{663}.jsonl",
    ])
  func `other names aren't segments`(name: String) {
    expectEqual(SegmentNames(of: "/tmp/session.jsonl").number(in: name), nil)
    expectEqual(SegmentNames(of: "session.jsonl").number(in: "session.1234567.jsonl"), 1_234_567)
  }

  @Test func `a segment continues the chain, the seqs and the session of the one before`() throws {
    let file = try TemporaryFile()
    let writer = try journal(2, file)
    try writer.seal(at: 9)
    try writer.close()
    try expectEqual(names(file), ["session.000001.jsonl", "session.jsonl"])
    let first = String(decoding: try Data(contentsOf: URL(fileURLWithPath: older(1, file))), as: UTF8.self)
    let sum = first.dropLast(3).suffix(16)
    let lines = try file.text().split(separator: "\n")
    #expect(
      lines[0].hasPrefix(
        #"{"kind":"header","seq":3,"format":1,"journal":"\#(Fixture.journal)","session":1,"app":{"name":"tracker"},"#
          + #""hash":"siphash-tree/1","started":"\#(Fixture.started)","detail":"full","rules":{},"context":{},"#
          + #""platform":"linux","previous":"\#(sum)","sum":""#))
    #expect(lines[1].hasPrefix(#"{"kind":"snapshot","seq":3,"at":2,"header":\#(lines[0].utf8.count + 1),"state":"#))
    expectEqual(lines.last?.hasPrefix(#"{"kind":"seal","seq":6,"at":9,"records":5,"#), true)
    try expectEqual(FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int, 0o600)
  }

  @Test(
    arguments: [1, 2, 3, 7])
  func `the segments are read as one journal, whichever way`(count: Int) throws {
    let file = try TemporaryFile()
    let writer = try journal(count, file)
    let last = writer.seq
    let entries = try Fixture.entries(file.path)
    expectEqual(entries.map(\.line), (1...entries.count).map { $0 })
    expectEqual(entries.filter(\.setsState).map(\.seq), Array(0...last))
    let view = try JournalFile(path: file.path)
    expectEqual(view.segmentPaths.count, count)
    try expectEqual(view.firstStateSeq, 0)
    try expectEqual(view.lastStateSeq, last)
    for seq in 0...last {
      let entry = try #require(try view.entry(settingSeq: seq))
      expectEqual(entry.record.hash, Fixture.hash(UInt64(seq)))
      try expectEqual(view.baseSnapshot(of: entry)?.seq, max(0, (seq - 1) / 3 * 3))
    }
    #expect(try view.entry(settingSeq: last + 1) == nil)
    try expectEqual(view.tail.name, "not closed")
    // Reading from any entry continues across the ends of files.
    for entry in entries {
      let reader = try view.entries(fromOffset: entry.offset)
      var seqs: [Int] = []
      while let next = try reader.next() { seqs.append(next.seq) }
      expectEqual(seqs, entries.filter { $0.offset >= entry.offset }.map(\.seq))
    }
    try expectEqual(view.lastHeader().header.seq, (count - 1) * 3)
    try writer.close()
  }

  @Test func `a single segment is a journal that starts from a snapshot and can be appended to`() throws {
    let file = try TemporaryFile()
    try journal(3, file).close()
    let copy = try TemporaryFile(try file.bytes())
    let view = try JournalFile(path: copy.path)
    expectEqual(view.header.seq, 6)
    try expectEqual(view.firstStateSeq, 6)
    #expect(try view.entry(settingSeq: 5) == nil)
    try expectEqual(view.entry(settingSeq: 6)?.record.kind, "snapshot")
    try expectEqual(Fixture.entries(copy.path).filter(\.setsState).map(\.seq), [6, 7, 8, 9])
    for check in [JournalCheck.tail, .full] {
      let writer = try JournalWriter.open(path: copy.path, check: check)
      #expect(writer.resumed?.firstSeq == 6 && writer.firstSeq == 6)
      try writer.mark(to: 7, name: "here")
      try writer.seal()
      try writer.close()
    }
    let reader = try JournalReader(path: copy.path)
    while try reader.next() != nil {}
    expectEqual(reader.tail.name, "closed")
  }

  @Test(
    arguments: [JournalCheck.tail, .full])
  func `concatenated segments are a journal`(check: JournalCheck) throws {
    let file = try TemporaryFile()
    try journal(3, file).close()
    let all = try [older(1, file), older(2, file), file.path].map {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0)))
    }
    let copy = try TemporaryFile(all.flatMap(\.self))
    let writer = try JournalWriter.open(path: copy.path, check: check)
    try writer.seal()
    try writer.close()
    let entries = try Fixture.entries(copy.path)
    expectEqual(entries.filter(\.setsState).map(\.seq), Array(0...9))
    guard case .seal(let seal)? = entries.last?.record else { throw CocoaError(.fileReadCorruptFile) }
    expectEqual(seal.records, 5)
  }

  @Test func `errors in a segment name its file and its own line`() throws {
    let file = try TemporaryFile()
    try journal(3, file).close()
    let path = older(2, file)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let end = Fixture.lineEnds(bytes)[2]
    bytes[end + 40] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: JournalError.self) { try Fixture.entries(file.path) }
    #expect(error?.path == path && error?.line == 4)
    let view = try JournalFile(path: file.path)
    try expectEqual(view.entry(settingSeq: 9)?.seq, 9)
    let sought = #expect(throws: JournalError.self) { try view.entry(settingSeq: 5) }
    #expect(sought?.path == path && sought?.line == 4)
  }

  @Test func `a segment that is missing, cut or swapped is found`() throws {
    let manager = FileManager.default
    let file = try TemporaryFile()
    try journal(4, file).close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: older(2, file)))
    try manager.removeItem(atPath: older(2, file))
    var error = #expect(throws: JournalError.self) { try Fixture.entries(file.path) }
    #expect(error?.path == older(3, file) && error?.line == 1)
    // Cut between two lines.
    try bytes.prefix(Fixture.lineEnds([UInt8](bytes))[3]).write(to: URL(fileURLWithPath: older(2, file)))
    error = #expect(throws: JournalError.self) { try Fixture.entries(file.path) }
    #expect(error?.path == older(3, file) && error?.line == 1)
    // Cut in a line.
    try bytes.dropLast(5).write(to: URL(fileURLWithPath: older(2, file)))
    error = #expect(throws: JournalError.self) { try Fixture.entries(file.path) }
    #expect(error?.path == older(2, file) && error?.line == 5)
    // The files are whole again, but a header continues another line.
    try bytes.write(to: URL(fileURLWithPath: older(2, file)))
    try expectEqual(Fixture.entries(file.path).filter(\.setsState).count, 13)
  }

  @Test func `the oldest are dropped until the rest is small or young enough`() throws {
    let file = try TemporaryFile()
    let writer = try journal(5, file)
    let sizes = try (1...4).map {
      try FileManager.default.attributesOfItem(atPath: older($0, file))[.size] as? Int ?? 0
    }
    try writer.dropSegments(keeping: sizes[2] + sizes[3] + 100, reserved: 100, age: nil)
    try expectEqual(names(file), ["session.000003.jsonl", "session.000004.jsonl", "session.jsonl"])
    let view = try JournalFile(path: file.path)
    #expect(try view.firstStateSeq == 6 && view.lastStateSeq == 15)
    try expectEqual(Fixture.entries(file.path).filter(\.setsState).map(\.seq), Array(6...15))
    try writer.dropSegments(keeping: .max, reserved: 0, age: 3_600_000_000)
    try expectEqual(names(file).count, 3)
    try writer.dropSegments(keeping: 0, reserved: 0, age: nil)
    try expectEqual(names(file), ["session.000004.jsonl", "session.jsonl"])
    try writer.dropSegments(keeping: .max, reserved: 0, age: -1)
    try expectEqual(names(file), ["session.jsonl"])
    try act(writer)
    try next(writer)
    try expectEqual(names(file), ["session.000005.jsonl", "session.jsonl"])
    try writer.close()
  }

  @Test func `files named like segments are neither read, overwritten nor removed`() throws {
    let file = try TemporaryFile()
    let theirs = Array("theirs".utf8)
    try Data(theirs).write(to: URL(fileURLWithPath: older(1, file)))
    // A journal of another id.
    let other = try TemporaryFile()
    let stranger = try JournalWriter.open(path: other.path)
    try stranger.writeHeader(app: AppIdentity(name: "tracker"), started: Fixture.started)
    try stranger.close()
    let strange = try other.bytes()
    try Data(strange).write(to: URL(fileURLWithPath: older(2, file)))
    let writer = try journal(3, file)
    try expectEqual(names(file), [1, 2, 3, 4].map { "session.00000\($0).jsonl" } + ["session.jsonl"])
    try expectEqual(JournalFile(path: file.path).segmentPaths, [older(3, file), older(4, file), file.path])
    try writer.dropSegments(keeping: 0, reserved: 0, age: 0)
    try expectEqual(names(file), ["session.000001.jsonl", "session.000002.jsonl", "session.jsonl"])
    try expectEqual(Data(contentsOf: URL(fileURLWithPath: older(1, file))), Data(theirs))
    try writer.close()
  }

  @Test(
    arguments: ["", #"{"kind":"hea"#, #"{"kind":"header","seq":0}"#, "\0\0\0"])
  func `leftovers of a process that died between two steps are used or removed`(next start: String) throws {
    let file = try TemporaryFile()
    var writer = try journal(2, file)
    try writer.close()
    // It died after the segment had got its name, and after the next was begun.
    try FileManager.default.linkItem(atPath: file.path, toPath: older(2, file))
    try Data(start.utf8).write(to: URL(fileURLWithPath: file.path + ".next"))
    try expectEqual(Fixture.entries(file.path).filter(\.setsState).map(\.seq), Array(0...6))
    writer = try JournalWriter.open(path: file.path)
    try writer.writeHeader(app: AppIdentity(name: "tracker"), started: Fixture.started)
    try act(writer)
    try next(writer)
    try act(writer)
    try expectEqual(names(file), ["session.000001.jsonl", "session.000002.jsonl", "session.jsonl"])
    try expectEqual(Fixture.entries(file.path).filter(\.setsState).map(\.seq), Array(0...8))
    try writer.close()
  }

  @Test func `a segment that can't be begun leaves the writer unchanged`() throws {
    let file = try TemporaryFile()
    let writer = try journal(1, file)
    try FileManager.default.createDirectory(atPath: file.path + ".next", withIntermediateDirectories: false)
    #expect(throws: JournalError(.isDirectory, path: file.path + ".next")) { try next(writer) }
    #expect(!writer.isStopped)
    try act(writer)
    try FileManager.default.removeItem(atPath: file.path + ".next")
    // An unrelated file with that name.
    try Data("notes".utf8).write(to: URL(fileURLWithPath: file.path + ".next"))
    let error = #expect(throws: JournalError.self) { try next(writer) }
    #expect(error?.problem == .inTheWay && error?.path == file.path + ".next" && !writer.isStopped)
    expectEqual(FileManager.default.contents(atPath: file.path + ".next"), Data("notes".utf8))
    try FileManager.default.removeItem(atPath: file.path + ".next")
    try next(writer)
    try act(writer)
    try expectEqual(names(file), ["session.000001.jsonl", "session.jsonl"])
    try expectEqual(Fixture.entries(file.path).filter(\.setsState).map(\.seq), Array(0...5))
    try writer.close()
  }

  @Test func `the lock moves to the new file, and an open view still reads the old ones`() throws {
    let file = try TemporaryFile()
    let writer = try journal(1, file)
    let view = try JournalFile(path: file.path)
    let reader = try view.entries(fromOffset: 0)
    try next(writer)
    try act(writer)
    let error = #expect(throws: JournalError.self) { try JournalWriter.open(path: file.path) }
    expectEqual(error?.problem, .locked)
    var seqs: [Int] = []
    while let entry = try reader.next() { seqs.append(entry.seq) }
    expectEqual(seqs, [0, 0, 1, 2, 3])
    let now = try JournalFile(path: file.path)
    try expectEqual(now.offset(of: view.byteCount, in: view), view.byteCount)
    try writer.dropSegments(keeping: 0, reserved: 0, age: -1)
    let later = try JournalFile(path: file.path)
    try expectEqual(later.offset(of: view.byteCount, in: view), nil)
    try expectEqual(later.offset(of: now.byteCount, in: now), later.byteCount)
    try writer.close()
  }

  #if os(Linux)
    @Test func `a process that is just being started, and shares the open file, doesn't keep the lock`() throws {
      let file = try TemporaryFile()
      let writer = try journal(1, file)
      // What such a process has until it replaces its program.
      let shared = try #require(
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }.first {
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == file.path
        })
      let copy = dup(shared)
      defer { close(copy) }
      try next(writer)
      #expect(!Platform.isBeingWritten(older(1, file)))
      #expect(Platform.isBeingWritten(file.path))
      try writer.close()
    }
  #endif

  @Test func `after a failed fsync the journal continues in a new segment with a gap`() throws {
    let file = try TemporaryFile()
    let writer = try journal(1, file)
    try writer.beginAction(ActionHead(at: 1, type: "add", action: Fixture.utf8("{}")))
    writer.synchronizeFile = { () throws(JournalError) in
      throw JournalError(.io(operation: "fsync", reason: "Input/output error"), path: "")
    }
    #expect(throws: JournalError(.io(operation: "fsync", reason: "Input/output error"), path: "")) {
      try writer.synchronize()
    }
    #expect(throws: JournalError(.notDurable, path: file.path)) { try writer.recover() }
    #expect(writer.needsSegment)
    try writer.startSegment(
      .init(
        at: 5, state: Fixture.utf8(#"{"n":9}"#), hash: Fixture.hash(9),
        gap: .init(why: "fsync failed", missing: 1, changedState: true)))
    try act(writer)
    try writer.synchronize()
    try writer.close()
    let entries = try Fixture.entries(file.path)
    expectEqual(
      entries.map { "\($0.record.kind) \($0.seq)" },
      [
        "header 0", "snapshot 0", "action 1", "action 2", "action 3", "header 3", "gap 3", "snapshot 4", "action 5",
      ])
    expectEqual(entries.filter(\.setsState).map(\.seq), Array(0...5))
    // The segment alone begins with that other state.
    let copy = try TemporaryFile(try file.bytes())
    let view = try JournalFile(path: copy.path)
    try expectEqual(view.firstStateSeq, 4)
    #expect(try view.entry(settingSeq: 3) == nil)
    try expectEqual(view.entry(settingSeq: 4)?.record.kind, "snapshot")
    try JournalWriter.open(path: copy.path).close()
  }

  /// Puts an unrelated journal, or bytes that aren't one, at the path of a numbered segment.
  private func plant(_ number: Int, _ file: TemporaryFile, isJournal: Bool) throws {
    let other = try TemporaryFile()
    if isJournal {
      let stranger = try JournalWriter.open(path: other.path)
      try stranger.writeHeader(app: AppIdentity(name: "tracker"), started: Fixture.started)
      try stranger.close()
    } else {
      try other.write([])
    }
    try Data(other.bytes()).write(to: URL(fileURLWithPath: SegmentNames(of: file.path).path(number)))
  }

  @Test(
    arguments: [999_999_999_999_999, 100_000_000_000_000, 1_000_000_001], [false, true])
  func `a file with an implausible number hides no segments and uses up no numbers`(
    number: Int, isJournal: Bool
  ) throws {
    let file = try TemporaryFile()
    try plant(number, file, isJournal: isJournal)
    let writer = try journal(2, file)
    try writer.close()
    let again = try JournalWriter.open(path: file.path)
    try again.writeHeader(app: AppIdentity(name: "tracker"), started: Fixture.started)
    try next(again)
    try act(again)
    try expectEqual(JournalFile(path: file.path).segmentPaths, [older(1, file), older(2, file), file.path])
    try expectEqual(Fixture.entries(file.path).filter(\.setsState).map(\.seq), Array(0...7))
    try again.dropSegments(keeping: 0, reserved: 0, age: nil)
    try expectEqual(JournalFile(path: file.path).segmentPaths, [older(2, file), file.path])
    try again.close()
    try expectEqual(names(file).count, 3)
    // A repair doesn't find them either, because the damaged header doesn't name them.
    try file.write(file.text().replacing(#""previous":"#, with: #""Previous":"#).utf8.map { $0 })
    try expectEqual(
      SegmentedFile.open(damaged: file.path, maximumLineBytes: JournalLimits.maximumLineBytes).paths,
      [older(2, file), file.path])
  }

  @Test func `after a segment with the greatest number, the next one fails with an error`() throws {
    let file = try TemporaryFile()
    let writer = try journal(2, file)
    try writer.close()
    let greatest = SegmentNames(of: file.path).path(999_999_999_999_999)
    try FileManager.default.copyItem(atPath: older(1, file), toPath: greatest)
    let again = try JournalWriter.open(path: file.path)
    try again.writeHeader(app: AppIdentity(name: "tracker"), started: Fixture.started)
    #expect(throws: JournalError(.fileExists, path: greatest)) { try next(again) }
    #expect(!again.isStopped)
    try act(again)
    try again.close()
  }

  @Test func `an older segment that can't be opened for fsync stops nothing and is retried`()
    throws
  {
    let file = try TemporaryFile()
    let writer = try journal(3, file)
    let manager = FileManager.default
    // It stands for files that can't be opened without free descriptors.
    let aside = file.folder + "/aside"
    try manager.moveItem(atPath: older(1, file), toPath: aside)
    try manager.createDirectory(atPath: older(1, file), withIntermediateDirectories: false)
    for _ in 0..<2 {
      #expect(throws: JournalError(.isDirectory, path: older(1, file))) { try writer.synchronize() }
      #expect(!writer.isStopped && !writer.needsSegment)
      try act(writer)
    }
    try manager.removeItem(atPath: older(1, file))
    try manager.moveItem(atPath: aside, toPath: older(1, file))
    try writer.synchronize()
    // Segments on the disk aren't opened again, and a removed one needs no fsync.
    try manager.removeItem(atPath: older(1, file))
    try manager.createDirectory(atPath: older(1, file), withIntermediateDirectories: false)
    try writer.synchronize()
    try next(writer)
    try manager.removeItem(atPath: older(3, file))
    try writer.synchronize()
    try writer.close()
  }
}
