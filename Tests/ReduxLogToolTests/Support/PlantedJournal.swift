import ReduxJournal
import ReduxLogTool
import ReduxReplay
import StateCoding
import StateTree
import TestSupport

/// A random journal of a document in which some action, session or outage sets `bad`, which nothing takes back but a rewind.
struct PlantedJournal {
  private let writer: JournalWriter
  private var random: SeededGenerator
  private var state: JSONValue = ["n": 0, "list": [["id": "a", "x": 1]]]
  /// The states by seq; `nil` where an action was interrupted or recorded by name only.
  private(set) var states: [JSONValue?] = []
  /// The state before each state.
  private(set) var before: [Int] = []
  /// The seqs of actions that were interrupted.
  private(set) var interrupted: Set<Int> = []
  private let cuts: UInt64

  init(_ path: String, records: Int, seed: UInt64, snapshots: UInt64 = 6, cuts: UInt64 = 0) throws {
    writer = try JournalWriter.open(path: path)
    random = SeededGenerator(seed: seed)
    self.cuts = cuts
    try startSession()
    for _ in 0..<records { try step(snapshots) }
    // The last state is known.
    if !isKnown { try set() }
    try act(#"{"merge":{"n":-1}}"#)
    try writer.close()
  }

  /// The history of the last state, the first one first.
  var history: [Int] {
    var seqs = [states.count - 1]
    while let seq = seqs.last, seq > 0 { seqs.append(before[seq]) }
    return seqs.reversed()
  }

  /// Whether the last state is known. An optional JSON value compared with `nil` may be one of `null`.
  private var isKnown: Bool { if case .none? = states.last { false } else { true } }

  private func bytes() throws -> [UInt8] { try StateEncoder().encode(state) }

  private mutating func add(_ known: JSONValue?, after seq: Int? = nil) {
    before.append(seq ?? states.count - 1)
    states.append(known)
  }

  private mutating func startSession() throws {
    try writer.writeHeader(app: AppIdentity(name: "json"), started: WallClock(microseconds: 0))
    if let last = states.indices.last, isKnown, Bool.random(using: &random) {
      try writer.writeSnapshot(sameAs: last, hash: state.stateHash)
      add(state, after: last)
    } else {
      try set()
    }
  }

  /// Sets a state without an action, which may be bad.
  private mutating func set() throws {
    if !states.isEmpty, random.next() % 4 == 0 { state.merge(["bad": true]) }
    try writer.writeSnapshot(state: bytes(), hash: state.stateHash, setsState: true, isWhole: true)
    add(state)
  }

  private mutating func step(_ snapshots: UInt64) throws {
    switch random.next() % 60 {
    case 0..<snapshots where isKnown:
      try writer.writeSnapshot(state: bytes(), hash: state.stateHash, setsState: false, isWhole: true)
    case 12..<15:
      let known = states.indices.filter { if case .some = states[$0] { true } else { false } }
      guard let target = known.randomElement(using: &random), let earlier = states[target] else { return }
      state = earlier
      try writer.rewind(to: target, hash: state.stateHash)
      add(state, after: target)
    case 15: try startSession()
    case 16:
      try writer.gap(why: "paused", missing: 1)
      try set()
    case 17:
      try writer.beginAction(ActionHead(at: 0, type: "merge", action: Array(#"{"merge":{}}"#.utf8)))
      try writer.abandonAction()
      interrupted.insert(states.count)
      add(JSONValue?.none)
      try set()
    case 18 where cuts > 0: try cut()
    case 19 where random.next() % 3 == 0: try act(#"{"merge":{"bad":true}}"#)
    case 20..<26: try act(#"{"patch":[{"op":"add","path":"/list/0","value":{"id":"i\#(states.count)","x":0}}]}"#)
    case 26..<30: try act(#"{"patch":[{"op":"remove","path":"/list/0"}]}"#)
    case 30..<34: try act(#"{"patch":[{"op":"move","from":"/list/1","path":"/list/0"}]}"#)
    case 34..<38: try act(#"{"patch":[{"op":"replace","path":"/list/0/x","value":\#(random.next() % 3)}]}"#)
    case 38..<42: try act(#"{"merge":{"k\#(random.next() % 3)":null}}"#)
    default: try act(#"{"merge":{"k\#(random.next() % 3)":\#(random.next() % 4),"n":\#(random.next() % 9)}}"#)
    }
  }

  private mutating func act(_ json: String) throws {
    let action = try StateDecoder().decode(JSONAction.self, from: Array(json.utf8))
    try writer.beginAction(ActionHead(at: 0, type: "act", action: Array(json.utf8)))
    var refusal: String?
    let old = try StateEncoder().outline(state)
    do { try JSONApp.reduce(&state, action) } catch { refusal = "refused" }
    let new = try StateEncoder().outline(state)
    let changed = new.changes(since: old).map { ChangedMember(pointer: $0.pointer, short: $0.hash?.short) }
    try writer.finishAction(ActionOutcome(hash: new.hash, error: refusal, changed: changed))
    add(isKnown ? state : JSONValue?.none)
  }

  /// An action that can't be replayed, and sometimes the state after it.
  private mutating func cut() throws {
    state.merge(["cut": JSONValue.string("\(states.count)")])
    try writer.beginAction(
      ActionHead(at: 0, type: "cut", replayability: .opaque, action: Array(#"{"$opaque":"cut"}"#.utf8)))
    try writer.finishAction(ActionOutcome(hash: state.stateHash))
    let isHeld = Bool.random(using: &random)
    if isHeld { try writer.writeSnapshot(state: bytes(), hash: state.stateHash, setsState: false, isWhole: true) }
    add(isHeld ? state : JSONValue?.none)
  }
}
