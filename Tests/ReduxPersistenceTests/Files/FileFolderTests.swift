import Dispatch
import Foundation
import ReduxPersistence
import StateTree
import Synchronization
import TestSupport
import Testing

@Suite struct FileFolderTests {
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
  func `what is stored comes back`(survivesPowerLoss: Bool) throws {
    let user = User(name: "ada", stars: 3)
    for number in 0...2 {
      let slice = FileSlice<User>(
        "user", in: try FileFolder(path: path, survivesPowerLoss: survivesPowerLoss))
      #expect(try slice.restore() == (number == 0 ? .absent : .restored(user)))
      try slice.store(user)
    }
  }

  @Test func `files are JSON, for their owner alone, and old ones are removed`() throws {
    let folder = try open()
    let slice = FileSlice<User>("user", in: folder)
    try slice.store(User(name: "ada"))
    try slice.store(User(name: "eve"))
    #expect(try self.folder.names() == ["state"])
    #expect(try Platform.rights(of: path) == 0o700)
    let names = try TemporaryFolder.names(in: path)
    #expect(names == ["lock", "manifest.json", "user.2.state.json"])
    for name in names { #expect(try Platform.rights(of: path + "/" + name) == 0o600) }
    #expect(try Platform.text(of: path + "/user.2.state.json") == #"{"name":"eve","stars":0}"#)
    #expect(
      try Platform.text(of: path + "/manifest.json")
        == #"{"format":1,"generation":2,"slices":{"user":{"file":"user.2.state.json","schema":1,"#
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
      #expect(
        try TemporaryFolder.names(in: path) == ["lock", "manifest.json", "score.1.state.json", "user.1.state.json"])
    }
    let folder = try open()
    #expect(try FileSlice<User>("user", in: folder).restore() == .restored(User(name: "ada")))
    #expect(try FileSlice<Int>("score", in: folder).restore() == .restored(1))
  }

  @Test func `what a killed process left before the manifest was renamed is swept away`() throws {
    try store(User(name: "ada"))
    try Platform.write(#"{"name":"eve"#, to: path + "/user.2.state.json")
    try Platform.write("{", to: path + "/manifest.json.new")
    #expect(try restored() == .restored(User(name: "ada")))
    #expect(try TemporaryFolder.names(in: path).filter { $0.hasPrefix("user") } == ["user.1.state.json"])
    try store(User(name: "eve"))
    #expect(try restored() == .restored(User(name: "eve")))
  }

  @Test func `what a killed process left after it is in nobody's way`() throws {
    try store(User(name: "ada"))
    let old = try Platform.text(of: path + "/user.1.state.json")
    try store(User(name: "eve"))
    try Platform.write(old, to: path + "/user.1.state.json")
    #expect(try restored() == .restored(User(name: "eve")))
    #expect(try TemporaryFolder.names(in: path).filter { $0.hasPrefix("user") } == ["user.2.state.json"])
  }

  @Test(arguments: [
    (#"{"name":"eve","stars":0}"#, "it is not what was stored"),
    (#"{"name":"ad"#, "it is not what was stored"),
    ("", "it is not what was stored"),
    (#"{"name":"ada","stars":0} "#, "it is not what was stored"),
  ])
  func `a damaged file is set aside, and the slice starts afresh`(text: String, reason: String) throws {
    try store(User(name: "ada"))
    try Platform.write(text, to: path + "/user.1.state.json")
    let place = path + "/user.1.state.json.aside-1"
    #expect(try restored() == .setAside(place: place, reason: reason))
    #expect(try Platform.text(of: place) == text)
    try store(User(name: "eve"))
    #expect(try restored() == .restored(User(name: "eve")))
    #expect(try Platform.text(of: place) == text)
  }

  @Test func `each damaged file gets a place of its own`() throws {
    for number in 1...3 {
      try store(User(name: "ada"))
      let name = try #require(TemporaryFolder.names(in: path).last { $0.hasPrefix("user") && $0.hasSuffix(".json") })
      try Platform.write("{", to: path + "/" + name)
      let place = path + "/\(name).aside-1"
      #expect(
        try restored() == .setAside(place: place, reason: "it is not what was stored"),
        "\(number)")
    }
    #expect(try TemporaryFolder.names(in: path).filter { $0.contains("aside") }.count == 3)
  }

  @Test func `a file that is gone is told of`() throws {
    try store(User(name: "ada"))
    try Platform.remove(path + "/user.1.state.json")
    #expect(try restored() == .setAside(place: path + "/user.1.state.json", reason: "its file is missing"))
  }

  @Test(arguments: [
    ("{", "the manifest is damaged: the text ends inside a value at byte 1"),
    (#"{"format":2,"generation":1,"slices":{}}"#, "it is of format 2, which is newer than this app's"),
    (#"{"format":1}"#, #"the manifest is damaged: at /: there is no member "generation""#),
    (manifest(file: "../user.1.state.json"), "the manifest is damaged: it names what is no slice's file"),
    (manifest(file: "manifest.json"), "the manifest is damaged: it names what is no slice's file"),
    (manifest(file: "lock"), "the manifest is damaged: it names what is no slice's file"),
    (manifest(file: "score.1.state.json"), "the manifest is damaged: it names what is no slice's file"),
    (manifest(file: "user.2.state.json"), "the manifest is damaged: it names what is no slice's file"),
    (manifest(file: "user.01.state.json"), "the manifest is damaged: it names what is no slice's file"),
    (manifest(generation: Int.max), "the manifest is damaged: it names what is no slice's file"),
    (manifest(generation: -1), "the manifest is damaged: it names what is no slice's file"),
  ])
  func `without its manifest a folder starts afresh, and keeps its files`(text: String, reason: String) throws {
    try store(User(name: "ada"))
    try Platform.write(text, to: path + "/manifest.json")
    do {
      let slice = FileSlice<User>("user", in: try open())
      #expect(try slice.restore() == .setAside(place: path + "/manifest.json.aside-1", reason: reason))
      try slice.store(User(name: "eve"))
    }
    #expect(try restored() == .restored(User(name: "eve")))
    #expect(
      try TemporaryFolder.names(in: path)
        == ["lock", "manifest.json", "manifest.json.aside-1", "user.1.state.json", "user.1.state.json.aside-1"])
    #expect(try Platform.text(of: path + "/user.1.state.json.aside-1") == #"{"name":"ada","stars":0}"#)
    #expect(try Platform.text(of: path + "/manifest.json.aside-1") == text)
  }

  /// A manifest of one slice.
  private static func manifest(file: String = "user.1.state.json", generation: Int = 1) -> String {
    #"{"format":1,"generation":\#(generation),"slices":{"user":{"file":"\#(file)","schema":1,"sum":""}}}"#
  }

  @Test func `a manifest that is gone is told of, and the files are kept`() throws {
    try store(User(name: "ada"))
    try store(User(name: "eve"))
    try Platform.remove(path + "/manifest.json")
    let reason = "the manifest is missing; the files that were there end in .aside-1, or a later number, now"
    #expect(try restored() == .setAside(place: path, reason: reason))
    #expect(try TemporaryFolder.names(in: path) == ["lock", "manifest.json", "user.2.state.json.aside-1"])
    // Nothing has been stored since, so it is as if nothing ever was.
    #expect(try restored() == .absent)
  }

  @Test func `it is told of also if all was stored once only`() throws {
    try store(User(name: "ada"))
    try Platform.remove(path + "/manifest.json")
    #expect(try restored() != .absent)
    #expect(try TemporaryFolder.names(in: path) == ["lock", "manifest.json", "user.1.state.json.aside-1"])
  }

  @Test func `files that are not its own stay`() throws {
    _ = try open()
    for name in ["report.2024.json", "user.json", "a.b.2.state.json", "notes.0.state.json", "x.1.state.json.bak"] {
      try Platform.write(name, to: path + "/" + name)
    }
    let names = try TemporaryFolder.names(in: path)
    try store(User(name: "ada"))
    #expect(try restored() == .restored(User(name: "ada")))
    #expect(try Set(TemporaryFolder.names(in: path)).isSuperset(of: names))
  }

  @Test func `a part that fails takes the rest of its transaction with it, also where somebody goes on`() throws {
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
      #expect(try score.restore() == .absent)
      try score.store(2)
    }
    #expect(try restored() == .restored(User(name: "ada")))
    #expect(try FileSlice<Int>("score", in: open()).restore() == .restored(2))
  }

  @Test func `one transaction has others wait`() throws {
    let folder = try open()
    let slices = (0..<4).map { FileSlice<Int>("n\($0)", in: folder) }
    // Each thread's two slices must always be of the same moment.
    DispatchQueue.concurrentPerform(iterations: 2) { half in
      for number in 1...50 {
        try? folder.perform { () throws(PersistenceError) in
          try slices[2 * half].store(number)
          try slices[2 * half + 1].store(number)
        }
      }
    }
    #expect(try slices.map { try $0.restore() } == Array(repeating: .restored(50), count: 4))
    #expect(try TemporaryFolder.names(in: path).filter { $0.hasPrefix("n") }.count == 4)
  }

  @Test func `one at a time has it open`() throws {
    do {
      let first = try open()
      #expect(throws: PersistenceError(.inUse, place: path)) { try FileFolder(path: path, patience: .zero) }
      withExtendedLifetime(first) {}
    }
    _ = try open()
  }

  @Test func `one that is about to be closed is waited for`() throws {
    let other = Mutex<FileFolder?>(try open())
    Thread.detachNewThread {
      Platform.sleep(milliseconds: 100)
      other.withLock { $0 = nil }
    }
    _ = try FileFolder(path: path, patience: .seconds(600))
    #expect(other.withLock { $0 == nil })
  }

  @Test func `a folder in a folder that isn't there can't be made`() {
    let path = path + "/a/b"
    #expect(throws: PersistenceError(.io(operation: "mkdir", reason: "No such file or directory"), place: path)) {
      try FileFolder(path: path)
    }
  }

  // MARK: Schemas

  private func migrated(_ migrations: [SliceMigration], to schema: Int) throws -> RestoredSlice<User> {
    try FileSlice<User>("user", in: open(), schema: schema, migrations: migrations).restore()
  }

  @Test func `an older schema migrates, step by step`() throws {
    try FileSlice<[String: String]>("user", in: open()).store(["nick": "ada"])
    let rename = SliceMigration(from: 1) { user in
      try JSONPatch([.move(from: JSONPointer("/nick"), to: JSONPointer("/name"))]).apply(to: &user)
    }
    let count = SliceMigration(from: 2) { user in
      try JSONPatch([.add(JSONPointer("/stars"), 7)]).apply(to: &user)
    }
    #expect(try migrated([rename, count], to: 3) == .restored(User(name: "ada", stars: 7), migratedFrom: 1))
    try FileSlice<User>("user", in: open(), schema: 3).store(User(name: "ada", stars: 7))
    #expect(try migrated([], to: 3) == .restored(User(name: "ada", stars: 7)))
  }

  @Test func `what no migration makes sense of is set aside`() throws {
    func reason(_ migrations: [SliceMigration], to schema: Int, of stored: Int = 1) throws -> String {
      try FileSlice<User>("user", in: open(), schema: stored).store(User(name: "ada"))
      guard case .setAside(_, let reason) = try migrated(migrations, to: schema) else { return "not set aside" }
      return reason
    }
    #expect(try reason([], to: 2) == "it is of schema 1, and no migration begins with schema 1")
    #expect(try reason([], to: 1, of: 2) == "it is of schema 2, and this app knows those up to 1")
    let failing = SliceMigration(from: 1) { user in
      try JSONPatch([.remove(JSONPointer("/nick"))]).apply(to: &user)
    }
    #expect(try reason([failing], to: 2).hasPrefix("it can't be read as User: "))
    let wrong = SliceMigration(from: 1) { $0 = ["name": 5] }
    #expect(try reason([wrong], to: 2).hasPrefix("it can't be read as User: at /name: "))
  }
}
