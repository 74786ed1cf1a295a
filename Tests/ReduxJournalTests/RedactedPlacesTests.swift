import Expectations
import StateCoding
import StateTree
import TestSupport
import Testing

@testable import ReduxJournal

struct RedactedPlacesTests {
  private func places(_ records: [(redacted: [String], changed: [String])]) throws -> RedactedPlaces {
    var composer = JournalComposer()
    try composer.header(
      journal: Fixture.journal, app: AppIdentity(name: "a"), started: Fixture.started, detail: "full", rules: .usual,
      context: JSONObject(), platform: "linux")
    try composer.snapshot(at: 0, state: Fixture.utf8("{}"), hash: Fixture.hash(1), isWhole: true, setsState: true)
    var places = RedactedPlaces()
    for record in records {
      try composer.beginAction(ActionHead(at: 1, type: "set", action: Fixture.utf8("1")))
      try composer.finishAction(
        ActionOutcome(
          hash: Fixture.hash(2), changed: record.changed.map { ChangedMember(pointer: $0, short: "01234567") },
          secrets: record.redacted))
    }
    let file = try TemporaryFile(composer.pending)
    let reader = try JournalReader(path: file.path)
    while let entry = try reader.next() { places.add(statesOf: entry.record) }
    places.forgetReplaced()
    return places
  }

  @Test func `places that lead through many arrays take no longer`() throws {
    let deep = String(repeating: "/0", count: 200)
    let value = (0..<200).reduce(0 as JSONValue) { value, _ in [value] }
    let places = try places([([deep], [])])
    #expect(places.masked(value) != value)
    expectEqual(places.pointers(inState: value), [deep])
  }

  @Test func `many places and a long array take the time of both`() throws {
    let patterns = (0..<4096).map { number in (0..<12).map { number >> $0 & 1 == 0 ? "/a" : "/*" }.joined() }
    let places = try places([(patterns, [])])
    let numbers = JSONValue.array(Array(repeating: 7, count: 20_000))
    let clock = ContinuousClock()
    let time = clock.measure { expectEqual(places.masked(["b": numbers]), ["b": numbers]) }
    #expect(time < .seconds(2), "\(time)")
  }

  @Test func `members beside many secrets are no secrets`() throws {
    let keys = (0..<20).map { "key \($0)" }
    let pointers = RedactedPlaces.collapsed(keys.map { "/env/\($0)" })
    expectEqual(pointers.count, 20)
    expectEqual(RedactedPlaces.collapsed((0..<20).map { "/list/\($0)" }), ["/list/*"])
    expectEqual(RedactedPlaces.collapsed(keys.map { "/users/\($0)/pin" }), ["/users/*/pin"])
    let state: JSONValue = ["env": ["key 1": "redacted", "debug": false, "retries": 0]]
    expectEqual(
      try places([(pointers, [])]).masked(state).compact,
      #"{"env":{"key 1":"‹redacted›","debug":false,"retries":0}}"#)
  }

  @Test func `a place whose value has become another one is no secret any more`() throws {
    let state: JSONValue = ["pin": 0, "token": "redacted:jwt", "list": [0, 0]]
    let first: (redacted: [String], changed: [String]) = (
      ["/pin", "/token", "/list/0"], ["/pin", "/token", "/list/0"]
    )
    expectEqual(
      try places([first]).masked(state).compact,
      #"{"pin":"‹redacted›","token":"‹redacted›","list":["‹redacted›","‹redacted›"]}"#)
    expectEqual(
      try places([first, ([], ["/pin"]), (["/token"], ["/token"])]).masked(state).compact,
      #"{"pin":0,"token":"‹redacted›","list":["‹redacted›","‹redacted›"]}"#)
  }

  private func masked(_ value: JSONValue, _ places: String...) throws -> String {
    RedactedPlaces(inActionOf: try record(places)).masked(value).compact
  }

  private func record(_ places: [String]) throws -> ActionRecord {
    let head = ActionHead(at: 0, type: "set", redacted: places, action: [])
    return ActionRecord(seq: 1, try JSONDocument(Array("0".utf8)).root, head, ActionOutcome(hash: nil))
  }

  @Test func `a stand-in at a redacted place is shown as redacted`() throws {
    try expectEqual(masked(["pin": 0, "n": 0], "/pin"), #"{"pin":"‹redacted›","n":0}"#)
    try expectEqual(masked(["a": ["b": false]], "/a/b"), #"{"a":{"b":"‹redacted›"}}"#)
    try expectEqual(masked(["a": [], "b": [:]], "/a", "/b"), #"{"a":"‹redacted›","b":"‹redacted›"}"#)
    try expectEqual(masked("redacted", ""), #""‹redacted›""#)
    try expectEqual(
      masked(["u": "https://a.example/?token=redacted", "v": "redacted:jwt"], "/u", "/v"),
      #"{"u":"https://a.example/?token=‹redacted›","v":"‹redacted›"}"#)
    try expectEqual(masked(["/": ["~": 0]], "/~1/~0"), #"{"/":{"~":"‹redacted›"}}"#)
  }

  @Test func `another value at a redacted place is shown as it is`() throws {
    let value: JSONValue = ["a": 12, "b": "", "c": nil, "d": true, "e": ["x": 1]]
    try expectEqual(masked(value, "/a", "/b", "/c", "/d", "/e", "/f"), value.compact)
    try expectEqual(masked(value), value.compact)
  }

  @Test func `in a state, an element that has moved is redacted, and * stands for any key or index`() throws {
    func masked(_ value: JSONValue, _ place: String) throws -> String {
      try places([([place], [])]).masked(value).compact
    }
    let users: JSONValue = [["pin": 0, "n": 0], ["pin": 0, "n": 0], ["pin": 7]]
    let expected = #"[{"pin":"‹redacted›","n":0},{"pin":"‹redacted›","n":0},{"pin":7}]"#
    try expectEqual(masked(users, "/0/pin"), expected)
    try expectEqual(masked(users, "/*/pin"), expected)
    try expectEqual(masked(["0": 0, "x": 0], "/1"), #"{"0":"‹redacted›","x":0}"#)
    try expectEqual(masked(["x": 0, "y": 0], "/*"), #"{"x":"‹redacted›","y":"‹redacted›"}"#)
  }

  @Test func `in an action, an index stands for itself`() throws {
    let users: JSONValue = [["pin": 0, "n": 0], ["pin": 0, "n": 0], ["pin": 7]]
    try expectEqual(masked(users, "/1/pin"), #"[{"pin":0,"n":0},{"pin":"‹redacted›","n":0},{"pin":7}]"#)
    try expectEqual(
      masked(users, "/0/n", "/*/pin"),
      #"[{"pin":"‹redacted›","n":"‹redacted›"},{"pin":"‹redacted›","n":0},{"pin":7}]"#)
    try expectEqual(masked(["0": 0, "1": 0], "/1"), #"{"0":0,"1":"‹redacted›"}"#)
  }

  @Test func `in a set or a table, texts that are stand-ins are redacted`() throws {
    try expectEqual(masked(["set": ["redacted", "b"]], "/set"), #"{"set":["‹redacted›","b"]}"#)
  }

  @Test func `a part of a value is shown like the whole`() throws {
    let places = RedactedPlaces(inActionOf: try record(["/users/*/pin"]))
    expectEqual(places.masked(0, at: JSONPointer(tokens: ["users", "3", "pin"])).compact, #""‹redacted›""#)
    expectEqual(places.masked(["pin": 0], at: JSONPointer(tokens: ["users", "3"])).compact, #"{"pin":"‹redacted›"}"#)
    expectEqual(places.inside(JSONPointer(tokens: ["users"])).masked([["pin": 0]]).compact, #"[{"pin":"‹redacted›"}]"#)
    expectEqual(places.masked(0, at: JSONPointer(tokens: ["users", "3"])).compact, "0")
  }

  @Test func `many places that differ in one key or index are one place`() {
    expectEqual(RedactedPlaces.collapsed(["/a/0/pin", "/a/1/pin"]), ["/a/0/pin", "/a/1/pin"])
    let pins = (0..<9).map { "/a/\($0)/pin" }
    expectEqual(RedactedPlaces.collapsed(pins), ["/a/*/pin"])
    expectEqual(RedactedPlaces.collapsed(pins + ["/a/9/other", "/b"]), ["/a/*/pin", "/a/9/other", "/b"])
    let keys = (0..<9).flatMap { key in (0..<9).map { "/k\(key)/\($0)" } }
    expectEqual(RedactedPlaces.collapsed(keys), ["/*/*"])
  }

  @Test func `the state's places of a journal's records are those since the last whole state`() throws {
    var composer = JournalComposer()
    try composer.header(
      journal: Fixture.journal, app: AppIdentity(name: "a"), started: Fixture.started, detail: "full", rules: .usual,
      context: JSONObject(), platform: "linux")
    try composer.snapshot(
      at: 0, state: Fixture.utf8(#"{"pin":0}"#), hash: Fixture.hash(1), isWhole: true, redacted: ["/pin"],
      setsState: true)
    for secrets in [["/token"], []] {
      try composer.beginAction(ActionHead(at: 1, type: "set", action: Fixture.utf8("1")))
      try composer.finishAction(ActionOutcome(hash: Fixture.hash(2), secrets: secrets))
    }
    let path = try TemporaryFile(composer.pending)
    let file = try JournalFile(path: path.path)
    let value: JSONValue = ["pin": 0, "token": "redacted", "x": 0]
    let first = file.redactedPlaces(at: 0).masked(value)
    expectEqual(first["token"], "redacted")
    for seq in 1...2 {
      expectEqual(
        file.redactedPlaces(at: seq).masked(value).compact, #"{"pin":"‹redacted›","token":"‹redacted›","x":0}"#)
    }
  }
}
