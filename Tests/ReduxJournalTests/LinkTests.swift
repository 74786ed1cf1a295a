import Expectations
import Foundation
import TestSupport
import Testing

@testable import ReduxJournal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite(.serialized) struct LinkTests {
  @Test(
    arguments: ["there", "not there", "itself"])
  func `nothing is written through a link, whatever its target`(target: String) throws {
    let file = try TemporaryFile()
    let link = file.folder + "/link.jsonl"
    if target == "there" { try file.write([]) }
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: target == "itself" ? link : file.path)
    let error = #expect(throws: JournalError.self) { try JournalWriter.open(path: link) }
    expectEqual(
      error?.description, "\(link): a symbolic link, which the recorder doesn't follow; name the file that it leads to")
    expectEqual(FileManager.default.fileExists(atPath: file.path), (target == "there"))
  }

  @Test func `a journal is read through a link, with all its segments, and written in a folder that is one`() throws {
    let file = try TemporaryFile()
    let folder = file.folder + "-link"
    try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: file.folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let writer = try JournalWriter.open(path: folder + "/session.jsonl")
    try writer.writeHeader(app: AppIdentity(name: "tracker"), started: Fixture.started)
    try writer.writeSnapshot(state: [0x30], hash: Fixture.hash(1))
    try writer.startSegment(.init(at: 1, state: [0x30], hash: Fixture.hash(1)))
    try writer.close()
    let link = file.folder + "/link.jsonl"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
    try expectEqual(Fixture.entries(link).map(\.record.kind), ["header", "snapshot", "header", "snapshot"])
  }

  @Test func `a link at the path of a new segment is removed, not written through`() throws {
    let file = try TemporaryFile()
    let victim = file.folder + "/victim"
    try Data("theirs".utf8).write(to: URL(fileURLWithPath: victim))
    let writer = try JournalWriter.open(path: file.path)
    try writer.writeHeader(app: AppIdentity(name: "tracker"), started: Fixture.started)
    try writer.writeSnapshot(state: [0x30], hash: Fixture.hash(1))
    try FileManager.default.createSymbolicLink(atPath: file.path + ".next", withDestinationPath: victim)
    try FileManager.default.createSymbolicLink(
      atPath: file.folder + "/session.000001.jsonl", withDestinationPath: victim)
    try writer.startSegment(.init(at: 1, state: [0x30], hash: Fixture.hash(1)))
    try writer.close()
    try expectEqual(String(contentsOfFile: victim, encoding: .utf8), "theirs")
    try expectEqual(JournalFile(path: file.path).segmentPaths.first?.hasSuffix("session.000002.jsonl"), true)
  }
}
