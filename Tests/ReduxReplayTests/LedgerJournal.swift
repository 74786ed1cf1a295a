import ReduxJournal
import StateCoding
import TestSupport

/// A random journal of a ledger, with sessions, snapshots, rewinds, refusals, gaps, and marks.
struct LedgerJournal {
  private let writer: JournalWriter
  private var random: SeededGenerator
  private var states: [Ledger?] = []
  private var state = Ledger()
  /// The percentage of rewinds among records.
  private let rewinds: UInt64
  /// The percentage of actions recorded by name only.
  private let cuts: UInt64

  /// Writes a journal.
  static func write(to path: String, records: Int, seed: UInt64, rewinds: UInt64 = 2, cuts: UInt64 = 0) throws {
    var journal = LedgerJournal(
      writer: try JournalWriter.open(path: path), random: SeededGenerator(seed: seed), rewinds: rewinds,
      cuts: cuts)
    try journal.startSession()
    for _ in 0..<records { try journal.step() }
    if Bool.random(using: &journal.random) { try journal.writer.seal() }
    try journal.writer.close()
  }

  private mutating func startSession() throws {
    try writer.writeHeader(app: AppIdentity(name: LedgerApp.name), started: WallClock(microseconds: 0))
    if let seq = states.indices.last, let last = states[seq], Bool.random(using: &random) {
      state = last
      try writer.writeSnapshot(sameAs: seq, hash: StateEncoder().hash(state))
      states.append(state)
    } else {
      try snapshot(setsState: true)
    }
  }

  private mutating func snapshot(setsState: Bool, isWhole: Bool = true) throws {
    try writer.writeSnapshot(
      state: StateEncoder().encode(state), hash: StateEncoder().hash(state), setsState: setsState, isWhole: isWhole)
    if setsState { states.append(state) }
  }

  private mutating func step() throws {
    switch random.next() % 100 {
    case 0..<12 where states.last != .some(nil): try snapshot(setsState: false, isWhole: random.next() % 16 > 0)
    case 12..<14, 20..<(18 + rewinds):
      let known = states.indices.filter { states[$0] != nil }
      guard let target = known.randomElement(using: &random), let earlier = states[target] else { return }
      state = earlier
      try writer.rewind(to: target, hash: StateEncoder().hash(state))
      states.append(state)
    case 14..<17: try writer.mark(name: "here", text: "\(states.count)")
    case 17:
      try writer.gap(why: "paused", missing: 1)
      if Bool.random(using: &random) {
        state.total += 1000
        try snapshot(setsState: true)
      }
    case 18:
      if Bool.random(using: &random) { try writer.seal() }
      try startSession()
    case 19:
      try begin(.add(1))
      try writer.abandonAction()
      states.append(nil)
      state.total += 7
      try snapshot(setsState: true)
    default: try act()
    }
  }

  private func begin(_ action: LedgerAction) throws {
    try writer.beginAction(ActionHead(at: 0, type: "type", action: StateEncoder().encode(action)))
  }

  private mutating func act() throws {
    let action: LedgerAction =
      switch random.next() % 5 {
      case 0: .add(Int(random.next() % 100))
      case 1: .note("key \(random.next() % 5)", random.next() % 3 == 0 ? nil : Int(random.next() % 1000))
      case 2: .refuse(Int(random.next() % 10))
      default: .write(String(repeating: "text ", count: Int(random.next() % 4)))
      }
    if cuts > 0, random.next() % 100 < cuts {
      try writer.beginAction(
        ActionHead(at: 0, type: "cut", replayability: .opaque, action: Array(#"{"$opaque":"cut"}"#.utf8)))
    } else {
      try begin(action)
    }
    var refusal: String?
    do { try LedgerApp.reduce(&state, action) } catch { refusal = String(describing: error) }
    let hash = random.next() % 32 == 0 ? nil : try StateEncoder().hash(state)
    try writer.finishAction(ActionOutcome(hash: hash, unhashed: hash == nil ? "no time" : nil, error: refusal))
    states.append(state)
  }
}
