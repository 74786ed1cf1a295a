import Expectations
import Foundation
import SystemSupport
import TestSupport
import Testing

struct PlatformFilesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    folder.create("file", "text")
  }

  private func path(_ name: String) -> String { folder.path(of: name) }

  /// Creates a symbolic link.
  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  @Test func `a status shows the kind, the size and the rights`() throws {
    try link("link", to: path("file"))
    try Platform.makeFolder(path("folder"))
    try Platform.setRights(0o640, of: path("file"))
    let file = try Platform.status(of: path("file"))
    #expect((file.kind, file.byteCount, file.rights, file.isOwn) == (.regular, 4, 0o640, true))
    #expect(abs(file.written - Platform.microsecondsSince1970()) < 60_000_000)
    try expectEqual(Platform.status(of: path("folder")).kind, .folder)
    try expectEqual(Platform.status(of: path("folder")).rights, 0o700)
    try expectEqual(Platform.status(of: path("link")).identity, file.identity)
    try expectEqual(Platform.status(of: path("link"), followingLinks: false).kind, .link)
    try expectEqual(Platform.status(of: "/dev/null").kind, .other)
    let error = #expect(throws: Platform.SystemError.self) { try Platform.status(of: path("none")) }
    #expect(error?.call == "stat" && error?.isMissing == true)
  }

  @Test func `a link to nothing takes its name but doesn't exist`() throws {
    try link("dangling", to: path("none"))
    #expect(!Platform.exists(path("dangling")) && Platform.isTaken(path("dangling")))
    #expect(Platform.isLink(path("dangling")) && Platform.resolved(path("dangling")) == nil)
    #expect(!Platform.isTaken(path("none")) && !Platform.isSpecial(path("none")))
    #expect(Platform.isSpecial("/dev/null") && Platform.isSpecial(folder.path) && !Platform.isSpecial(path("file")))
  }

  @Test func `links lead to the same file, and a copy doesn't`() throws {
    try Platform.link(path("file"), as: path("hard"))
    try link("soft", to: "file")
    folder.create("copy", "text")
    #expect(Platform.isSameFile(path("file"), path("hard")))
    #expect(Platform.isSameFile(path("file"), path("soft")))
    #expect(!Platform.isSameFile(path("file"), path("copy")))
    #expect(!Platform.isSameFile(path("none"), path("none")))
  }

  @Test func `opening without following links names the link`() throws {
    try link("link", to: path("file"))
    let error = #expect(throws: Platform.SystemError.self) {
      try Platform.open(path("link"), for: .reading, followingLinks: false)
    }
    #expect(error?.call == "open" && error?.isLink == true)
    let file = try Platform.open(path("link"), for: .reading)
    defer { Platform.closeDescriptor(file) }
    try expectEqual(Platform.read(9, from: file), Array("text".utf8))
  }

  @Test func `a move overwrites nothing, and a rename does`() throws {
    folder.create("other", "other")
    let error = #expect(throws: Platform.SystemError.self) { try Platform.move(path("file"), to: path("other")) }
    expectEqual(error?.isExistence, true)
    #expect(folder.contents(of: "file") == "text" && folder.contents(of: "other") == "other")
    let identity = Platform.identity(of: path("file"))
    try Platform.move(path("file"), to: path("moved"))
    try expectEqual(folder.names(), ["moved", "other"])
    expectEqual(Platform.identity(of: path("moved")), identity)
    try Platform.rename(path("moved"), to: path("other"))
    try expectEqual(Platform.names(inFolder: folder.path), ["other"])
    expectEqual(folder.contents(of: "other"), "text")
  }

  @Test func `removing a missing file succeeds, and removing a folder doesn't`() throws {
    try Platform.remove(path("none"))
    #expect(throws: Platform.SystemError.self) { try Platform.remove(folder.path) }
    try Platform.remove(path("file"))
    try expectEqual(folder.names(), [])
  }

  @Test func `unique files and folders are new and only for their owner`() throws {
    let files = try (0..<2).map { _ in try Platform.createUnique(prefix: path("new-")) }
    for file in files {
      try expectEqual(Platform.status(of: file.descriptor).rights, 0o600)
      try expectEqual(Platform.status(of: file.descriptor).identity, Platform.status(of: file.path).identity)
      Platform.closeDescriptor(file.descriptor)
    }
    #expect(files[0].path != files[1].path && files[0].path.hasPrefix(path("new-")))
    try expectEqual(Platform.status(of: Platform.createUniqueFolder(prefix: path("new-"))).rights, 0o700)
    let error = #expect(throws: Platform.SystemError.self) { try Platform.open(path("file"), for: .creating) }
    expectEqual(error?.isExistence, true)
  }

  @Test(arguments: [("/a/b", "/a"), ("/a", "/"), ("a", "."), ("a/b/c", "a/b"), ("a/", "a")])
  func `the folder of a path precedes its last slash`(path: String, folder: String) {
    expectEqual(Platform.folder(of: path), folder)
  }
}
