import Expectations
import ReduxRecorder
import StateTree
import Synchronization
import TestSupport
import Testing

@testable import ReduxJournal
@testable import ReduxReplay

/// A shop whose state holds a token.
private struct Shop: Codable, Equatable, Sendable {
  struct Cart: Codable, Equatable, Sendable {
    var prices: [Double] = []
    var total = 0.0
  }

  struct Account: Codable, Equatable, Sendable {
    var token: String?
    var pin = 0
    var user: String?
  }

  var account = Account()
  var cart = Cart()
  var tokenLength = 0
  var twice = 0
  var greeting = ""
  var isOpen = false
}

private enum ShopAction: Codable, Sendable {
  case logIn(token: String)
  case setPin(pin: Int)
  case add(Double)
  case measure
  case double
  case greet
  case enter
  case note(String)
}

private protocol ShopApp: ReplayableApp where State == Shop, Action == ShopAction {
  static func total(_ prices: [Double]) -> Double
}

extension ShopApp {
  static var name: String { "shop" }
  static var initialState: Shop { Shop() }
  static func total(_ prices: [Double]) -> Double { prices.reduce(0, +) }

  static func reduce(_ state: inout Shop, _ action: ShopAction) throws {
    switch action {
    case .logIn(let token):
      state.account.token = token
      // The user's name is a part of the token, and no replacement has it.
      state.account.user = token.firstIndex(of: ":").map { String(token[..<$0]) }
    case .setPin(let pin): state.account.pin = pin
    case .add(let price):
      state.cart.prices.append(price)
      state.cart.total = total(state.cart.prices)
    case .measure: state.tokenLength = state.account.token?.count ?? 0
    case .double: state.twice = 2 * state.tokenLength
    case .greet: state.greeting = "Hello \(state.account.user ?? "")!"
    case .enter:
      guard state.account.pin == 4711 else { throw Refused(description: "the door is closed") }
      state.isOpen = true
    case .note(let text): state.greeting = text
    }
  }
}

private enum SoundShop: ShopApp {}

/// The shop with another computation of the total.
private enum HalvingShop: ShopApp {
  static func total(_ prices: [Double]) -> Double { prices.reduce(0, +) / 2 }
}

/// The shop that greets at once.
private enum VisitingShop: ReplayableApp {
  static let name = "shop"
  static var initialState: Shop { Shop() }

  static func reduce(_ state: inout Shop, _ action: ShopAction) throws {
    try SoundShop.reduce(&state, action)
    if case .logIn = action { state.greeting = "Hello!" }
  }
}

/// The shop with other greetings, counting the calls of its reducer.
private enum CountingShop: ReplayableApp {
  static let name = "shop"
  static var initialState: Shop { Shop() }
  static let calls = Atomic<Int>(0)

  static func reduce(_ state: inout Shop, _ action: ShopAction) throws {
    calls.add(1, ordering: .relaxed)
    try SoundShop.reduce(&state, action)
    if case .note = action { state.greeting += "!" }
  }
}

/// What a secret can have reached, and what it can't.
@Suite(.serialized) struct SecretInfluenceTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func record(
    _ actions: [ShopAction], _ states: RecordedStates = .snapshots, hashing: HashPolicy = .everyAction
  ) throws {
    let recorder = try Recorder(
      path: file.path, app: AppIdentity(SoundShop.self), options: RecorderOptions(states: states, hashing: hashing))
    var state = Shop()
    recorder.start(state)
    for action in actions {
      let recorded = recorder.begin(action, in: state)
      do {
        try SoundShop.reduce(&state, action)
        recorder.finish(recorded, in: state)
      } catch {
        recorder.finish(recorded, in: state, error: error)
      }
    }
    recorder.close()
  }

  private func verify<App: ReplayableApp>(_: App.Type, keepingGoing: Bool = true) throws -> VerifyReport {
    try Replayer<App>(path: file.path).replay(
      jobs: 1, search: DivergenceSearch(keepingGoing: keepingGoing, passingSecrets: true)
    ).report
  }

  private func places(_ report: VerifyReport) -> [String] {
    report.divergences.locations.map { place in
      "\(place.pointer ?? "refused") \(place.actions) \(place.redacted > 0 ? "perhaps redaction" : "divergence") \(place.first.seq)"
    }
  }

  @Test(arguments: [RecordedStates.snapshots, .patches])
  func `a token excuses no place that it hasn't reached`(states: RecordedStates) throws {
    try record([.logIn(token: "abcde12345"), .add(4), .note("a"), .add(2.5)], states)
    try expectEqual(verify(SoundShop.self).divergence, nil)
    for keepsGoing in [true, false] {
      let report = try verify(HalvingShop.self, keepingGoing: keepsGoing)
      expectEqual(report.divergence?.seq, 2)
      expectEqual(report.divergence?.redaction, .unlikely)
      expectEqual(report.divergence?.members.map(\.pointer), ["/cart/total"])
      #expect(report.redacted.isEmpty)
    }
    let count = states == .patches ? 2 : 1
    try expectEqual(places(verify(HalvingShop.self)), ["/cart/total \(count) divergence 2"])
  }

  @Test(arguments: [RecordedStates.snapshots, .patches])
  func `a value that is computed from a token is excused, and what is computed from it`(states: RecordedStates) throws {
    try record([.logIn(token: "abcde12345"), .measure, .double, .note("a"), .add(1)], states)
    let report = try verify(SoundShop.self)
    expectEqual(report.divergence, nil)
    expectEqual(report.redacted.map(\.seq), (states == .patches ? [2] : [2, 3]))
    expectEqual(
      places(report),
      (states == .patches
        ? ["/tokenLength 1 perhaps redaction 2"]
        : ["/tokenLength 1 perhaps redaction 2", "/twice 1 perhaps redaction 3"]))
    #expect((report.proven, report.strayed) == (states == .patches ? (5, 0) : (2, 2)))
    let mistaken = try verify(HalvingShop.self, keepingGoing: false)
    expectEqual(mistaken.divergence?.seq, 5)
    expectEqual(mistaken.divergence?.members.map(\.pointer).contains("/cart/total"), true)
    expectEqual(mistaken.redacted.map(\.seq), report.redacted.map(\.seq))
  }

  @Test func `an action that holds a secret excuses what is computed from it, and what is computed from that`() throws {
    try record([.logIn(token: "ada:123456"), .greet, .add(1), .add(2)])
    let report = try verify(SoundShop.self)
    expectEqual(places(report), ["/account/user 1 perhaps redaction 1", "/greeting 1 perhaps redaction 2"])
    expectEqual(report.divergence, nil)
    expectEqual(report.strayed, 2)
    let mistaken = try verify(HalvingShop.self)
    expectEqual(places(mistaken), places(report) + ["/cart/total 1 divergence 3"])
    expectEqual(mistaken.divergence?.redaction, .unlikely)
  }

  @Test func `an action that holds a secret excuses nothing that doesn't depend on it`() throws {
    try record([.logIn(token: "abcde12345"), .add(1)])
    let report = try verify(VisitingShop.self)
    expectEqual(places(report), ["/greeting 1 divergence 1"])
    expectEqual(report.divergence?.redaction, .unlikely)
    #expect(report.redacted.isEmpty)
  }

  @Test func `from an action on that can't be reduced with other values, a secret excuses all`() throws {
    try record([.logIn(token: "abcde12345"), .add(1)])
    let search = DivergenceSearch(keepingGoing: true, passingSecrets: true, varyingBefore: 1)
    let report = try Replayer<VisitingShop>(path: file.path).replay(jobs: 1, search: search).report
    expectEqual(places(report), ["/greeting 1 perhaps redaction 1"])
    expectEqual(report.divergence, nil)
  }

  @Test func `a refusal that a redacted number decides is excused`() throws {
    try record([.setPin(pin: 4711), .enter, .add(1)])
    let report = try verify(SoundShop.self)
    // No other number opens the door, so the influence doesn't show.
    expectEqual(report.divergence?.seq, 2)
    expectEqual(report.divergence?.redaction, .unlikely)
  }

  @Test func `actions without a hash are replayed with other values, too`() throws {
    try record(
      [.logIn(token: "abcde12345"), .note("a"), .note("b"), .measure, .note("c"), .add(1)], hashing: .every(3))
    let report = try verify(SoundShop.self)
    expectEqual(report.divergence, nil)
    expectEqual(places(report), ["/tokenLength 1 perhaps redaction 6"])
    let mistaken = try verify(HalvingShop.self)
    expectEqual(mistaken.divergence?.seq, 6)
    expectEqual(places(mistaken), ["/cart/total 1 divergence 6", "/tokenLength 1 perhaps redaction 6"])
  }

  @Test func `patches that lead to the replayed states need no second replay`() throws {
    try record([.logIn(token: "abcde12345"), .add(4), .note("a"), .enter], .patches)
    try expectEqual(verify(SoundShop.self).confirmed, 4)
    try expectEqual(Replayer<SoundShop>(path: file.path).verify(jobs: 3).confirmed, 4)
    try expectEqual(verify(HalvingShop.self).confirmed, 1)
  }

  @Test func `threads don't change the result`() throws {
    try record([.logIn(token: "abcde12345"), .measure] + (1...50).map { .add(Double($0)) })
    let one = try Replayer<SoundShop>(path: file.path).verify()
    let three = try Replayer<SoundShop>(path: file.path).verify(jobs: 3)
    expectEqual(one.redacted.map(\.seq), [2])
    #expect(three.redacted == one.redacted && three.strayed == one.strayed)
  }

  @Test func `a copy of a journal ends at a place that redaction explains`() throws {
    try record([.logIn(token: "abcde12345"), .measure, .add(1)])
    var lines = 0
    let report = try Replayer<SoundShop>(path: file.path).bake(onStep: { _ in }, write: { _ in lines += 1 }).report
    expectEqual(report.redacted.map(\.seq), [2])
    let accepting = try Replayer<SoundShop>(path: file.path).bake(
      acceptingRedacted: true, onStep: { _ in }, write: { _ in }
    ).report
    #expect((accepting.redacted.count, accepting.unchecked) == (1, 1))
    let mistaken = try Replayer<HalvingShop>(path: file.path).bake(
      acceptingRedacted: true, onStep: { _ in }, write: { _ in }
    ).report
    // Behind the excused state, no state is known.
    #expect((mistaken.divergence?.seq, mistaken.unchecked) == (nil, 1))
  }

  @Test(arguments: [RecordedStates.snapshots, .patches], [false, true])
  func `continuing takes the same work for each divergence`(states: RecordedStates, holdsSecret: Bool) throws {
    func calls(_ count: Int) throws -> Int {
      let file = try TemporaryFile()
      let recorder = try Recorder(
        path: file.path, app: AppIdentity(SoundShop.self), options: RecorderOptions(states: states))
      var state = Shop()
      let reduce = recorder.recording(SoundShop.reduce)
      if holdsSecret { try reduce(&state, .logIn(token: "abcde12345")) }
      for number in 1...count { try reduce(&state, .note("\(number)")) }
      recorder.close()
      let before = CountingShop.calls.load(ordering: .relaxed)
      let report = try Replayer<CountingShop>(path: file.path).replay(
        jobs: 1, search: DivergenceSearch(keepingGoing: true, passingSecrets: true)
      ).report
      expectEqual(report.divergences.locations.map(\.pointer), ["/greeting"])
      return CountingShop.calls.load(ordering: .relaxed) - before
    }
    let (some, more) = try (calls(50), calls(200))
    #expect(more <= 4 * some, "\(some) and \(more) calls")
  }

  // MARK: Values

  @Test func `a divergence shows values where the journal has them`() throws {
    try record([.add(4), .add(2.5)], .patches)
    let member = try #require(try verify(HalvingShop.self).divergence?.members.first)
    #expect((member.values.recorded, member.values.replayed) == (4, 2))
    try expectEqual(verify(HalvingShop.self).divergences.locations.first?.values, member.values)
  }

  @Test func `without a patch, only the replayed value is known`() throws {
    try record([.add(4)])
    let unknown = try #require(try verify(HalvingShop.self, keepingGoing: false).divergence?.members.first)
    #expect((unknown.values.recorded, unknown.values.replayed) == (nil, 2))
  }

  @Test func `the next snapshot may still have the recorded value`() throws {
    try record([.add(4), .note(String(repeating: "x", count: 70_000)), .note("")])
    let later = try #require(try verify(HalvingShop.self, keepingGoing: false).divergence?.members.first)
    #expect((later.values.recorded, later.values.replayed) == (4, 2))
  }
}

/// The values that take the place of redacted ones.
struct SecretVariantTests {
  private let digits = SecretVariant.all[0]

  @Test func `replaces texts that stand for secrets, each by another`() {
    var tree: JSONValue = [
      "a": "redacted", "b": ["redacted", "x"], "url": "https://redacted@host/", "n": 0, "data": "cmVkYWN0ZWQ=",
    ]
    expectEqual(digits.replaceStandIns(in: &tree, .none), 4)
    expectEqual(
      tree,
      [
        "a": "10000001", "b": ["10000002", "x"], "url": "https://10000003@host/", "n": 0, "data": "MTAwMDAwMDE=",
      ])
  }

  @Test func `replaces other values only where the rules put them`() {
    var tree: JSONValue = ["pin": 0, "count": 0, "isSet": false, "id": "00000000-0000-0000-0000-000000000000"]
    expectEqual(digits.replaceStandIns(in: &tree, .of(["pin": 0, "count": 1, "isSet": true])), 1)
    expectEqual(tree, ["pin": 1, "count": 0, "isSet": false, "id": "00000000-0000-0000-0000-000000000000"])
    expectEqual(digits.replaceStandIns(in: &tree, .all), 3)
    expectEqual(tree, ["pin": 1, "count": 1, "isSet": true, "id": "00000000-0000-4000-8000-100000000003"])
  }
}
