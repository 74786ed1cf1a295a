import Expectations
import ReduxRecorder
import StateCoding
import StateTable
import StateTree
import Synchronization
import TestSupport
import Testing

@testable import ReduxJournal
@testable import ReduxReplay

/// The films with a changed count of opened ones.
private enum MiscountingFilmApp: ReplayableApp {
  static let name = FilmApp.name
  static var initialState: FilmState { FilmState() }

  static func reduce(_ state: inout FilmState, _ action: FilmAction) throws {
    try FilmApp.reduce(&state, action)
    if case .open = action { state.opened += 1 }
  }
}

/// The films, refusing to write.
private enum RefusingFilmApp: ReplayableApp {
  static let name = FilmApp.name
  static var initialState: FilmState { FilmState() }

  static func reduce(_ state: inout FilmState, _ action: FilmAction) throws {
    if case .write("two") = action { throw Refused(description: "not two") }
    try FilmApp.reduce(&state, action)
  }
}

/// The films after a fix: without a clock.
private enum TimelessFilmApp: ReplayableApp {
  static let name = FilmApp.name
  static var initialState: FilmState { FilmState() }

  static func reduce(_ state: inout FilmState, _ action: FilmAction) throws {
    let before = state
    try FilmApp.reduce(&state, action)
    state.lastOpened = before.lastOpened
    for id in Array(state.films.ids) {
      state.films[id: id]?.addedToList = before.films[id: id]?.addedToList
    }
  }
}

/// Numbers entries by a counter outside of the state, which a second replay in the process finds moved.
private enum CountingApp: ReplayableApp {
  struct State: Codable, Equatable, Sendable {
    var ids: [Int] = []
    var sum = 0
  }

  enum Action: Codable, Equatable, Sendable { case add, double }

  static let name = "counting"
  static var initialState: State { State() }
  static let next = Mutex(0)
  static let factor = Mutex(2)

  static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .add:
      state.ids.append(
        next.withLock {
          $0 += 1
          return $0
        })
      state.sum += 1
    case .double: state.sum *= factor.withLock { $0 }
    }
  }
}

/// Verifications that continue behind a divergence.
struct FollowingTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  @Test func `a difference behind reducers with hidden state is found at its place`() throws {
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: CountingApp.name))
    let reduce = recorder.recording(CountingApp.reduce)
    var state = CountingApp.initialState
    for action in [CountingApp.Action.add, .add, .double, .add, .add] { reduce(&state, action) }
    recorder.close()
    CountingApp.next.withLock { $0 = 0 }
    CountingApp.factor.withLock { $0 = 3 }
    let report = try verify(CountingApp.self)
    expectEqual(report.divergence?.seq, 3)
    expectEqual(places(report), ["/sum: 1 (0) double 3...3", "/ids/*: 2 (2) add 4...5"])
  }

  private func record(
    _ actions: [FilmAction] = FilmApp.session, _ states: RecordedStates = .snapshots, rules: RedactionRules = .off,
    hashing: HashPolicy = .everyAction
  ) throws {
    try FilmApp.record(actions, to: file.path, RecorderOptions(states: states, hashing: hashing, rules: rules))
  }

  private func verify<App: ReplayableApp>(
    _ app: App.Type = FilmApp.self, keepingGoing: Bool = true, ignoring: [RedactionRules.Pointer] = [], jobs: Int = 1
  ) throws -> VerifyReport {
    try Replayer<App>(path: file.path).replay(
      jobs: jobs, search: DivergenceSearch(keepingGoing: keepingGoing, ignoring: ignoring)
    ).report
  }

  private func places(_ report: VerifyReport) -> [String] {
    report.divergences.locations.map { place in
      "\(place.pointer ?? "refused"): \(place.actions) (\(place.impure)) \(place.types.keys.sorted().joined(separator: "+")) "
        + "\(place.first.seq)...\(place.last.seq)"
    }
  }

  @Test(arguments: [RecordedStates.snapshots, .patches])
  func `finds all places that a clock fills, with the responsible actions`(states: RecordedStates) throws {
    try record(FilmApp.session, states)
    let report = try verify()
    expectEqual(
      places(report),
      [
        "/films/entities/*/addedToList: 6 (6) add+see 1...12", "/lastOpened: 3 (3) open 2...10",
      ])
    expectEqual(report.divergences.actions, 9)
    #expect(!report.divergences.areMore)
    expectEqual(report.divergence?.seq, 1)
    expectEqual(
      report.divergence?.members.map(\.pointer),
      [states == .patches ? "/films/entities/a/addedToList" : "/films/entities/a"])
    // If patches give the recorded state, the replay continues from it.
    expectEqual(report.strayed, (states == .patches ? 0 : 3))
    expectEqual(report.proven, (states == .patches ? 4 : 1))
  }

  @Test func `ends at the first divergence by default`() throws {
    try record()
    let report = try verify(keepingGoing: false)
    expectEqual(report.divergence?.seq, 1)
    #expect(report.divergences.locations.isEmpty && report.strayed == 0)
  }

  @Test func `distinguishes a changed reducer from a clock`() throws {
    try FilmApp.record(to: file.path, RecorderOptions(rules: .off, volatile: FilmApp.volatile))
    let report = try verify(MiscountingFilmApp.self)
    expectEqual(places(report), ["/opened: 1 (0) open 2...2"])
    expectEqual(report.strayed, 10)
    expectEqual(report.divergences.actions, 1)
  }

  @Test func `examines each action of a self-contained journal`() throws {
    try FilmApp.record(to: file.path, RecorderOptions(states: .patches, rules: .off, volatile: FilmApp.volatile))
    let report = try verify(MiscountingFilmApp.self)
    expectEqual(places(report), ["/opened: 3 (0) open 2...10"])
    #expect((report.strayed, report.proven) == (0, 10))
  }

  @Test func `continues after another error`() throws {
    try FilmApp.record(to: file.path, RecorderOptions(rules: .off, volatile: FilmApp.volatile))
    let report = try verify(RefusingFilmApp.self)
    expectEqual(places(report), ["refused: 1 (0) write 11...11", "/log: 1 (0) write 11...11"])
    expectEqual(report.divergences.actions, 1)
    expectEqual(report.strayed, 1)
  }

  @Test func `resumes at a snapshot`() throws {
    try record([.open, .write(String(repeating: "x", count: 70_000)), .write("a"), .write("b"), .open, .write("c")])
    let snapshots = try file.lines().filter { $0.hasPrefix(#"{"kind":"snapshot""#) }
    expectEqual(snapshots.count, 2)
    let report = try verify()
    expectEqual(places(report), ["/lastOpened: 2 (2) open 1...5"])
    // One divergence before the snapshot, one after the second.
    expectEqual(report.strayed, 2)
    expectEqual(report.proven, 3)
  }

  @Test func `proves a correct journal with any number of threads`() throws {
    try record([.write("a"), .close, .write("b")])
    for jobs in [1, 3] {
      let report = try verify(jobs: jobs)
      #expect(report.divergence == nil && report.divergences.locations.isEmpty)
      expectEqual(report.proven, 4)
    }
  }

  @Test func `continues after rewinds to states that differ`() throws {
    let recorder = try Recorder(
      path: file.path, app: AppIdentity(FilmApp.self), options: RecorderOptions(rules: .off))
    var state = FilmState()
    recorder.start(state)
    let reduce = recorder.recording(FilmApp.reduce)
    var states = [state]
    for action: FilmAction in [.write("a"), .open, .write("b")] {
      try reduce(&state, action)
      states.append(state)
    }
    try recorder.recordRewind(to: 2, state: states[2])
    state = states[2]
    try reduce(&state, .write("c"))
    try recorder.recordRewind(to: 1, state: states[1])
    state = states[1]
    try reduce(&state, .write("d"))
    recorder.close()
    let report = try verify()
    expectEqual(places(report), ["/lastOpened: 1 (1) open 2...2"])
    #expect((report.strayed, report.unchecked) == (1, 2))
    expectEqual(report.proven, 4)
    expectEqual(report.lastSeq, 7)
    // A resumed state may differ elsewhere too.
    let ignoring = try verify(keepingGoing: false, ignoring: ["/lastOpened"])
    expectEqual(ignoring.divergence, nil)
    #expect((ignoring.excused, ignoring.undecided, ignoring.proven) == (2, 2, 4))
  }

  @Test func `distinguishes a possible secret from a clock`() throws {
    try record(rules: .usual)
    let report = try verify()
    expectEqual(places(report).first, "/films/entities/*/addedToList: 6 (6) add+see 1...12")
    #expect(report.redacted.isEmpty)
    try FilmApp.record(to: file.path + "2", RecorderOptions(volatile: FilmApp.volatile))
    let mistaken = try Replayer<MiscountingFilmApp>(path: file.path + "2").replay(
      jobs: 1, search: DivergenceSearch(keepingGoing: true)
    ).report
    #expect(mistaken.redacted.isEmpty)
    expectEqual(mistaken.divergence?.seq, 2)
    // The state's password is the reducer's own, not a stand-in that could be varied.
    expectEqual(mistaken.divergence?.redaction, .unknown)
  }

  @Test func `passes over states without a hash`() throws {
    try record(hashing: .every(3))
    let report = try verify()
    expectEqual(report.divergence?.seq, 3)
    expectEqual(report.divergences.actions, 4)
    #expect(report.divergences.locations.map(\.pointer).contains("/lastOpened"))
  }

  // MARK: Ignoring

  private static let both = FilmApp.volatile

  @Test func `a patch shows that no other member differs`() throws {
    try record(FilmApp.session, .patches)
    let report = try verify(keepingGoing: false, ignoring: Self.both)
    expectEqual(report.divergence, nil)
    #expect((report.proven, report.excused, report.undecided) == (4, 9, 0))
    let one = try verify(keepingGoing: false, ignoring: ["/films/entities/*/addedToList"])
    expectEqual(one.divergence?.seq, 2)
    expectEqual(one.divergence?.members.map(\.pointer), ["/lastOpened"])
    expectEqual(one.excused, 1)
    let mistaken = try verify(MiscountingFilmApp.self, ignoring: Self.both)
    expectEqual(places(mistaken), ["/opened: 3 (0) open 2...10"])
    expectEqual(mistaken.excused, 6)
  }

  @Test func `short hashes show it for members that are ignored as a whole`() throws {
    try record([.open, .write("a"), .open, .close, .write("b")])
    let report = try verify(keepingGoing: false, ignoring: ["/lastOpened"])
    expectEqual(report.divergence, nil)
    #expect((report.proven, report.excused, report.undecided) == (3, 3, 0))
    let mistaken = try verify(MiscountingFilmApp.self, keepingGoing: false, ignoring: ["/lastOpened"])
    expectEqual(mistaken.divergence?.seq, 1)
  }

  @Test func `a partly ignored member remains undecided`() throws {
    try record([.add("a"), .write("x")])
    let report = try verify(keepingGoing: false, ignoring: ["/films/entities/*/addedToList"])
    expectEqual(report.divergence, nil)
    #expect((report.proven, report.excused, report.undecided) == (1, 0, 2))
    // A reducer that does something else there gets no other answer, which is why it is none.
    let other = try verify(TimelessFilmApp.self, keepingGoing: false, ignoring: ["/films/entities/*/addedToList"])
    #expect((other.proven, other.excused, other.undecided) == (1, 0, 2))
  }

  @Test func `a snapshot shows whether anything else differs`() throws {
    try record([.add("a"), .open, .write(String(repeating: "x", count: 70_000)), .add("b")])
    let report = try verify(keepingGoing: false, ignoring: Self.both)
    expectEqual(report.divergence, nil)
    expectEqual(report.undecided, 4)
    // The snapshot includes a film that is seen at once.
    enum SeeingFilmApp: ReplayableApp {
      static let name = FilmApp.name
      static var initialState: FilmState { FilmState() }
      static func reduce(_ state: inout FilmState, _ action: FilmAction) throws {
        try FilmApp.reduce(&state, action)
        if case .add(let id) = action { state.films[id: id]?.isSeen = true }
      }
    }
    let mistaken = try verify(SeeingFilmApp.self, keepingGoing: false, ignoring: Self.both)
    expectEqual(mistaken.divergence?.seq, 3)
    let places = try verify(SeeingFilmApp.self, ignoring: Self.both).divergences.locations
    expectEqual(places.map(\.pointer), ["/films/entities/a/isSeen"])
  }

  @Test func `a record without a list of changes shows nothing`() throws {
    try record([.open, .write("a")])
    let lines = try file.lines().map { $0.replacing(/"changed":\{"\/log[^}]*\}/, with: #""changed":{}"#) }
    #expect(try lines != file.lines())
    try file.writeResealed(lines)
    let report = try verify(keepingGoing: false, ignoring: ["/lastOpened"])
    #expect((report.excused, report.undecided) == (1, 1))
    try expectEqual(verify(keepingGoing: false, ignoring: [""]).excused, 2)
  }

  // MARK: Places

  @Test(arguments: [
    (["/a/1/t", "/a/22/t", "/a/x/t"], ["/a/*/t"]),
    (["/a/x/t", "/a/y/t", "/a/y/u", "/a/z/t"], ["/a/*/t", "/a/y/u"]),
    (["/a", "/b"], ["/a", "/b"]),
    (["/a/x/b/y/t", "/a/z/b/w/t"], ["/a/x/b/y/t", "/a/z/b/w/t"]),
    (["/list/-", "/list/3"], ["/list/*"]),
    (["/a/0C2C4F2E-6E0B-4A43-9C0D-0123456789ab", "/a/11111111-2222-3333-4444-555555555555"], ["/a/*"]),
    (
      ["/a/0C2C4F2E-6E0B-4A43-9C0D-0123456789ax", "/a/11111111-2222-3333-4444-55555555555"],
      [
        "/a/0C2C4F2E-6E0B-4A43-9C0D-0123456789ax", "/a/11111111-2222-3333-4444-55555555555",
      ]
    ),
    ([""], [""]),
  ])
  func `merges locations that differ in a key or an index`(pointers: [String], expected: [String]) throws {
    var places = DivergentLocations()
    for (index, pointer) in pointers.enumerated() {
      places.add(
        DivergentLocation.Action(seq: index + 1, type: "t"),
        at: [DivergentPlace(pointer: try JSONPointer(pointer), isImpure: index == 0)])
    }
    expectEqual(places.locations.map { $0.pointer ?? "" }, expected)
    expectEqual(places.actions, pointers.count)
    expectEqual(places.locations.reduce(0) { $0 + $1.actions }, pointers.count)
    expectEqual(places.locations[0].impure, 1)
  }

  @Test func `limits the number of locations`() throws {
    var places = DivergentLocations()
    for seq in 1...1000 {
      places.add(
        DivergentLocation.Action(seq: seq, type: "type \(seq)"),
        at: [DivergentPlace(pointer: try JSONPointer("/a\(seq)"))])
      places.add(
        DivergentLocation.Action(seq: seq, type: "type \(seq)"), at: [DivergentPlace(pointer: try JSONPointer("/b/7"))])
    }
    #expect(places.locations.count == 32 && places.areMore)
    expectEqual(places.locations[1].types.count, 16)
    expectEqual(places.locations[1].actions, 1000)
  }
}
