import Expectations
import ReduxPersistence
import TestSupport
import Testing

struct SecretSliceTests {
  struct Session: Codable, Equatable, Sendable {
    var user: String
    var credential: String
  }

  private let folder: TemporaryFolder
  private var path: String { folder.path(of: "secrets") }

  init() throws { folder = try TemporaryFolder() }

  private func slice() throws -> SecretSlice<Session?> {
    SecretSlice("session", in: try SecretFolder(path: path))
  }

  @Test func `a secret is restored, and only its owner can read it`() throws {
    let session = Session(user: "ada", credential: "open sesame")
    try expectEqual(slice().restore(), .absent)
    try slice().store(session)
    try expectEqual(slice().restore(), .restored(session))
    try expectEqual(names(), ["session"])
    try expectEqual(Platform.rights(of: path), 0o700)
    try expectEqual(Platform.rights(of: path + "/session"), 0o600)
    try expectEqual(
      Platform.text(of: path + "/session"), #"{"schema":1,"value":{"user":"ada","credential":"open sesame"}}"#)
  }

  @Test func `signing out leaves nothing behind`() throws {
    try slice().store(Session(user: "ada", credential: "open sesame"))
    try slice().store(nil)
    try expectEqual(names(), [])
    try expectEqual(slice().restore(), .absent)
    try slice().store(nil)
  }

  @Test(arguments: [
    (
      #"{"schema":1,"value":{"user":"ada","credential":5}}"#,
      "it can't be read as Optional<Session>; if its shape has changed, raise its schema and add a SliceMigration(from: 1)"
    ),
    (#"{"schema":2,"value":null}"#, "it has schema 2; this app supports schemas up to 1"),
    (#"open sesame"#, "it is not the form that SecretSlice stores"),
    (#"{"value":{}}"#, "it is not the form that SecretSlice stores"),
  ])
  func `an unreadable secret is moved aside, and never quoted`(text: String, reason: String) throws {
    try slice().store(Session(user: "ada", credential: "open sesame"))
    try Platform.write(text, to: path + "/session")
    try expectEqual(slice().restore(), .setAside(place: "session.aside", reason: reason))
    try expectEqual(names(), ["session.aside"])
    try expectEqual(Platform.text(of: path + "/session.aside"), text)
  }

  @Test func `signing out removes a secret that was moved aside`() throws {
    try slice().store(Session(user: "ada", credential: "open sesame"))
    try Platform.write("open sesame", to: path + "/session")
    _ = try slice().restore()
    try slice().store(Session(user: "ada", credential: "abracadabra"))
    try expectEqual(names(), ["session", "session.aside"])
    try slice().store(nil)
    try expectEqual(names(), [])
  }

  @Test(arguments: ["", ".", "..", "../out", "a/b", ".lock", "session.new", "a b"])
  func `a name that leads out of the folder is refused`(name: String) throws {
    let secrets = try SecretFolder(path: path)
    let refusal = PersistenceError(
      .secretStore(reason: "a secret's name may contain only letters, digits, -, _ and ."), place: name)
    #expect(throws: refusal) { try secrets.write([1], as: name) }
    #expect(throws: refusal) { try secrets.read(name) }
    #expect(throws: refusal) { try secrets.remove(name) }
    try expectEqual(names(), [])
  }

  @Test func `a half-written file of a killed process is removed`() throws {
    _ = try SecretFolder(path: path)
    try Platform.write("open ses", to: path + "/session.new")
    try expectEqual(slice().restore(), .absent)
    try expectEqual(names(), [])
  }

  @Test func `a file planted by another user is not written to`() throws {
    let folder = try SecretFolder(path: path)
    try Platform.write("", to: path + "/session.new")
    try Platform.setRights(0o666, of: path + "/session.new")
    try folder.write([1], as: "session")
    try expectEqual(Platform.rights(of: path + "/session"), 0o600)
  }

  @Test func `a folder that others may write to is refused`() throws {
    _ = try SecretFolder(path: path)
    try Platform.setRights(0o777, of: path)
    let reason = "another user owns it or can write to it; make it yours alone with 'chmod 700'"
    #expect(throws: PersistenceError(.io(operation: "open", reason: reason), place: path)) {
      try SecretFolder(path: path)
    }
  }

  @Test func `only one object can have it open`() throws {
    let first = try SecretFolder(path: path)
    #expect(throws: PersistenceError(.inUse, place: path)) { try SecretFolder(path: path, patience: .zero) }
    withExtendedLifetime(first) {}
  }

  /// The names of the secrets.
  private func names() throws -> [String] { try TemporaryFolder.names(in: path).filter { $0 != ".lock" } }

  @Test func `only regular files are read`() throws {
    _ = try SecretFolder(path: path)
    _ = try SecretFolder(path: path + "/session")
    #expect(
      throws: PersistenceError(.io(operation: "open", reason: "it is not a regular file"), place: path + "/session")
    ) {
      try slice().restore()
    }
  }
}
