import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import StateCoding
import StateTree
import TestSupport
import Testing

/// What people see where a secret was replaced by a stand-in that looks like a value.
struct RedactedViewsTests {
  let tool: ToolFixture

  init() throws { tool = try ToolFixture().with(apps: [DoorApp.self]) }

  enum DoorApp: ReplayableApp {
    struct State: Codable, Equatable, Sendable {
      var pin: Int?
      var isOpen = false
      var tries = 0
      @Redacted var codes: [Int] = []
      var users: [User] = []
    }

    struct User: Codable, Equatable, Sendable {
      var name: String
      var password: String
    }

    enum Action: Codable, Equatable, Sendable {
      case setPin(Int)
      case open(pin: Int)
      case addCode(Redacted<Int>)
      case addUser(User)
      case removeFirst
      case wait
    }

    static let name = "door"
    static var initialState: State { State() }

    static func reduce(_ state: inout State, _ action: Action) {
      switch action {
      case .setPin(let pin): state.pin = pin
      case .open: state.tries += 1
      case .addCode(let code): state.codes.append(code.wrappedValue)
      case .addUser(let user): state.users.append(user)
      case .removeFirst: state.users.removeFirst()
      case .wait: break
      }
    }
  }

  private func record(patches: Bool) throws {
    var options = RecorderOptions()
    if patches { options.states = .patches }
    let recorder = try Recorder(
      path: tool.folder.path(of: "a.jsonl"), app: AppIdentity(name: DoorApp.name), options: options)
    let reduce = recorder.recording(DoorApp.reduce)
    var state = DoorApp.initialState
    for action in [
      DoorApp.Action.setPin(1234), .setPin(5678), .setPin(5678), .open(pin: 5678), .addCode(Redacted(wrappedValue: 7)),
      .addUser(.init(name: "a", password: "x")), .addUser(.init(name: "b", password: "y")), .removeFirst, .wait,
    ] {
      reduce(&state, action)
    }
    recorder.close()
  }

  private func redacted() throws -> [[String]] {
    let reader = try JournalReader(path: tool.folder.path(of: "a.jsonl"))
    var places: [[String]] = []
    while let entry = try reader.next() { if let action = entry.action { places.append(action.places) } }
    return places
  }

  @Test(arguments: [true, false]) func `records name the places of secrets that an action has or changes`(patches: Bool)
    throws
  {
    try record(patches: patches)
    try expectEqual(
      redacted(),
      [
        ["/action/setPin/_0", "/state/pin"], ["/action/setPin/_0", "/state/pin"], ["/action/setPin/_0"],
        ["/action/open/pin"], ["/action/addCode/_0", "/state/codes"],
        ["/action/addUser/_0/password", "/state/users/0/password"],
        ["/action/addUser/_0/password", "/state/users/1/password"], [], [],
      ])
    expectEqual(tool.run("verify DIR/a.jsonl").code, .fine)
  }

  @Test(arguments: [true, false]) func `a log shows which secrets changed`(patches: Bool) throws {
    try record(patches: patches)
    let lines = tool.run("log DIR/a.jsonl").output.split(separator: "\n").dropFirst(2)
    // The first encoding of a type may take long.
    let shown = lines.map {
      ($0.split(separator: "s  ", maxSplits: 1).last.map(String.init) ?? "").replacing(#/  \(took .*\)/#, with: "")
    }
    expectEqual(
      shown,
      [
        "setPin(‹redacted›)  /pin", "setPin(‹redacted›)  /pin ‹redacted›", "setPin(‹redacted›)",
        "open(pin: ‹redacted›)  /tries", "addCode(‹redacted›)  /codes ‹redacted›",
        "addUser((name: \"a\", password: ‹redacted›))  /users",
        "addUser((name: \"b\", password: ‹redacted›))  /users", "removeFirst  /users", "wait",
      ])
    let touched = tool.run("log DIR/a.jsonl --touches /codes").output
    #expect(touched.contains("addCode") && !touched.contains("setPin"))
  }

  @Test(arguments: [true, false]) func `changes, states and histories show redacted in place of stand-ins`(
    patches: Bool
  ) throws {
    try record(patches: patches)
    let log = tool.run("log -p DIR/a.jsonl").output
    #expect(log.contains("~ /pin: null → ‹redacted›\n") || log.contains("+ /pin: ‹redacted›\n"), "\(log)")
    #expect(log.contains("~ /pin: ‹redacted›\n"), "\(log)")
    #expect(log.contains("~ /codes: ‹redacted›\n"), "\(log)")
    #expect(log.contains("+ /users/0: {\"name\":\"a\",\"password\":‹redacted›}\n"), "\(log)")
    #expect(!log.contains("\"redacted\""), "\(log)")
    let difference = tool.run("diff DIR/a.jsonl@0..9").output
    #expect(difference.contains("/pin: ‹redacted›") || difference.contains("→ ‹redacted›"), "\(difference)")
    #expect(difference.contains("\"password\":‹redacted›"), "\(difference)")
    let blame = tool.run("blame DIR/a.jsonl@9").output
    #expect(blame.contains("/codes: ‹redacted›") && !blame.contains("\"redacted\""), "\(blame)")
  }

  @Test(arguments: [true, false]) func `a difference and a blame show a step that changed only a secret`(patches: Bool)
    throws
  {
    try record(patches: patches)
    let same = tool.run("diff DIR/a.jsonl@1..2")
    expectEqual(same.output, "~ /pin: ‹redacted›\n")
    expectEqual(same.code, .finding)
    let json = try JSONValue(parsing: tool.run("diff DIR/a.jsonl@1..2 --format json").output)
    expectEqual(json["equal"], false)
    expectEqual(json["secrets"], ["/pin"])
    expectEqual(tool.run("diff DIR/a.jsonl@1..2:/pin").code, .finding)
    expectEqual(tool.run("diff DIR/a.jsonl@1..2:/tries").code, .fine)
    expectEqual(tool.run("diff DIR/a.jsonl@2..3").code, .fine)
    for (place, step) in [("/pin", 2), ("/codes", 5), ("/users/0/password", 7)] {
      let json = try JSONValue(parsing: tool.run("blame DIR/a.jsonl@9:\(place) --format json").output)
      expectEqual(
        json["steps"]?.array?.first?["step"]?["seq"], JSONValue(integerLiteral: step), "\(place): \(json.compact)")
    }
  }

  @Test(arguments: [1, 3]) func `a report says that redacted values aren't proven`(jobs: Int) throws {
    try record(patches: true)
    _ = tool.run("report DIR/a.jsonl -o DIR/a.html --jobs \(jobs)")
    let page = try String(contentsOfFile: tool.folder.path(of: "a.html"), encoding: .utf8)
    #expect(page.contains("Every state is proven, apart from redacted values"))
  }

  @Test func `output for programs has the stand-ins, so that it decodes`() throws {
    try record(patches: true)
    let state = tool.run("show DIR/a.jsonl@9").output
    try expectEqual(JSONValue(parsing: state)["pin"], 0)
    let patch = tool.run("diff DIR/a.jsonl@0..9 --format json-patch").output
    #expect(patch.contains("\"redacted\"") && !patch.contains("‹"), "\(patch)")
  }

  @Test func `an action in flight is shown with redacted in place of stand-ins`() throws {
    try record(patches: false)
    let text = try #require(tool.folder.contents(of: "a.jsonl"))
    let open = try #require(text.range(of: #""action":{"open":{"pin":0}}"#))
    tool.folder.create("t.jsonl", String(text[..<open.upperBound]))
    #expect(tool.run("log DIR/t.jsonl").output.contains("open(pin: ‹redacted›)"))
    _ = tool.run("record -o DIR/t.jsonl --append --app door", input: #"{"wait":{}}"#)
    let log = tool.run("log DIR/t.jsonl").output
    #expect(log.contains("open(pin: ‹redacted›)") && log.contains("wait"), "\(log)")
  }

  @Test func `snapshots that a copy adds name the places`() throws {
    try record(patches: false)
    expectEqual(tool.run("index DIR/a.jsonl -o DIR/i.jsonl --every 3").code, .fine)
    expectEqual(tool.run("slice DIR/a.jsonl@5..9 -o DIR/s.jsonl").code, .fine)
    for name in ["i.jsonl", "s.jsonl"] {
      let file = try JournalFile(path: tool.folder.path(of: name))
      let last = try #require(try file.lastStateSeq)
      let state = try JSONValue(parsing: tool.run("show DIR/\(name)").output)
      let masked = file.redactedPlaces(at: last).masked(state)
      expectEqual(masked["pin"], .string(RedactedPlaces.shown), "\(name)")
      expectEqual(masked["codes"], .string(RedactedPlaces.shown), "\(name)")
    }
  }

  /// Records actions of the app `json` to `DIR/s.jsonl`, and returns the places of secrets that each changed.
  private func secrets(after actions: String..., options: String = "") throws -> [[String]] {
    tool.folder.create("actions", actions.joined(separator: "\n"))
    let tool = tool.with(apps: [JSONApp.self])
    expectEqual(tool.run("record -o DIR/s.jsonl --app json --actions DIR/actions \(options)").code, .fine)
    let reader = try JournalReader(path: tool.folder.path(of: "s.jsonl"))
    var secrets: [[String]] = []
    while let entry = try reader.next() { if let action = entry.action { secrets.append(action.secrets) } }
    return secrets
  }

  @Test func `a secret that comes to another place is named there`() throws {
    try expectEqual(
      secrets(
        after: #"{"merge":{"active":[{"pin":1234}],"archived":[]}}"#,
        #"{"merge":{"active":[],"archived":[{"pin":1234}]}}"#,
        #"{"merge":{"archived":[{"pin":1234,"oldPin":1234}]}}"#),
      [["/active/0/pin"], ["/archived/0/pin"], ["/archived/0/oldPin"]])
    #expect(!tool.with(apps: [JSONApp.self]).run("log -p DIR/s.jsonl").output.contains(#"in":0"#))
  }

  @Test func `a secret that only moves in its array isn't named, but one that changes is`() throws {
    try expectEqual(
      secrets(
        after: #"{"merge":{"users":[{"id":1,"pin":1111},{"id":2,"pin":2222}]}}"#,
        #"{"patch":[{"op":"add","path":"/users/0","value":{"id":3,"pin":3333}}]}"#,
        #"{"patch":[{"op":"replace","path":"/users/0/pin","value":2222}]}"#,
        #"{"patch":[{"op":"remove","path":"/users/1"}]}"#),
      [["/users/0/pin", "/users/1/pin"], ["/users/0/pin"], ["/users/0/pin"], []])
  }

  @Test func `a difference goes by the history of its states`() throws {
    _ = try secrets(
      after: #"{"merge":{"pin":1234}}"#, #"{"merge":{"pin":5678}}"#, #"{"merge":{"n":1}}"#)
    let tool = tool.with(apps: [JSONApp.self])
    expectEqual(tool.run("rewind DIR/s.jsonl --to 1").code, .fine)
    expectEqual(tool.run("diff DIR/s.jsonl@1 DIR/s.jsonl@4").code, .fine)
    expectEqual(tool.run("diff DIR/s.jsonl@1 DIR/./s.jsonl@2").code, .finding)
    expectEqual(tool.run("diff DIR/s.jsonl@2 DIR/s.jsonl@4").output, "~ /pin: ‹redacted›\n")
  }

  @Test func `a blame follows a secret in an element that moves`() throws {
    _ = try secrets(
      after: #"{"merge":{"users":[{"id":1,"pin":1111}]}}"#,
      #"{"patch":[{"op":"replace","path":"/users/0/pin","value":2222}]}"#,
      #"{"patch":[{"op":"add","path":"/users/0","value":{"id":3,"pin":3333}}]}"#)
    let json = try JSONValue(
      parsing: tool.with(apps: [JSONApp.self]).run("blame DIR/s.jsonl@3:/users/1/pin --format json").output)
    expectEqual(json["steps"]?.array?.first?["step"]?["seq"], 2, "\(json.compact)")
  }

  @Test func `of many secrets, a record names a pattern, and views say what is open`() throws {
    let users = (0..<80).map { #""u\#($0)":{"pin":\#(1000 + $0)}"# }.joined(separator: ",")
    let others = (0..<70).map { #""u\#($0)":{"pin":\#(2000 + $0)}"# }.joined(separator: ",")
    let found = try secrets(
      after: #"{"merge":{"users":{\#(users)}}}"#, #"{"merge":{"users":{\#(others)}}}"#,
      #"{"merge":{"users":{"u3":{"pin":3000},"u4":{"pin":3001}}}}"#)
    expectEqual(found.suffix(2), [["/users/*/pin"], ["/users/u3/pin", "/users/u4/pin"]])
    let tool = tool.with(apps: [JSONApp.self])
    let log = tool.run("log DIR/s.jsonl --touches /users/u3/pin").output
    expectEqual(log.split(separator: "\n").filter { $0.contains("(perhaps)") }.count, 1, "\(log)")
    expectEqual(tool.run("diff DIR/s.jsonl@1..2").output, "~ /users/*/pin: ‹redacted›\n")
    let open = tool.run("diff DIR/s.jsonl@1..2:/users/u75/pin")
    expectEqual(open.code, .fine)
    #expect(open.errorOutput.contains("an action between changed some of the redacted values at /users/*/pin"))
  }

  @Test(arguments: ["64K", "1M"]) func `an action with secrets has room for all that fits without them`(limit: String)
    throws
  {
    let few = #"{"merge":{"pin":1234,"tries":0}}"#
    _ = try secrets(after: few, options: "--max-line \(limit)")
    let reader = try JournalReader(path: tool.folder.path(of: "s.jsonl"))
    while let entry = try reader.next() {
      if let action = entry.action { expectEqual(action.redacted, ["/merge/pin"]) }
    }
    let many = (0..<(limit == "1M" ? 12_000 : 700)).map { #""a\#($0)Pw":"x""# }.joined(separator: ",")
    tool.folder.create("many", #"{"merge":{\#(many)}}"#)
    let tool = tool.with(apps: [JSONApp.self])
    let record = tool.run("record -o DIR/m.jsonl --app json --actions DIR/many --max-line \(limit)")
    expectEqual(record.code, .fine, "\(record.errorOutput)")
    expectEqual(tool.run("verify DIR/m.jsonl --max-line \(limit)").code, .fine)
  }

  @Test func `a rule for the state of the app json holds in what its actions merge or replace`() throws {
    let tool = tool.with(apps: [JSONApp.self])
    tool.folder.create(
      "actions", #"{"replace":{"acc":[{"bal":77123}],"n":0}}"# + "\n" + #"{"merge":{"acc":[{"bal":88123}]}}"#)
    expectEqual(tool.run("record -o DIR/p.jsonl --app json --actions DIR/actions --no-default-rules").code, .fine)
    expectEqual(tool.run("redact DIR/p.jsonl -o DIR/r.jsonl --redact /acc/*/bal").code, .fine)
    expectEqual(tool.run("record -o DIR/w.jsonl --app json --actions DIR/actions --redact /acc/*/bal").code, .fine)
    for name in ["r.jsonl", "w.jsonl"] {
      let text = try String(contentsOfFile: tool.folder.path(of: name), encoding: .utf8)
      #expect(!text.contains("77123") && !text.contains("88123"), "\(text)")
      expectEqual(tool.run("verify DIR/\(name)").code, .fine)
    }
  }

  @Test func `the difference of two histories shows redacted in place of stand-ins`() throws {
    let tool = tool.with(apps: [JSONApp.self])
    for (name, action) in [("x", #"{"merge":{"pin":1234,"n":1}}"#), ("y", #"{"merge":{"password":"one two","n":1}}"#)] {
      tool.folder.create("\(name).actions", action)
      expectEqual(tool.run("record -o DIR/\(name).jsonl --app json --actions DIR/\(name).actions").code, .fine)
    }
    let output = tool.run("diff DIR/x.jsonl DIR/y.jsonl --history").output
    #expect(output.contains("/merge/pin: ‹redacted›") && output.contains("/merge/password: ‹redacted›"), "\(output)")
  }

  @Test func `a secret that comes back is named again`() throws {
    tool.folder.create(
      "actions",
      [#"{"merge":{"pin":1234}}"#, #"{"merge":{"pin":null}}"#, #"{"merge":{"pin":1234}}"#, #"{"merge":{"pin":true}}"#]
        .joined(separator: "\n"))
    let tool = tool.with(apps: [JSONApp.self])
    expectEqual(tool.run("record -o DIR/b.jsonl --app json --actions DIR/actions").code, .fine)
    let lines = tool.run("log -p DIR/b.jsonl").output.split(separator: "\n").filter { $0.contains("/pin: ") }
    let secret = RedactedPlaces.shown
    expectEqual(
      lines.map { $0.drop { $0 == " " } }.map { $0.drop { $0 != ":" } },
      [": \(secret)", ": \(secret)", ": \(secret)", ": \(secret) → true"])
  }

  @Test func `copies keep the places`() throws {
    try record(patches: true)
    let before = try redacted()
    _ = tool.run("redact DIR/a.jsonl -o DIR/b.jsonl --redact /tries")
    let reader = try JournalReader(path: tool.folder.path(of: "b.jsonl"))
    var places: [[String]] = []
    while let entry = try reader.next() { if let action = entry.action { places.append(action.places) } }
    for (old, new) in zip(before, places) { #expect(Set(new).isSuperset(of: old), "\(new) lacks some of \(old)") }
    #expect(places.contains { $0.contains("/state/tries") }, "\(places)")
  }
}

extension ActionRecord {
  /// The places that the record names, with the member that they are in.
  fileprivate var places: [String] { redacted.map { "/action" + $0 } + secrets.map { "/state" + $0 } }
}
