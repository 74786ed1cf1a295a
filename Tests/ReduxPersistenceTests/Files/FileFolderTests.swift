import Dispatch
import Expectations
import Foundation
import ReduxPersistence
import StateTree
import Synchronization
import TestSupport
import Testing

struct FileFolderTests {
  struct User: Codable, Equatable, Sendable {
    var name: String
    var stars = 0
  }

  private let folder: TemporaryFolder
  private var path: String { folder.path(of: "state") }

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> FileFolder { try FileFolder(path: path, survivesPowerLoss: false) }

  private func store(_ user: User) throws { try FileSlice<User>("user", in: open()).store(user) }

  private func restored() throws -> RestoredSlice<User> { try FileSlice<User>("user", in: open()).restore() }

  /// The SipHash of a text.
  private func sum(_ text: String) -> StateHash {
    var hash = SipHash()
    hash.update(Array(text.utf8))
    return hash.finalized()
  }

  @Test(arguments: [true, false])
  func `a stored slice is restored`(survivesPowerLoss: Bool) throws {
    let user = User(name: "ada", stars: 3)
    for number in 0...2 {
      let slice = FileSlice<User>(
        "user", in: try FileFolder(path: path, survivesPowerLoss: survivesPowerLoss))
      try expectEqual(slice.restore(), (number == 0 ? .absent : .restored(user)))
      try slice.store(user)
    }
  }

  @Test func `files are JSON for their owner alone, and old ones are removed`() throws {
    let folder = try open()
    let slice = FileSlice<User>("user", in: folder)
    try slice.store(User(name: "ada"))
    try slice.store(User(name: "eve"))
    try expectEqual(self.folder.names(), ["state"])
    try expectEqual(Platform.rights(of: path), 0o700)
    let names = try TemporaryFolder.names(in: path)
    expectEqual(names, ["lock", "manifest.json", "user.2.state.json"])
    for name in names { try expectEqual(Platform.rights(of: path + "/" + name), 0o600) }
    try expectEqual(Platform.text(of: path + "/user.2.state.json"), #"{"name":"eve","stars":0}"#)
    try expectEqual(
      Platform.text(of: path + "/manifest.json"),
      #"{"format":1,"generation":2,"slices":{"user":{"file":"user.2.state.json","schema":1,"#
        + #""sum":"\#(sum(#"{"name":"eve","stars":0}"#))"}}}"#)
  }

  @Test func `a transaction stores all or nothing`() throws {
    let error = PersistenceError(.inUse, place: "a test")
    do {
      let folder = try open()
      let (user, score) = (FileSlice<User>("user", in: folder), FileSlice<Int>("score", in: folder))
      try folder.perform { () throws(PersistenceError) in
        try user.store(User(name: "ada"))
        try score.store(1)
      }
      #expect(throws: error) {
        try folder.perform { () throws(PersistenceError) in
          try user.store(User(name: "eve"))
          try score.store(2)
          throw error
        }
      }
      try expectEqual(
        TemporaryFolder.names(in: path), ["lock", "manifest.json", "score.1.state.json", "user.1.state.json"])
    }
    let folder = try open()
    try expectEqual(FileSlice<User>("user", in: folder).restore(), .restored(User(name: "ada")))
    try expectEqual(FileSlice<Int>("score", in: folder).restore(), .restored(1))
  }

  @Test func `the leftovers of a process killed before the manifest's rename are removed`() throws {
    try store(User(name: "ada"))
    try Platform.write(#"{"name":"eve"#, to: path + "/user.2.state.json")
    try Platform.write("{", to: path + "/manifest.json.new")
    try expectEqual(restored(), .restored(User(name: "ada")))
    try expectEqual(TemporaryFolder.names(in: path).filter { $0.hasPrefix("user") }, ["user.1.state.json"])
    try store(User(name: "eve"))
    try expectEqual(restored(), .restored(User(name: "eve")))
  }

  @Test func `the leftovers of a process killed after the manifest's rename do no harm`() throws {
    try store(User(name: "ada"))
    let old = try Platform.text(of: path + "/user.1.state.json")
    try store(User(name: "eve"))
    try Platform.write(old, to: path + "/user.1.state.json")
    try expectEqual(restored(), .restored(User(name: "eve")))
    try expectEqual(TemporaryFolder.names(in: path).filter { $0.hasPrefix("user") }, ["user.2.state.json"])
  }

  @Test(arguments: [
    (#"{"name":"eve","stars":0}"#, "its checksum differs from the manifest's"),
    (#"{"name":"ad"#, "its checksum differs from the manifest's"),
    ("", "its checksum differs from the manifest's"),
    (#"{"name":"ada","stars":0} "#, "its checksum differs from the manifest's"),
  ])
  func `a damaged file is moved aside, and the slice starts afresh`(text: String, reason: String) throws {
    try store(User(name: "ada"))
    try Platform.write(text, to: path + "/user.1.state.json")
    let place = path + "/user.1.state.json.aside-1"
    try expectEqual(restored(), .setAside(place: place, reason: reason))
    try expectEqual(Platform.text(of: place), text)
    try store(User(name: "eve"))
    try expectEqual(restored(), .restored(User(name: "eve")))
    try expectEqual(Platform.text(of: place), text)
  }

  @Test func `each damaged file gets its own new name`() throws {
    for number in 1...3 {
      try store(User(name: "ada"))
      let name = try #require(TemporaryFolder.names(in: path).last { $0.hasPrefix("user") && $0.hasSuffix(".json") })
      try Platform.write("{", to: path + "/" + name)
      let place = path + "/\(name).aside-1"
      try expectEqual(
        restored(), .setAside(place: place, reason: "its checksum differs from the manifest's"), "\(number)")
    }
    try expectEqual(TemporaryFolder.names(in: path).filter { $0.contains("aside") }.count, 3)
  }

  @Test func `a missing file is reported`() throws {
    try store(User(name: "ada"))
    try Platform.remove(path + "/user.1.state.json")
    try expectEqual(restored(), .setAside(place: path + "/user.1.state.json", reason: "its file is missing"))
  }

  @Test(arguments: [
    ("{", "the manifest is damaged: the text ends inside a value at byte 1"),
    (#"{"format":2,"generation":1,"slices":{}}"#, "its format 2 is newer than this app's"),
    (#"{"format":1}"#, #"the manifest is damaged: at /: no member "generation""#),
    (manifest(file: "../user.1.state.json"), "the manifest is damaged: it names a file that isn't a slice's"),
    (manifest(file: "manifest.json"), "the manifest is damaged: it names a file that isn't a slice's"),
    (manifest(file: "lock"), "the manifest is damaged: it names a file that isn't a slice's"),
    (manifest(file: "score.1.state.json"), "the manifest is damaged: it names a file that isn't a slice's"),
    (manifest(file: "user.2.state.json"), "the manifest is damaged: it names a file that isn't a slice's"),
    (manifest(file: "user.01.state.json"), "the manifest is damaged: it names a file that isn't a slice's"),
    (manifest(generation: Int.max), "the manifest is damaged: it names a file that isn't a slice's"),
    (manifest(generation: -1), "the manifest is damaged: it names a file that isn't a slice's"),
  ])
  func `a folder without a usable manifest starts afresh, and keeps its files`(text: String, reason: String) throws {
    try store(User(name: "ada"))
    try Platform.write(text, to: path + "/manifest.json")
    do {
      let slice = FileSlice<User>("user", in: try open())
      try expectEqual(slice.restore(), .setAside(place: path + "/manifest.json.aside-1", reason: reason))
      try slice.store(User(name: "eve"))
    }
    try expectEqual(restored(), .restored(User(name: "eve")))
    try expectEqual(
      TemporaryFolder.names(in: path),
      ["lock", "manifest.json", "manifest.json.aside-1", "user.1.state.json", "user.1.state.json.aside-1"])
    try expectEqual(Platform.text(of: path + "/user.1.state.json.aside-1"), #"{"name":"ada","stars":0}"#)
    try expectEqual(Platform.text(of: path + "/manifest.json.aside-1"), text)
  }

  /// A manifest of one slice.
  private static func manifest(file: String = "user.1.state.json", generation: Int = 1) -> String {
    #"{"format":1,"generation":\#(generation),"slices":{"user":{"file":"\#(file)","schema":1,"sum":""}}}"#
  }

  @Test func `a missing manifest is reported, and the files are kept`() throws {
    try store(User(name: "ada"))
    try store(User(name: "eve"))
    try Platform.remove(path + "/manifest.json")
    let reason = "the manifest is missing; the folder's files were renamed to end in .aside-1 or a higher number"
    try expectEqual(restored(), .setAside(place: path, reason: reason))
    try expectEqual(TemporaryFolder.names(in: path), ["lock", "manifest.json", "user.2.state.json.aside-1"])
    // Nothing was stored since, so the folder counts as new.
    try expectEqual(restored(), .absent)
  }

  @Test func `a missing manifest is reported even after a single storing`() throws {
    try store(User(name: "ada"))
    try Platform.remove(path + "/manifest.json")
    #expect(try restored() != .absent)
    try expectEqual(TemporaryFolder.names(in: path), ["lock", "manifest.json", "user.1.state.json.aside-1"])
  }

  @Test func `other files stay`() throws {
    _ = try open()
    for name in ["report.2024.json", "user.json", "a.b.2.state.json", "notes.0.state.json", "x.1.state.json.bak"] {
      try Platform.write(name, to: path + "/" + name)
    }
    let names = try TemporaryFolder.names(in: path)
    try store(User(name: "ada"))
    try expectEqual(restored(), .restored(User(name: "ada")))
    #expect(try Set(TemporaryFolder.names(in: path)).isSuperset(of: names))
  }

  @Test func `a failing part fails its whole transaction, even if the caller continues`() throws {
    let error = PersistenceError(.inUse, place: "a test")
    do {
      let folder = try open()
      let (user, score) = (FileSlice<User>("user", in: folder), FileSlice<Int>("score", in: folder))
      try user.store(User(name: "ada"))
      #expect(throws: error) {
        try folder.perform { () throws(PersistenceError) in
          do throws(PersistenceError) {
            try folder.perform { () throws(PersistenceError) in
              try user.store(User(name: "eve"))
              throw error
            }
          } catch {
            try score.store(1)
          }
        }
      }
      try expectEqual(score.restore(), .absent)
      try score.store(2)
    }
    try expectEqual(restored(), .restored(User(name: "ada")))
    try expectEqual(FileSlice<Int>("score", in: open()).restore(), .restored(2))
  }

  @Test func `a transaction makes other threads wait`() throws {
    let folder = try open()
    let slices = (0..<4).map { FileSlice<Int>("n\($0)", in: folder) }
    // The two slices must always come from the same thread.
    DispatchQueue.concurrentPerform(iterations: 2) { half in
      for number in 1...50 {
        try? folder.perform { () throws(PersistenceError) in
          try slices[2 * half].store(number)
          try slices[2 * half + 1].store(number)
        }
      }
    }
    try expectEqual(slices.map { try $0.restore() }, Array(repeating: .restored(50), count: 4))
    try expectEqual(TemporaryFolder.names(in: path).filter { $0.hasPrefix("n") }.count, 4)
  }

  @Test func `only one object can have it open`() throws {
    do {
      let first = try open()
      #expect(throws: PersistenceError(.inUse, place: path)) { try FileFolder(path: path, patience: .zero) }
      withExtendedLifetime(first) {}
    }
    _ = try open()
  }

  @Test func `opening waits for an object about to be closed`() throws {
    let other = Mutex<FileFolder?>(try open())
    Thread.detachNewThread {
      Platform.sleep(milliseconds: 100)
      other.withLock { $0 = nil }
    }
    _ = try FileFolder(path: path, patience: .seconds(600))
    #expect(other.withLock { $0 == nil })
  }

  @Test func `a folder in a missing folder can't be created`() {
    let path = path + "/a/b"
    #expect(throws: PersistenceError(.io(operation: "mkdir", reason: "No such file or directory"), place: path)) {
      try FileFolder(path: path)
    }
  }

  // MARK: Schemas

  private func migrated(_ migrations: [SliceMigration], to schema: Int) throws -> RestoredSlice<User> {
    try FileSlice<User>("user", in: open(), schema: schema, migrations: migrations).restore()
  }

  @Test func `an older schema migrates step by step`() throws {
    try FileSlice<[String: String]>("user", in: open()).store(["nick": "ada"])
    let rename = SliceMigration(from: 1) { user in
      try JSONPatch([.move(from: JSONPointer("/nick"), to: JSONPointer("/name"))]).apply(to: &user)
    }
    let count = SliceMigration(from: 2) { user in
      try JSONPatch([.add(JSONPointer("/stars"), 7)]).apply(to: &user)
    }
    try expectEqual(migrated([rename, count], to: 3), .restored(User(name: "ada", stars: 7), migratedFrom: 1))
    try FileSlice<User>("user", in: open(), schema: 3).store(User(name: "ada", stars: 7))
    try expectEqual(migrated([], to: 3), .restored(User(name: "ada", stars: 7)))
  }

  @Test func `a value that no migration can read is moved aside`() throws {
    func reason(_ migrations: [SliceMigration], to schema: Int, of stored: Int = 1) throws -> String {
      try FileSlice<User>("user", in: open(), schema: stored).store(User(name: "ada"))
      guard case .setAside(_, let reason) = try migrated(migrations, to: schema) else { return "not set aside" }
      return reason
    }
    try expectEqual(reason([], to: 2), "it has schema 1; add a SliceMigration(from: 1)")
    try expectEqual(reason([], to: 1, of: 2), "it has schema 2; this app supports schemas up to 1")
    let failing = SliceMigration(from: 1) { user in
      try JSONPatch([.remove(JSONPointer("/nick"))]).apply(to: &user)
    }
    #expect(try reason([failing], to: 2).hasPrefix("it can't be read as User: "))
    let wrong = SliceMigration(from: 1) { $0 = ["name": 5] }
    #expect(try reason([wrong], to: 2).hasPrefix("it can't be read as User: at /name: "))
  }
}
