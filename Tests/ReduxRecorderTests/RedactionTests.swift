import Expectations
import Foundation
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateCoding
import StateTable
import StateTree
import TestSupport
import Testing

/// An app that holds secrets, and derives a value from one of them.
enum VaultApp: ReplayableApp {
  struct Key: Codable, Equatable, Identifiable, Sendable {
    var id: String
    var secret: String
    var uses = 0
  }

  struct State: Codable, Equatable, Sendable {
    var user = ""
    var password = ""
    var attempts = 0
    var isOpen = false
    var keys: EntityTable<Key> = []
    @Redacted var word = "sesame"
  }

  enum Action: Codable, Equatable, Sendable {
    case enroll(user: String, password: String)
    case open(password: String)
    case add(Key)
    case use(String)
    case setWord(Redacted<String>)
    case close
  }

  enum Failure: Error { case wrongPassword(String, attempts: Int), unknownKey }

  static let name = "vault"
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) throws {
    switch action {
    case .enroll(let user, let password): (state.user, state.password) = (user, password)
    case .open(let password):
      state.attempts += 1
      state.isOpen = password == state.password
      if !state.isOpen { throw Failure.wrongPassword(password, attempts: state.attempts) }
    case .add(let key): state.keys.upsert(key)
    case .use(let id):
      guard state.keys[id: id] != nil else { throw Failure.unknownKey }
      state.keys[id: id]?.uses += 1
    case .setWord(let word): state.word = word.wrappedValue
    case .close: state.isOpen = false
    }
  }
}

struct RedactionTests {
  let file: TemporaryFile
  let vault = AppIdentity(name: VaultApp.name)

  init() throws { file = try TemporaryFile() }

  /// Records actions, and returns the state that they led to.
  @discardableResult
  private func record(
    _ actions: [VaultApp.Action], _ options: RecorderOptions = unhurried, from initial: VaultApp.State = .init()
  ) throws -> VaultApp.State {
    let recorder = try Recorder(path: file.path, app: vault, options: options)
    let reduce = recorder.recording(VaultApp.reduce)
    var state = initial
    for action in actions { try? reduce(&state, action) }
    recorder.mark("end", text: "the password is \(state.password)")
    recorder.close()
    return state
  }

  private let session: [VaultApp.Action] = [
    .enroll(user: "grace", password: "hunter2"), .open(password: "hunter2"), .add(.init(id: "k", secret: "s3cr3t")),
    .use("k"), .use("nothing"), .setWord(Redacted(wrappedValue: "open sesame")), .close,
  ]

  @Test func `a journal holds stand-ins for secrets, and replays`() throws {
    try record(session)
    let actions = try file.actions()
    expectEqual(
      actions.map { $0.action.value.compact },
      [
        #"{"enroll":{"user":"grace","password":"redacted"}}"#, #"{"open":{"password":"redacted"}}"#,
        #"{"add":{"_0":{"id":"k","secret":"redacted","uses":0}}}"#, #"{"use":{"_0":"k"}}"#,
        #"{"use":{"_0":"nothing"}}"#, #"{"setWord":{"_0":"redacted"}}"#, #"{"close":{}}"#,
      ])
    expectEqual(actions.map(\.error), [nil, nil, nil, nil, "VaultApp.Failure.unknownKey", nil, nil])
    expectEqual(actions[0].changed.map(\.pointer), ["/user", "/password"])
    #expect(actions[5].changed.isEmpty)
    let report = try Replayer<VaultApp>(path: file.path).verify()
    #expect((report.proven, report.refused, report.redacted.count) == (8, 1, 0))
    let state = try Replayer<VaultApp>(path: file.path).state(at: 4)
    #expect((state.user, state.password, state.word, state.isOpen) == ("grace", "redacted", "redacted", true))
    expectEqual(state.keys[id: "k"], .init(id: "k", secret: "redacted", uses: 1))
    for secret in ["hunter2", "s3cr3t", "sesame"] { #expect(!(try file.text().contains(secret))) }
  }

  /// Only whether a secret text is empty shows, because reducers ask for that.
  @Test func `a journal has the same bytes whatever the secrets are`() throws {
    var texts = Set<String>()
    for pin in ["0000", "1234", "9999", String(repeating: "long", count: 1000), "\u{0}\"\\é"] {
      try record([
        .enroll(user: "grace", password: pin), .open(password: pin), .add(.init(id: "k", secret: pin)), .use("k"),
        .setWord(Redacted(wrappedValue: pin)), .close,
      ])
      texts.insert(try file.timelessText())
      try FileManager.default.removeItem(atPath: file.path)
    }
    expectEqual(texts.count, 1)
  }

  @Test func `verify distinguishes effects of secrets from divergences`() throws {
    // The recorder saw a wrong password; a replay sees two equal stand-ins.
    try record([.enroll(user: "grace", password: "right"), .open(password: "wrong"), .use("nothing"), .close])
    let report = try Replayer<VaultApp>(path: file.path).verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.redacted.map(\.seq), [2])
    expectEqual(report.redacted.map(\.type), ["open"])
    // The replay continues behind it, and the last action leads to the recorded state again.
    #expect((report.proven, report.unchecked, report.actions) == (3, 0, 4))
    try expectEqual(
      file.actions().map(\.error),
      [
        nil, "VaultApp.Failure.wrongPassword", "VaultApp.Failure.unknownKey", nil,
      ])
  }

  @Test func `verify checks again from the next snapshot on`() throws {
    let filler = Array(repeating: VaultApp.Action.use("nothing"), count: 600)
    // On a busy machine, a budget would leave out hashes.
    let options = RecorderOptions(hashing: .everyAction, snapshotBudget: .seconds(1000))
    try record([.enroll(user: "grace", password: "right"), .open(password: "wrong")] + filler + [.close], options)
    let snapshots = try file.entries().filter { if case .snapshot = $0.record { true } else { false } }
    #expect(snapshots.count > 1)
    for jobs in 1...2 {
      let report = try Replayer<VaultApp>(path: file.path).verify(jobs: jobs)
      expectEqual(report.divergence, nil)
      expectEqual(report.redacted.count, 1)
      // The replay continues with states that follow from the redacted value, until a snapshot holds the recorded one.
      expectEqual(report.unchecked, 0)
      expectEqual(report.strayed, snapshots[1].seq - 2)
      expectEqual(report.proven, 604 - snapshots[1].seq + 1)
    }
  }

  /// The vault with another reducer for actions without secrets.
  private enum ChangedApp: ReplayableApp {
    static let name = VaultApp.name
    static var initialState: VaultApp.State { VaultApp.State() }
    static func reduce(_ state: inout VaultApp.State, _ action: VaultApp.Action) throws {
      try VaultApp.reduce(&state, action)
      if case .close = action { state.attempts = 7 }
    }
  }

  @Test func `a difference that no secret can cause is a divergence`() throws {
    let options = RecorderOptions(rules: RedactionRules(names: ["nothing"]), snapshotBudget: .seconds(1000))
    struct State: Codable { var count = 0 }
    enum CountApp: ReplayableApp {
      static let name = "count"
      static var initialState: State { State() }
      static func reduce(_ state: inout State, _ action: Int) { state.count += 2 * action }
    }
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "count"), options: options)
    var state = State()
    recorder.recording { (state: inout State, action: Int) in state.count += action }(&state, 7)
    recorder.close()
    let report = try Replayer<CountApp>(path: file.path).verify()
    expectEqual(report.divergence?.seq, 1)
    #expect(report.redacted.isEmpty)
  }

  @Test func `each session is checked by its own rules`() throws {
    try record([.enroll(user: "grace", password: "first")], RecorderOptions(rules: .off))
    try record(
      [.enroll(user: "bob", password: "second"), .close], RecorderOptions(rules: .usual),
      from: .init(user: "grace", password: "first"))
    try record([.enroll(user: "eve", password: "third")], RecorderOptions(rules: .off))
    let text = try file.text()
    #expect(text.contains("first") && text.contains("third") && !text.contains("second"))
    let replayer = try Replayer<VaultApp>(path: file.path)
    let report = try replayer.verify()
    #expect((report.sessions, report.divergence == nil, report.redacted.count) == (3, true, 0))
    try expectEqual(replayer.state(at: 3).password, "redacted")
    try expectEqual(replayer.state(at: 4).user, "bob")
  }

  @Test func `a journal with an allowlist holds nothing else`() throws {
    let rules = RedactionRules(allowing: ["/attempts", "/isOpen", "/open"])
    try record(session, RecorderOptions(rules: rules, snapshotBudget: .seconds(1000)))
    let text = try file.text()
    for word in ["grace", "hunter2", "s3cr3t", "\"k\"", "nothing"] { #expect(!text.contains(word), "\(word)") }
    try expectEqual(file.actions().last?.changed.map(\.pointer), ["/isOpen"])
    try expectEqual(Replayer<VaultApp>(path: file.path).state(at: 1).user, "redacted")
  }

  @Test func `a journal of shapes holds no values`() throws {
    try record(session, RecorderOptions(detail: .shape, snapshotBudget: .seconds(1000)))
    try expectEqual(
      file.actions().map { $0.action.value.compact }[..<3],
      [
        #"{"enroll":{"user":"redacted","password":"redacted"}}"#, #"{"open":{"password":"redacted"}}"#,
        #"{"add":{"_0":{"id":"redacted","secret":"redacted","uses":0}}}"#,
      ])
    expectEqual(Set(try file.actions().map(\.hash)).count, 1)
    #expect(try file.text().contains(#""detail":"shape","rules":{"redact":[],"names":[],"allow":[]}"#))
  }

  @Test func `a journal of names shows actions and changed members`() throws {
    try record(session, RecorderOptions(detail: .names, snapshotBudget: .seconds(1000)))
    let actions = try file.actions()
    expectEqual(actions.map(\.type), ["enroll", "open", "add", "use", "use", "setWord", "close"])
    expectEqual(
      actions.map { $0.changed.map(\.pointer) },
      [
        ["/user", "/password"], ["/attempts", "/isOpen"], ["/keys"], ["/keys"], [], [], ["/isOpen"],
      ])
    #expect(actions.allSatisfy { $0.hash == nil && $0.replayability == .opaque })
    expectEqual(Set(actions.flatMap { $0.changed.map(\.short) }), ["00000000"])
    expectEqual(Set(actions.map { $0.action.value.compact }), [#"{"$opaque":"VaultApp.Action"}"#])
    let text = try file.text()
    for word in ["grace", "hunter2", "s3cr3t", "\"k\"", "nothing"] { #expect(!text.contains(word), "\(word)") }
    try expectEqual(JournalFile(path: file.path).header.detail, "names")
  }

  @Test func `a journal of names holds no text of errors or marks`() throws {
    try record(session, RecorderOptions(detail: .names, rules: .off, snapshotBudget: .seconds(1000)))
    let errors = try file.actions().compactMap(\.error)
    expectEqual(errors, ["VaultApp.Failure.unknownKey"])
    #expect(!(try file.text().contains("hunter2")))
  }

  @Test func `a label holds no case that is a value`() throws {
    enum Plan: Codable, CaseIterable { case month, year }
    enum Inner: Codable { case open, setPlan(Plan) }
    enum Action: Codable { case setPlan(Plan), inner(Inner) }
    let rules = RedactionRules(redacting: ["/setPlan", "/inner/_0/setPlan"])
    for options in [RecorderOptions(rules: rules), RecorderOptions(detail: .shape), RecorderOptions(detail: .names)] {
      let file = try TemporaryFile()
      let recorder = try Recorder(path: file.path, app: vault, options: options)
      let reduce = recorder.recording { (state: inout Int, _: Action) in state += 1 }
      var state = 0
      for action in [.setPlan(.year), .inner(.open), .inner(.setPlan(.year))] as [Action] { reduce(&state, action) }
      recorder.close()
      let text = try file.text()
      #expect(!text.contains("year"), "\(text)")
      try expectEqual(file.actions().map(\.type), ["setPlan", "inner.open", "inner.setPlan"])
    }
  }

  @Test func `a journal of names holds no keys that are data`() throws {
    let recorder = try Recorder(path: file.path, app: vault, options: RecorderOptions(detail: .names))
    var state = ["grace": 1]
    let reduce = recorder.recording { (state: inout [String: Int], action: String) in state[action] = 7 }
    for key in ["bob", "eve"] { reduce(&state, key) }
    recorder.close()
    try expectEqual(file.actions().map(\.changed), [[], []])
    let afterHeader = try file.text().drop { $0 != "\n" }
    for word in ["grace", "bob", "eve"] { #expect(!afterHeader.contains(word)) }
  }

  @Test func `a failed encoding of a state isn't explained in the journal`() throws {
    struct Leak: Error { var secret = "hunter2" }
    struct Leaky: Encodable {
      var fails = false
      func encode(to encoder: any Encoder) throws { if fails { throw Leak() } }
    }
    let recorder = try Recorder(path: file.path, app: vault)
    var state = Leaky()
    let reduce = recorder.recording { (state: inout Leaky, action: Bool) in state.fails = action }
    for action in [true, false] { reduce(&state, action) }
    recorder.close()
    try expectEqual(file.actions()[0].unhashed?.hasSuffix("Leak"), true)
    #expect(!(try file.text().contains("hunter2")))
  }
}
