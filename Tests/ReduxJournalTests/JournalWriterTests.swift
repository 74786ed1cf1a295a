import Expectations
import Foundation
import StateTree
import TestSupport
import Testing

@testable import ReduxJournal

struct JournalWriterTests {
  private func start(_ file: TemporaryFile, _ durability: Durability = .process) throws -> JournalWriter {
    let writer = try JournalWriter.open(path: file.path, durability: durability)
    try writer.writeHeader(
      app: AppIdentity(name: "tracker"), started: Fixture.started, journal: Fixture.journal, platform: "linux")
    try writer.writeSnapshot(state: Fixture.utf8(#"{"n":0}"#), hash: Fixture.hash(1))
    return writer
  }

  private func act(_ writer: JournalWriter, _ hash: UInt64 = 2) throws {
    try writer.beginAction(ActionHead(at: 1, type: "add", action: Fixture.utf8("{}")))
    try writer.finishAction(ActionOutcome(hash: Fixture.hash(hash)))
  }

  @Test func `a session's number never exceeds what a reader accepts`() throws {
    let file = try TemporaryFile()
    let writer = try JournalWriter.open(path: file.path)
    try writer.startInTheMiddle(seq: 0, session: 1 << 53)
    try writer.writeHeader(app: AppIdentity(name: "tracker"), started: Fixture.started)
    try writer.writeSnapshot(state: Fixture.utf8("{}"), hash: Fixture.hash(1))
    #expect(throws: JournalError(.exhausted("sessions"), path: file.path, seq: 0)) {
      try writer.writeHeader(app: AppIdentity(name: "tracker"), started: Fixture.started)
    }
    try writer.close()
    try expectEqual(Fixture.entries(file.path).map(\.record.kind), ["header", "snapshot"])
  }

  @Test func `a journal at the greatest seq refuses another session and stays as it is`() throws {
    let file = try TemporaryFile()
    let writer = try JournalWriter.open(path: file.path)
    try writer.startInTheMiddle(seq: 1 << 53, session: 1)
    try writer.writeHeader(app: AppIdentity(name: "tracker"), started: Fixture.started)
    try writer.writeSnapshot(state: Fixture.utf8("{}"), hash: Fixture.hash(1))
    #expect(throws: JournalError(.exhausted("seqs"), path: file.path, seq: 1 << 53)) {
      try writer.beginAction(ActionHead(at: 1, type: "add", action: Fixture.utf8("{}")))
    }
    try writer.close()
    let before = try file.text()
    let next = try JournalWriter.open(path: file.path)
    let error = #expect(throws: JournalError.self) {
      try next.writeHeader(app: AppIdentity(name: "tracker"), started: Fixture.started)
    }
    expectEqual(error?.description, "\(file.path): the journal has no more seqs; record to another file")
    try next.close()
    try expectEqual(file.text(), before)
  }

  @Test func `creates a file for its owner alone`() throws {
    let file = try TemporaryFile()
    try start(file).close()
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    expectEqual(attributes[.posixPermissions] as? Int, 0o600)
  }

  @Test func `refuses a second writer until the first has closed`() throws {
    let file = try TemporaryFile()
    let writer = try start(file)
    let error = #expect(throws: JournalError.self) { try JournalWriter.open(path: file.path) }
    expectEqual(
      error?.description, "\(file.path): another process is recording to this file; stop it, or record to another file")
    try writer.close()
    try JournalWriter.open(path: file.path).close()
    #expect(throws: JournalError(.misuse("the journal is closed"), path: file.path)) { try writer.flush() }
  }

  @Test func `an action is in the file before its reducer runs`() throws {
    let file = try TemporaryFile()
    let writer = try start(file)
    try writer.beginAction(ActionHead(at: 1, type: "add", action: Fixture.utf8(#"{"add":1}"#)))
    #expect(try file.text().hasSuffix("\n" + #"{"kind":"action","seq":1,"at":1,"type":"add","action":{"add":1}"#))
    expectMisuse("a mark is recorded while an action's reducer runs") { try writer.mark(name: "no") }
    expectMisuse("a action is recorded while an action's reducer runs") {
      try writer.beginAction(ActionHead(at: 1, type: "b", action: [0x31]))
    }
    try writer.abandonAction()
    try writer.mark(name: "after")
    try writer.close()
    guard case .action(let action) = try Fixture.entries(file.path)[2].record else {
      Issue.record("the third record is no action")
      return
    }
    #expect(action.interrupted)
    #expect(action.base != nil)
  }

  @Test(
    arguments: [JournalCheck.tail, .full], [true, false])
  func `a second session continues the chain`(check: JournalCheck, isSealed: Bool) throws {
    let file = try TemporaryFile()
    let first = try start(file)
    try act(first, 7)
    if isSealed { try first.seal() }
    try first.close()

    let second = try JournalWriter.open(path: file.path, check: check)
    expectEqual(
      second.resumed,
      try ResumeState(
        journalID: Fixture.journal, app: AppIdentity(name: "tracker"), lastSession: 1, firstSeq: 0, lastSeq: 1,
        lastHash: Fixture.hash(7), initialHash: Fixture.hash(1), rules: JournalFile(path: file.path).header.rules,
        wasClosed: isSealed, repair: .none))
    try second.writeHeader(app: AppIdentity(name: "tracker", version: "2"), started: Fixture.started)
    try second.writeSnapshot(sameAs: 1, hash: Fixture.hash(7))
    try act(second)
    expectEqual(second.seq, 3)
    try second.seal()
    try second.close()

    let reader = try JournalReader(path: file.path)
    var sessions: [Int] = []
    while let entry = try reader.next() {
      if case .header(let header) = entry.record { sessions.append(header.session) }
    }
    expectEqual(sessions, [1, 2])
    expectEqual(reader.tail.name, "closed")
    try expectEqual(JournalFile(path: file.path).baseSnapshot(of: JournalFile(path: file.path).lastSetter())?.seq, 0)
  }

  @Test func `an unnamed outcome: the hash after an interrupted action is not known`() throws {
    let file = try TemporaryFile()
    let first = try start(file)
    try first.beginAction(ActionHead(at: 1, type: "crash", action: Fixture.utf8("{}")))
    try first.close()
    let second = try JournalWriter.open(path: file.path)
    expectEqual(second.repair, .actionCompleted(seq: 1, type: "crash"))
    expectEqual(second.resumed?.lastSeq, 1)
    expectEqual(second.resumed?.lastHash, nil)
    expectEqual(second.resumed?.wasClosed, false)
  }

  @Test(
    arguments: 0..<60)
  func `a full disk stops the writer, and recovery completes the lines`(room: Int) throws {
    let file = try TemporaryFile()
    let writer = try start(file)
    try writer.beginAction(ActionHead(at: 1, type: "add", action: Fixture.utf8("{}")))
    let disk = writer.writeOnce
    let limit = writer.offset + 60 + room
    writer.writeOnce = { bytes, offset throws(JournalError) in
      guard offset < limit else { throw JournalError(.io(operation: "write", reason: "full"), path: file.path) }
      return try disk(bytes.prefix(limit - offset), offset)
    }
    let full = JournalError(.io(operation: "write", reason: "full"), path: file.path)
    #expect(throws: full) { try writer.finishAction(ActionOutcome(hash: Fixture.hash(2))) }
    #expect(throws: JournalError(.stopped, path: file.path)) { try writer.mark(name: "no") }
    #expect(throws: full) { try writer.recover() }
    writer.writeOnce = disk
    #expect(try writer.recover())
    expectEqual(writer.seq, 1)
    try writer.seal()
    try writer.close()
    try expectEqual(Fixture.entries(file.path).map(\.record.kind), ["header", "snapshot", "action", "seal"])
  }

  @Test(
    arguments: [0, 1, 20, 50])
  func `recovery takes back an action whose first part did not reach the file whole`(room: Int) throws {
    let file = try TemporaryFile()
    let writer = try start(file)
    let whole = try file.bytes()
    let disk = writer.writeOnce
    let limit = writer.offset + room
    writer.writeOnce = { bytes, offset throws(JournalError) in
      guard offset < limit else { throw JournalError(.io(operation: "write", reason: "full"), path: file.path) }
      return try disk(bytes.prefix(limit - offset), offset)
    }
    #expect(throws: JournalError(.io(operation: "write", reason: "full"), path: file.path)) {
      try writer.beginAction(ActionHead(at: 1, type: "add", action: Fixture.utf8("{}")))
    }
    try expectEqual(file.bytes().count, whole.count + room)
    writer.writeOnce = disk
    #expect(try !writer.recover())
    try expectEqual(file.bytes(), whole)
    expectEqual(writer.seq, 0)
    try writer.gap(why: "the disk was full", missing: 1)
    try act(writer)
    try writer.close()
    try expectEqual(Fixture.entries(file.path).map(\.record.kind), ["header", "snapshot", "gap", "action"])
  }

  @Test func `the writer notices a removed file`() throws {
    let file = try TemporaryFile()
    let writer = try start(file)
    try FileManager.default.removeItem(atPath: file.path)
    #expect(throws: JournalError(.noSuchFile, path: file.path)) { try writer.flush() }
    #expect(throws: JournalError(.noSuchFile, path: file.path)) { try writer.recover() }
  }

  @Test(
    arguments: [Durability.process, .power()])
  func `after a failed fsync nothing counts as durable`(durability: Durability) throws {
    let file = try TemporaryFile()
    let writer = try start(file, durability)
    let disk = writer.synchronizeFile
    writer.synchronizeFile = { () throws(JournalError) in
      throw JournalError(.io(operation: "fsync", reason: "Input/output error"), path: file.path)
    }
    let error = #expect(throws: JournalError.self) {
      if durability == .process { try writer.synchronize() } else { try writer.mark(name: "x") }
    }
    expectEqual(error?.description, "\(file.path): fsync failed: Input/output error")
    writer.synchronizeFile = disk
    #expect(throws: JournalError(.notDurable, path: file.path)) { try writer.synchronize() }
    #expect(throws: JournalError(.notDurable, path: file.path)) { try writer.recover() }
    #expect(throws: JournalError(.notDurable, path: file.path)) { try writer.mark(name: "x") }
  }

  @Test func `power forces each record to the disk, or one an interval`() throws {
    for (durability, expected) in [(Durability.power(), 4), (.power(every: .seconds(3600)), 0)] {
      let file = try TemporaryFile()
      let writer = try JournalWriter.open(path: file.path, durability: durability)
      var count = 0
      let disk = writer.synchronizeFile
      writer.synchronizeFile = { () throws(JournalError) in
        count += 1
        try disk()
      }
      try writer.writeHeader(app: AppIdentity(name: "tracker"), started: Fixture.started)
      try writer.writeSnapshot(state: Fixture.utf8("{}"), hash: Fixture.hash(1))
      try act(writer)
      try writer.mark(name: "x")
      expectEqual(count, expected)
      try writer.close()
      expectEqual(count, expected + 1)
    }
  }

  @Test func `buffered records reach the file in bulk, and all of them at the end`() throws {
    let file = try TemporaryFile()
    let writer = try start(file, .buffered(bytes: 2000))
    #expect(try file.bytes().isEmpty)
    for _ in 0..<20 { try act(writer) }
    #expect(try file.bytes().count >= 2000)
    try writer.close()
    try expectEqual(Fixture.entries(file.path).count, 22)
  }

  @Test func `an action too long for a line is refused before a byte of it is written`() throws {
    let file = try TemporaryFile()
    let writer = try JournalWriter.open(path: file.path, maximumLineBytes: 1000)
    try writer.writeHeader(app: AppIdentity(name: "tracker"), started: Fixture.started)
    try writer.writeSnapshot(state: Fixture.utf8("{}"), hash: Fixture.hash(1))
    let long = Fixture.utf8("\"" + String(repeating: "x", count: 1000) + "\"")
    func refuses(_ body: () throws -> Void) {
      let error = #expect(throws: JournalError.self, performing: body)
      guard case .lineTooLong(limit: 1000, let found?) = error?.problem else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(found > 1000 && error?.seq == 0)
    }
    refuses { try writer.beginAction(ActionHead(at: 1, type: "a", action: long)) }
    refuses { try writer.writeSnapshot(state: long, hash: Fixture.hash(1)) }
    // Too many changed members: the record is kept without them.
    try writer.beginAction(ActionHead(at: 1, type: "a", action: Fixture.utf8("1")))
    let changed = (0..<100).map { ChangedMember(pointer: "/member/\($0)", short: nil) }
    try writer.finishAction(ActionOutcome(hash: Fixture.hash(2), changed: changed))
    try writer.close()
    let entries = try Fixture.entries(file.path)
    expectEqual(entries.map(\.record.kind), ["header", "snapshot", "action"])
    #expect(entries.allSatisfy { $0.byteCount <= 1000 })
  }

  @Test func `an action's outcome never makes its line unreadable`() throws {
    let file = try TemporaryFile()
    let limit = 16 << 10
    let writer = try JournalWriter.open(path: file.path, maximumLineBytes: limit)
    try writer.writeHeader(app: AppIdentity(name: "tracker"), started: Fixture.started)
    try writer.writeSnapshot(state: Fixture.utf8("{}"), hash: Fixture.hash(1))
    // The maximum number of values for a line, and nearly the maximum bytes for an action.
    let list = "[" + String(repeating: "1,", count: 3500) + "1]"
    let text = "\"" + String(repeating: "x", count: 8000) + "\""
    let hostile = String(repeating: "\u{1}\"", count: 9000)
    let changed = (0..<600).map { ChangedMember(pointer: "/\($0)", short: nil) }
    for action in [list, text, "1"] {
      for changed in [changed, Array(changed.prefix(2))] {
        try writer.beginAction(ActionHead(at: 1, type: "a", action: Fixture.utf8(action)))
        try writer.finishAction(ActionOutcome(hash: nil, unhashed: hostile, error: hostile, changed: changed))
      }
    }
    try writer.gap(why: hostile)
    try writer.close()
    let reader = try JournalReader(path: file.path, options: JournalReader.Options(maximumLineBytes: limit))
    var kept: [Int] = []
    while let entry = try reader.next() {
      if case .action(let action) = entry.record { kept.append(action.changed.count) }
    }
    expectEqual(kept, [0, 2, 0, 2, 600, 2])
  }

  private func expectMisuse(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) {
    let error = #expect(throws: JournalError.self, sourceLocation: sourceLocation, performing: body)
    #expect(error?.problem == .misuse(what), sourceLocation: sourceLocation)
  }

  @Test func `calls that the format doesn't allow write nothing`() throws {
    let file = try TemporaryFile()
    let writer = try JournalWriter.open(path: file.path)
    expectMisuse("a mark at state 0, which doesn't exist") { try writer.mark(name: "x") }
    try writer.writeHeader(app: AppIdentity(name: "tracker"), started: Fixture.started)
    expectMisuse("an action before the first snapshot") {
      try writer.beginAction(ActionHead(at: 1, type: "a", action: [0x31]))
    }
    expectMisuse("a rewind to state 0, which doesn't exist") {
      try writer.rewind(to: 0, hash: Fixture.hash(1))
    }
    try writer.writeSnapshot(state: Fixture.utf8("{}"), hash: Fixture.hash(1))
    expectMisuse("a rewind to state 1, which doesn't exist") {
      try writer.rewind(to: 1, hash: Fixture.hash(1))
    }
    expectMisuse("a mark at state -1, which doesn't exist") { try writer.mark(to: -1, name: "x") }
    expectMisuse("a state or action is not JSON text in one line") {
      try writer.writeSnapshot(state: Fixture.utf8("{\n}"), hash: Fixture.hash(1))
    }
    expectMisuse("an action is finished that wasn't begun") {
      try writer.finishAction(ActionOutcome(hash: nil))
    }
    try writer.close()
    try expectEqual(Fixture.entries(file.path).count, 2)
  }

  @Test func `files that aren't journals are refused and left unchanged`() throws {
    let notes = try TemporaryFile(Fixture.utf8("Dear diary"))
    let noHeader = JournalError(.notAJournal("its first line isn't a header"), path: notes.path, line: 1, offset: 0)
    #expect(throws: noHeader) {
      try JournalWriter.open(path: notes.path)
    }
    #expect(throws: noHeader) {
      try JournalReader(path: notes.path).next()
    }
    try expectEqual(notes.text(), "Dear diary")
    let folder = notes.folder
    #expect(throws: JournalError(.isDirectory, path: folder)) { try JournalReader(path: folder) }
    #expect(throws: JournalError(.isDirectory, path: folder)) { try JournalWriter.open(path: folder) }
    #expect(throws: JournalError(.notRegular, path: "/dev/null")) { try JournalReader(path: "/dev/null") }
    #expect(throws: JournalError(.noSuchFile, path: folder + "/no")) { try JournalFile(path: folder + "/no") }
    #expect(throws: JournalError(.noSuchFolder, path: folder + "/no/no")) {
      try JournalWriter.open(path: folder + "/no/no")
    }
    let pipe = folder + "/pipe"
    expectEqual(mkfifo(pipe, 0o600), 0)
    #expect(throws: JournalError(.notRegular, path: pipe)) { try JournalReader(path: pipe) }
    let empty = try TemporaryFile([])
    #expect(throws: JournalError(.emptyFile, path: empty.path)) { try JournalReader(path: empty.path) }
    #expect(throws: JournalError(.emptyFile, path: empty.path)) { try JournalFile(path: empty.path) }
  }
}

extension JournalFile {
  /// The record that set the last state.
  fileprivate func lastSetter() throws -> JournalEvent {
    let seq = try #require(try lastStateSeq)
    return try #require(try entry(settingSeq: seq))
  }
}
