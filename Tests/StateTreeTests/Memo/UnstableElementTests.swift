import Expectations
import RuntimeLayout
import Synchronization
import TestSupport
import Testing

@testable import StateCoding
@testable import StateTree

/// Elements whose hashes don't follow from their bytes: the session finds them, and then hashes their collections in full.
struct UnstableElementTests {
  final class Box: Sendable, Codable {
    nonisolated(unsafe) var number: Int
    init(_ number: Int) { self.number = number }
  }

  /// Claims what isn't true: another owner of the box changes it.
  struct Claiming: Codable, BitwiseStable { var box: Box }

  struct Random: Codable {
    nonisolated(unsafe) static var count = 0
    var id: Int

    func encode(to encoder: any Encoder) throws {
      Random.count += 1
      var container = encoder.singleValueContainer()
      try container.encode(Random.count)
    }
  }

  struct ReadsPath: Codable {
    var id: Int

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(encoder.codingPath.map(\.stringValue).joined(separator: "."))
    }
  }

  /// An element with an object for its observers, which is another one in each state.
  struct Observed: Encodable {
    final class Registrar: Sendable {
      static let living = Atomic(0)
      init() { Registrar.living.add(1, ordering: .relaxed) }
      deinit { Registrar.living.subtract(1, ordering: .relaxed) }
    }

    var id: Int
    private var _$observationRegistrar = Registrar()

    init(_ id: Int) { self.id = id }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(id)
    }
  }

  @Test func `the objects of observers are retained as often as they are released`() throws {
    do {
      let session = session()
      for step in 0..<50 {
        let state = (0..<40).map { Observed($0 == step ? -1 : $0) }
        let (hash, whole) = (try session.hash(state), try StateEncoder(rules: .off).hash(state))
        try #require(hash == whole, "step \(step)")
      }
      // Only the layout tells the observer from the other fields.
      expectEqual(session.isFollowing, LayoutGate.process.isOpen)
    }
    expectEqual(Observed.Registrar.living.load(ordering: .relaxed), 0)
  }

  struct State<Element: Codable>: Codable { var list: [Element] }

  private func session() -> EncodingSession {
    let session = EncodingSession()
    session.followStates(limit: .max)
    return session
  }

  @Test func `an element that changes behind a reference is found after as many states as it has neighbours`() throws {
    let session = session()
    var outline = StateOutline()
    let state = State(list: (0..<100).map { Claiming(box: Box($0)) })
    try session.outline(state, into: &outline)
    state.list[40].box.number = -1
    var found: [UnstableElement] = []
    for _ in 0..<100 where found.isEmpty {
      try session.outline(state, into: &outline)
      found = session.takeUnstableElements()
    }
    expectEqual(
      found,
      [
        UnstableElement(
          type: "UnstableElementTests.Claiming", pointer: "/list/40", reason: .changedBehindReference)
      ])
    try expectEqual(outline.hash, StateEncoder().hash(state))
    state.list[41].box.number = -1
    try session.outline(state, into: &outline)
    try expectEqual(outline.hash, StateEncoder().hash(state))
    expectEqual(session.takeUnstableElements(), [])
  }

  struct Beside: Codable {
    var numbers: [String: Int] = [:]
    var list = (0..<100).map { Claiming(box: Box($0)) }
  }

  @Test(arguments: [40, 700, 100_000])
  func `empty places of a dictionary take no check from other collections`(capacity: Int) throws {
    let session = session()
    var outline = StateOutline()
    var state = Beside()
    state.numbers.reserveCapacity(capacity)
    for number in 0..<40 { state.numbers["number \(number)"] = number }
    try session.outline(["state": state], into: &outline)
    state.list[40].box.number = -1
    for _ in 0..<100 { try session.outline(["state": state], into: &outline) }
    expectEqual(session.takeUnstableElements().map(\.reason), [.changedBehindReference])
  }

  @Test(.privateLayouts) func `an element with another encoding each time is found at once`() throws {
    let session = session()
    var outline = StateOutline()
    try session.outline(State(list: (0..<100).map(Random.init)), into: &outline)
    expectEqual(
      session.takeUnstableElements(),
      [
        UnstableElement(type: "UnstableElementTests.Random", pointer: "/list/0", reason: .notDeterministic)
      ])
  }

  @Test(.privateLayouts) func `an element that reads its coding path is found at once`() throws {
    let session = session()
    var outline = StateOutline()
    var state = State(list: (0..<100).map(ReadsPath.init))
    try session.outline(state, into: &outline)
    expectEqual(
      session.takeUnstableElements(),
      [
        UnstableElement(type: "UnstableElementTests.ReadsPath", pointer: "/list/0", reason: .readsPath)
      ])
    state.list.insert(ReadsPath(id: -1), at: 0)
    try session.outline(state, into: &outline)
    try expectEqual(outline.hash, StateEncoder().hash(state))
  }
}
