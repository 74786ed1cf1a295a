import CommandLineKit
import Expectations
import Foundation
import TestSupport
import Testing

struct OutputFileTests {
  @Test func `a file appears complete, private to the user, with nothing beside it`() throws {
    let folder = try TemporaryFolder()
    let file = try OutputFile(path: folder.path(of: "out"), force: false)
    try file.write(Array("one ".utf8))
    expectEqual(folder.contents(of: "out"), nil)
    try file.write(Array("two".utf8))
    try file.commit()
    expectEqual(folder.contents(of: "out"), "one two")
    try expectEqual(folder.permissions(of: "out"), 0o600)
    try expectEqual(folder.names(), ["out"])
  }

  @Test func `an uncommitted file leaves nothing`() throws {
    let folder = try TemporaryFolder()
    do {
      let file = try OutputFile(path: folder.path(of: "out"), force: false)
      try file.write([1])
      try expectEqual(folder.names().count, 1)
    }
    try expectEqual(folder.names(), [])
  }

  @Test func `an existing file is replaced only with force`() throws {
    let folder = try TemporaryFolder()
    folder.create("out", "old")
    let path = folder.path(of: "out")
    #expect(throws: OutputFileError.exists(path: path)) { try OutputFile.write([], to: path, force: false) }
    expectEqual(folder.contents(of: "out"), "old")
    try OutputFile.write(Array("new".utf8), to: path, force: true)
    expectEqual(folder.contents(of: "out"), "new")
    try expectEqual(folder.names(), ["out"])
  }

  @Test func `a file that appears during writing is not replaced`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "out")
    let file = try OutputFile(path: path, force: false)
    folder.create("out", "theirs")
    #expect(throws: OutputFileError.exists(path: path)) { try file.commit() }
    expectEqual(folder.contents(of: "out"), "theirs")
    try expectEqual(folder.names(), ["out"])
  }

  @Test func `a link is replaced or refused, never followed`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "out")
    folder.create("theirs", "theirs")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path(of: "theirs"))
    #expect(throws: OutputFileError.exists(path: path)) { try OutputFile.write([1], to: path, force: false) }
    try OutputFile.write(Array("new".utf8), to: path, force: true)
    expectEqual(folder.contents(of: "theirs"), "theirs")
    expectEqual(folder.contents(of: "out"), "new")
    try expectEqual(FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType, .typeRegular)
    // A link to nothing, or to a device.
    let other = folder.path(of: "other")
    try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: folder.path(of: "nothing"))
    #expect(throws: OutputFileError.exists(path: other)) { try OutputFile.write([1], to: other, force: false) }
    try FileManager.default.removeItem(atPath: other)
    try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: "/dev/null")
    for force in [false, true] {
      #expect(
        throws: OutputFileError.failed(
          path: other, reason: "it is a symbolic link to something other than a regular file")
      ) { try OutputFile.write([1], to: other, force: force) }
    }
    try expectEqual(folder.names(), ["other", "out", "theirs"])
  }

  @Test func `a device is written to, and a folder is refused with a reason`() throws {
    try OutputFile.write([1], to: "/dev/null", force: false)
    #expect(throws: OutputFileError.failed(path: "/tmp", reason: "Is a directory")) {
      try OutputFile.write([1], to: "/tmp", force: true)
    }
    #expect(throws: OutputFileError.failed(path: "/no/such/file", reason: "No such file or directory")) {
      try OutputFile.write([1], to: "/no/such/file", force: true)
    }
  }

  @Test func `a slow pipe reader is awaited, and a pipe without a reader is refused at once`() async throws {
    try await onOwnThread {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "pipe")
      expectEqual(mkfifo(path, 0o600), 0)
      #expect(throws: OutputFileError.failed(path: path, reason: "it is a pipe without a reader")) {
        try OutputFile.write([1], to: path, force: true)
      }
      let reader = open(path, O_RDONLY | O_NONBLOCK)
      let file = try OutputFile(path: path, force: false)
      expectEqual(fcntl(reader, F_SETFL, 0), 0)
      async let read = FileHandle(fileDescriptor: reader, closeOnDealloc: true).readToEnd()
      // More than a pipe holds.
      let bytes = [UInt8](repeating: 7, count: 3 << 20)
      try file.write(bytes)
      try file.commit()
      #expect(try await read == Data(bytes))
    }
  }
}
