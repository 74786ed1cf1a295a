import Expectations
import Foundation
import SystemSupport
import TestSupport
import Testing

/// Paths that can't be a journal.
@Suite(.timeLimit(.minutes(20))) struct PlaceTests {
  /// A child's errors for recording to a path and for reading it. The app runs to its end.
  private func answers(
    at path: String, after first: [String] = [], under wrapper: [String] = []
  ) async throws -> (recording: String?, reading: String?) {
    try await onOwnThread {
      let start = ContinuousClock.now
      let lines = first + ["open process 0 \(path)", "act 2", "close", "read \(path)"]
      let (said, status) = try ChildProcess.run(lines, under: wrapper)
      expectEqual(status, 0)
      expectEqual(said.filter { $0.hasPrefix("done") }, ["done 0", "done 1"])
      #expect(start.duration(to: .now) < .seconds(30))
      let refusals = said.filter { $0.hasPrefix("refused ") }.map { $0.replacing("refused \(path): ", with: "") }
      return (refusals.first, refusals.dropFirst().first)
    }
  }

  private static let notRegular = "not a regular file; a journal must be a file on a disk"
  private static let noSuchFile = "no such file; check the path"
  private static let noSuchFolder = "no such folder; create it, or check the path"
  private static let permission = "permission denied; check the owner of the file and its folder"

  #if os(Linux)
    @Test func `a command that waits for the writer of a pipe ends when it is told to`() async throws {
      try await onOwnThread {
        let folder = try TemporaryFolder()
        #expect(Platform.makePipeFile(folder.path(of: "f")))
        let process = try Executable("reduxlog", in: folder.path).start("record -o j --actions f")
        // Where the kernel doesn't say what a process waits for, two seconds suffice.
        let place = "/proc/\(process.processIdentifier)/wchan"
        let end = ContinuousClock.now + .seconds(2)
        while .now < end, (try? String(contentsOfFile: place, encoding: .utf8)) != "wait_for_partner" {
          Platform.sleep(.milliseconds(5))
        }
        process.terminate()
        process.waitUntilExit()
        expectEqual(process.terminationStatus, 143)
      }
    }
  #endif

  @Test
  func `an error names a missing folder, or a file in its place`() async throws {
    let scratch = try TemporaryFile()
    try scratch.write([])
    for path in [scratch.folder + "/none/x.jsonl", scratch.path + "/x.jsonl"] {
      let (recording, reading) = try await answers(at: path)
      expectEqual(recording, Self.noSuchFolder)
      expectEqual(reading, Self.noSuchFile)
    }
  }

  @Test
  func `a folder, a pipe or a device is rejected`() async throws {
    let scratch = try TemporaryFile()
    let folder = try await answers(at: scratch.folder)
    expectEqual(folder.recording, "a folder, not a journal; name a file")
    expectEqual(folder.reading, "a folder, not a journal; name a file")
    let pipe = scratch.folder + "/pipe"
    #expect(Platform.makePipeFile(pipe))
    for path in [pipe, "/dev/null", "/dev/full", "/dev/zero"] {
      let (recording, reading) = try await answers(at: path)
      expectEqual(recording, Self.notRegular, "\(path)")
      expectEqual(reading, Self.notRegular, "\(path)")
    }
  }

  @Test
  func `circular links and overlong names are rejected`() async throws {
    let scratch = try TemporaryFile()
    let loop = scratch.folder + "/loop"
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    let links = try await answers(at: loop)
    expectEqual(links.recording, "a symbolic link, which the recorder doesn't follow; name the file that it leads to")
    expectEqual(links.reading, "open failed: Too many levels of symbolic links")
    let long = try await answers(at: scratch.folder + "/" + String(repeating: "x", count: 300))
    expectEqual(long.recording, "open failed: File name too long")
    expectEqual(long.reading, long.recording)
  }

  @Test
  func `a folder or a file without permission is rejected`() async throws {
    let scratch = try TemporaryFile()
    try scratch.write([])
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o000], ofItemAtPath: scratch.path)
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: scratch.folder)
    defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.folder) }
    let first = Platform.isRoot ? ["nobody"] : []
    let folder = try await answers(at: scratch.folder + "/new.jsonl", after: first)
    expectEqual(folder.recording, Self.permission)
    expectEqual(folder.reading, Self.noSuchFile)
    let file = try await answers(at: scratch.path, after: first)
    expectEqual(file.recording, Self.permission)
    expectEqual(file.reading, Self.permission)
  }

  @Test(arguments: ["000", "022", "077", "0777"])
  func `files have mode 0600 under any umask`(mask: String) async throws {
    let scratch = try TemporaryFile()
    let words = ["sh", "-c", "umask \(mask); exec \"$@\"", "sh"]
    let lines = ["open process/1 0 \(scratch.path)", "act 30", "close"]
    let (said, status) = try await onOwnThread { try ChildProcess.run(lines, under: words) }
    #expect(status == 0 && said.last == "closed")
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder)
    #expect(names.count > 1)
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(atPath: scratch.folder + "/" + name)
      expectEqual(attributes[.posixPermissions] as? Int, 0o600, "\(name)")
    }
  }

  @Test(.enabled(if: SmallDisk.works, Comment(rawValue: SmallDisk.missing)))
  func `an error names a read-only disk`() async throws {
    let scratch = try TemporaryFile()
    let disk = try SmallDisk(in: scratch, options: ",ro")
    let (recording, reading) = try await answers(at: disk.folder + "/x.jsonl", under: disk.words)
    expectEqual(recording, "open failed: Read-only file system")
    expectEqual(reading, Self.noSuchFile)
  }

  @Test
  func `without free descriptors, opening fails and open journals continue`() async throws {
    let scratch = try TemporaryFile()
    let none = try await answers(at: scratch.path, after: ["descriptors"])
    expectEqual(none.recording, "open failed: Too many open files")
    expectEqual(none.reading, none.recording)
    let path = scratch.path
    let (said, status) = try await onOwnThread {
      try ChildProcess.run([
        "open process 0 \(path)", "act 1", "sync", "descriptors", "act 1", "flush", "sync", "close",
      ])
    }
    expectEqual(status, 0)
    expectEqual(
      said,
      [
        "ready", "opened", "begun 0", "done 0", "flushed", "used", "begun 1", "done 1", "flushed", "flushed", "closed",
      ])
    let journal = try SurvivingJournal(scratch.path)
    #expect(journal.isClosed && journal.completed == [0, 1])
  }

  @Test
  func `without descriptors for older segments, synchronising them fails and recording continues`() async throws {
    let scratch = try TemporaryFile()
    let (said, status) = try await onOwnThread {
      try ChildProcess.run([
        "open process/1 0 \(scratch.path)", "act 30", "descriptors", "sync", "act 1", "flush", "sync", "close",
      ])
    }
    expectEqual(status, 0)
    let failures = said.filter { $0.hasPrefix("failed ") }
    expectEqual(failures.count, 2)
    #expect(failures.allSatisfy { $0.hasSuffix(": open failed: Too many open files") }, "\(failures)")
    expectEqual(said.filter { $0 == "flushed" }.count, 1)
    expectEqual(said.filter { $0.hasPrefix("done ") }, (0...30).map { "done \($0)" })
    let journal = try SurvivingJournal(scratch.path)
    #expect(journal.isClosed && journal.completed.last == 30)
  }
}
