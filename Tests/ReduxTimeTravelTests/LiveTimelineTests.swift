import Expectations
import ReduxTimeTravel
import TestSupport
import Testing

/// A state that can't be encoded, compared or sent: it holds a closure and an object.
private struct Desk {
  /// Counted during its lifetime.
  final class Lamp {}

  var notes: [String] = []
  var lamp = Lamp()
  var onChange: () -> Void = {}
}

/// An action that can't be encoded.
private enum DeskAction {
  case write(String)
  case change((inout Desk) -> Void)
  case fail
}

private struct NoRoom: Error {}

private func deskReducer(_ state: inout Desk, _ action: DeskAction) throws {
  switch action {
  case .write(let note): state.notes.append(note)
  case .change(let body): body(&state)
  case .fail:
    state.notes.append("half")
    throw NoRoom()
  }
}

/// A minimal store with a state, which takes the one that its timeline shows.
private final class DeskStore {
  private(set) var state = Desk()
  let timeline: LiveTimeline<Desk, DeskAction>
  /// How often the timeline reported a locked action.
  private(set) var reports = 0
  private var reduce: (inout Desk, DeskAction) throws -> Void = { _, _ in }

  init(limit: Int = 1000, keepingEvery interval: Int = 3, changes: TimelineChanges = .locked) {
    timeline = LiveTimeline(limit: limit, keepingEvery: interval)
    timeline.changes = changes
    timeline.onLocked = { [unowned self] _ in reports += 1 }
    reduce = timeline.following(deskReducer)
    timeline.onLook = { [unowned self] in look() }
  }

  /// Takes the timeline's state.
  func look() { timeline.show(in: &state) }

  func send(_ action: DeskAction) { try? reduce(&state, action) }

  func write(_ notes: String...) { for note in notes { send(.write(note)) } }
}

struct LiveTimelineTests {
  private let store = DeskStore()
  private var timeline: LiveTimeline<Desk, DeskAction> { store.timeline }

  @Test func `back and forward show states of any kind`() throws {
    store.write("a", "b")
    store.send(.change { $0.notes.reverse() })
    store.write("c")
    expectEqual(timeline.seqs, 0...4)
    var seen: [[String]] = []
    for _ in 1...5 {
      try timeline.back()
      seen.append(store.state.notes)
    }
    expectEqual(seen, [["b", "a"], ["a", "b"], ["a"], [], []])
    expectEqual(timeline.shownSeq, 0)
    seen = []
    for _ in 1...6 {
      try timeline.forward()
      seen.append(store.state.notes)
    }
    expectEqual(seen, [["a"], ["a", "b"], ["b", "a"], ["b", "a", "c"], ["b", "a", "c"], ["b", "a", "c"]])
    expectEqual(timeline.shownSeq, nil)
  }

  @Test func `changes are locked while the past is shown, counted, and reported once`() throws {
    store.write("a", "b")
    try timeline.peek(at: 1)
    store.write("c", "d")
    expectEqual(store.state.notes, ["a"])
    #expect((timeline.seqs, timeline.lockedCount, store.reports) == (0...2, 2, 1))
    timeline.returnToHead()
    expectEqual(store.state.notes, ["a", "b"])
    try timeline.back()
    store.write("e")
    timeline.resume()
    expectEqual(store.state.notes, ["a"])
    store.write("f")
    expectEqual(store.state.notes, ["a", "f"])
    #expect((timeline.seqs, timeline.lockedCount, store.reports) == (0...4, 3, 1))
  }

  @Test func `held changes are reduced at the return, in their order`() throws {
    timeline.changes = .held
    store.write("a", "b")
    try timeline.peek(at: 1)
    store.write("c", "d")
    expectEqual(store.state.notes, ["a"])
    #expect((timeline.seqs, timeline.lockedCount, store.reports) == (0...2, 2, 0))
    try timeline.toggle(2)
    expectEqual(store.state.notes, ["a"])
    timeline.returnToHead()
    expectEqual(store.state.notes, ["a", "b", "c", "d"])
    try timeline.peek(at: 1)
    store.write("e")
    timeline.resume()
    expectEqual(store.state.notes, ["a", "e"])
    expectEqual(timeline.seqs, 0...6)
    try expectEqual(timeline.state(at: 5).notes, ["a"])
  }

  @Test func `held changes are reduced before a later action, whenever the store shows the look`() throws {
    let store = store
    timeline.changes = .held
    var looks: [() -> Void] = []
    timeline.onLook = { looks.append { store.look() } }
    store.write("a")
    try timeline.peek(at: 0)
    store.write("b")
    expectEqual(store.state.notes, ["a"])
    timeline.returnToHead()
    store.write("c")
    expectEqual(store.state.notes, ["a", "b", "c"])
    looks.forEach { $0() }
    expectEqual(store.state.notes, ["a", "b", "c"])
  }

  @Test func `a reducer with an output returns another one for a locked action`() throws {
    let timeline = LiveTimeline<Desk, DeskAction>()
    timeline.onLocked = { _ in }
    let reduce = timeline.following(whenLocked: -1) { (desk: inout Desk, action: DeskAction) throws -> Int in
      try deskReducer(&desk, action)
      return desk.notes.count
    }
    var desk = Desk()
    try expectEqual(reduce(&desk, .write("a")), 1)
    try timeline.back()
    timeline.show(in: &desk)
    try expectEqual(reduce(&desk, .fail), -1)
    timeline.returnToHead()
    timeline.show(in: &desk)
    #expect(throws: NoRoom.self) { try reduce(&desk, .fail) }
    expectEqual(desk.notes, ["a", "half"])
  }

  @Test func `the head continues underneath if changes are reduced`() throws {
    timeline.changes = .reduced
    store.write("a", "b")
    try timeline.peek(at: 1)
    store.write("c")
    expectEqual(store.state.notes, ["a"])
    expectEqual(timeline.seqs, 0...3)
    timeline.returnToHead()
    expectEqual(store.state.notes, ["a", "b", "c"])
    store.write("d")
    try expectEqual(timeline.state(at: 4).notes, ["a", "b", "c", "d"])
  }

  @Test func `toggling leaves an action out and takes it back in`() throws {
    store.write("a", "b", "c", "d")
    try timeline.toggle(2)
    expectEqual(store.state.notes, ["a", "c", "d"])
    expectEqual(timeline.shownSeq, 4)
    try timeline.peek(at: 2)
    expectEqual(store.state.notes, ["a"])
    try timeline.toggle(1)
    expectEqual(store.state.notes, [])
    expectEqual(timeline.steps.map(\.isLeftOut), [true, true, false, false])
    try timeline.toggle(2)
    expectEqual(store.state.notes, ["b"])
    timeline.returnToHead()
    expectEqual(store.state.notes, ["a", "b", "c", "d"])
  }

  @Test func `resuming continues from the shown state`() throws {
    store.write("a", "b", "c")
    try timeline.toggle(2)
    var resumptions = 0
    timeline.onResume = { resumptions += 1 }
    timeline.resume()
    expectEqual(store.state.notes, ["a", "c"])
    #expect((timeline.shownSeq, timeline.seqs, resumptions) == (nil, 0...4, 1))
    store.write("d")
    expectEqual(store.state.notes, ["a", "c", "d"])
    // Leaving out an action changes neither the past nor a later resumed state.
    try expectEqual(timeline.state(at: 3).notes, ["a", "b", "c"])
    try timeline.toggle(1)
    expectEqual(store.state.notes, ["a", "c", "d"])
    try timeline.peek(at: 3)
    expectEqual(store.state.notes, ["b", "c"])
    guard case .resumed(from: 3)? = timeline.steps.dropFirst(3).first?.kind else {
      Issue.record("\(timeline.steps)")
      return
    }
    timeline.returnToHead()
    timeline.resume()
    #expect((timeline.seqs, resumptions) == (0...5, 1))
  }

  @Test func `a state from elsewhere is shown, and is continued from`() throws {
    store.write("a", "b")
    try timeline.toggle(1)
    timeline.open(Desk(notes: ["x"]))
    expectEqual(store.state.notes, ["x"])
    #expect((timeline.shownSeq, timeline.shownRecordedSeq, timeline.isAtHead) == (nil, nil, false))
    store.write("locked")
    #expect((store.state.notes, timeline.lockedCount) == (["x"], 1))
    timeline.returnToHead()
    #expect((store.state.notes, timeline.isAtHead) == (["a", "b"], true))
    timeline.open(Desk(notes: ["x"]))
    try timeline.back()
    #expect((store.state.notes, timeline.shownSeq) == ([], 1))
    timeline.open(Desk(notes: ["x"]))
    try timeline.forward()
    #expect((store.state.notes, timeline.isAtHead) == (["a", "b"], true))
    timeline.open(Desk(notes: ["x"]))
    timeline.resume()
    store.write("y")
    #expect((store.state.notes, timeline.isAtHead, timeline.seqs) == (["x", "y"], true, 0...4))
    guard case .replaced? = timeline.steps.dropFirst(2).first?.kind else {
      Issue.record("\(timeline.steps)")
      return
    }
    try expectEqual(timeline.state(at: 3).notes, ["x"])
    try expectEqual(timeline.state(at: 2).notes, ["a", "b"])
  }

  @Test func `a state is opened before the first action`() throws {
    timeline.open(Desk(notes: ["x"]))
    expectEqual(store.state.notes, ["x"])
    timeline.returnToHead()
    expectEqual(store.state.notes, [])
    timeline.open(Desk(notes: ["x"]))
    timeline.resume()
    store.write("y")
    expectEqual(store.state.notes, ["x", "y"])
    try expectEqual(timeline.state(at: 0).notes, ["x"])
  }

  @Test func `a throwing reducer leaves the same state when it runs again`() throws {
    store.write("a")
    store.send(.fail)
    store.write("b")
    expectEqual(timeline.steps.map { $0.error is NoRoom }, [false, true, false])
    try timeline.peek(at: 2)
    expectEqual(store.state.notes, ["a", "half"])
    try timeline.toggle(1)
    expectEqual(store.state.notes, ["half"])
  }

  @Test func `a missing state is an error and changes nothing`() throws {
    #expect(throws: TimelineError.noStates) { try timeline.back() }
    #expect(throws: TimelineError.noStates) { try timeline.state(at: 0) }
    try timeline.forward()
    timeline.returnToHead()
    timeline.resume()
    expectEqual(timeline.seqs, nil)
    store.write("a")
    #expect(throws: TimelineError.noState(2, first: 0, last: 1)) { try timeline.peek(at: 2) }
    #expect(throws: TimelineError.noState(-1, first: 0, last: 1)) { try timeline.toggle(-1) }
    #expect(throws: TimelineError.noAction(0)) { try timeline.toggle(0) }
    expectEqual(timeline.shownSeq, nil)
    try timeline.peek(at: 0)
    timeline.resume()
    #expect(throws: TimelineError.noAction(2)) { try timeline.toggle(2) }
    expectEqual("\(TimelineError.noState(2, first: 0, last: 1))", "state 2 is not available; states 0 to 1 are")
  }

  @Test func `old actions and states are dropped to bound memory`() throws {
    let store = DeskStore(limit: 100, keepingEvery: 10, changes: .reduced)
    let lamps = Lamps()
    for number in 1...1000 {
      store.send(.change { $0.lamp = lamps.make() })
      store.write("\(number)")
    }
    let seqs = try #require(store.timeline.seqs)
    expectEqual(seqs.upperBound, 2000)
    #expect(seqs.lowerBound >= 1900 && seqs.lowerBound <= 1910)
    #expect(lamps.alive <= 12)
    try expectEqual(store.timeline.state(at: seqs.lowerBound).notes.last, "\(seqs.lowerBound / 2)")
    try expectEqual(store.timeline.state(at: 1999).notes.last, "999")
    #expect(throws: TimelineError.noState(seqs.lowerBound - 1, first: seqs.lowerBound, last: 2000)) {
      try store.timeline.state(at: seqs.lowerBound - 1)
    }
    try store.timeline.peek(at: seqs.lowerBound)
    store.write("x", "y")
    for _ in 1...20 { store.write("z") }
    // The shown state is no longer kept, but shown until the next call.
    expectEqual(store.state.notes.last, "\(seqs.lowerBound / 2)")
    try store.timeline.back()
    expectEqual(store.timeline.shownSeq, store.timeline.seqs?.lowerBound)
  }

  @Test func `a store that shows a look later loses no action`() throws {
    var looks: [() -> Void] = []
    let store = store
    timeline.changes = .reduced
    timeline.onLook = { looks.append { store.look() } }
    store.write("a", "b")
    try timeline.peek(at: 1)
    store.write("c")
    expectEqual(store.state.notes, ["a", "b", "c"])
    looks.removeFirst()()
    expectEqual(store.state.notes, ["a"])
    timeline.resume()
    store.write("d")
    expectEqual(store.state.notes, ["a"])
    looks.removeFirst()()
    expectEqual(store.state.notes, ["a", "d"])
    try expectEqual(timeline.state(at: 5).notes, ["a", "d"])
  }

  @Test(arguments: [TimelineChanges.locked, .held, .reduced], [UInt64](1...10))
  func `states equal those of a store that keeps all of them`(changes: TimelineChanges, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = DeskStore(limit: 1000, keepingEvery: Int.random(in: 1...7, using: &generator), changes: changes)
    let timeline = store.timeline
    // The head after each step, the step, and where toggling can't change it.
    store.write("first")
    var heads = [[], ["first"]]
    var writes: [String?] = [nil, "first"]
    var leftOut: Set<Int> = []
    var held: [String] = []
    func write(_ note: String) {
      heads.append((heads.last ?? []) + [note])
      writes.append(note)
    }
    func state(at seq: Int) -> [String] {
      let fresh = writes[...seq].lastIndex { $0 == nil } ?? 0
      return heads[fresh] + ((fresh + 1)..<(seq + 1)).compactMap { leftOut.contains($0) ? nil : writes[$0] }
    }
    for number in 0..<200 {
      let last = heads.count - 1
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: try timeline.peek(at: Int.random(in: 0...last, using: &generator))
      case 1:
        timeline.returnToHead()
        held.forEach(write)
        held = []
      case 2:
        let seq = Int.random(in: 1...last, using: &generator)
        guard writes[seq] != nil else { continue }
        try timeline.toggle(seq)
        leftOut.formSymmetricDifference([seq])
      case 3 where Bool.random(using: &generator):
        guard let shown = timeline.shownSeq else { continue }
        let resumed = state(at: shown)
        timeline.resume()
        heads.append(resumed)
        writes.append(nil)
        leftOut = []
        held.forEach(write)
        held = []
      default:
        store.write("\(number)")
        switch changes {
        case .locked where timeline.shownSeq != nil: break
        case .held where timeline.shownSeq != nil: held.append("\(number)")
        default: write("\(number)")
        }
      }
      expectEqual(timeline.seqs, 0...(heads.count - 1), "seed \(seed), step \(number)")
      let shown = timeline.shownSeq.map(state) ?? heads.last
      expectEqual(store.state.notes, shown, "seed \(seed), step \(number)")
      let seq = Int.random(in: 0..<heads.count, using: &generator)
      try expectEqual(timeline.state(at: seq).notes, state(at: seq), "seed \(seed), step \(number), state \(seq)")
    }
  }
}

/// Lamps that count their live instances.
private final class Lamps {
  private final class WeakLamp {
    weak var lamp: Desk.Lamp?
    init(_ lamp: Desk.Lamp) { self.lamp = lamp }
  }

  private var made: [WeakLamp] = []

  var alive: Int { made.count { $0.lamp != nil } }

  func make() -> Desk.Lamp {
    let lamp = Desk.Lamp()
    made.append(WeakLamp(lamp))
    return lamp
  }
}
