import Expectations
import StateCoding
import StateTree
import TestSupport
import Testing

/// What a session encodes of a state that it follows.
@Suite(.serialized, .privateLayouts) struct FollowingCostTests {
  /// An element that counts how often it is encoded.
  struct Counting: Codable, Hashable {
    nonisolated(unsafe) static var count = 0
    var id: Int

    init(_ id: Int) { self.id = id }

    func encode(to encoder: any Encoder) throws {
      Counting.count += 1
      var container = encoder.singleValueContainer()
      try container.encode(id)
    }
  }

  /// Hashes a state as it changes.
  private final class Subject<State: Encodable> {
    var state: State
    private var session = EncodingSession()
    private var outline = StateOutline()

    init(_ state: State) throws {
      self.state = state
      session.followStates(limit: .max)
      try session.outline(state, into: &outline)
    }

    /// The number of elements encoded after a change.
    func encoded(after change: (inout State) -> Void = { _ in }) throws -> Int {
      change(&state)
      Counting.count = 0
      try session.outline(state, into: &outline)
      let count = Counting.count
      try expectEqual(outline.hash, StateEncoder().hash(state))
      return count
    }
  }

  private func elements(_ range: Range<Int>) -> [Counting] { range.map { Counting($0) } }

  /// The number of unchanged elements that each state encodes, if elements are single values.
  private let checked = 6

  @Test func `only elements that changed are encoded, and six to check`() throws {
    let list = try Subject(elements(0..<1000))
    try expectEqual(list.encoded(), checked)
    try expectEqual(list.encoded { $0[500].id = -1 }, checked + 1)
    try expectEqual(list.encoded { $0.append(Counting(-2)) }, checked + 1)
    try expectEqual(list.encoded { $0.insert(Counting(-3), at: 0) }, checked + 1)
    try expectEqual(list.encoded { $0.remove(at: 300) }, checked)
    try expectEqual(list.encoded { $0.insert($0.remove(at: 100), at: 800) }, checked)
    try expectEqual(list.encoded { $0.swapAt(10, 900) }, checked + 2)
    try expectEqual(list.encoded { $0.removeSubrange(200..<400) }, checked)
    try expectEqual(list.encoded { $0.reverse() }, checked)
    try expectEqual(list.encoded { $0 = $0.map { $0 } }, checked)
  }

  @Test func `collections share the six checks, which go round all of them`() throws {
    let lists = try Subject(
      Dictionary(uniqueKeysWithValues: (0..<10).map { ("list \($0)", elements(0..<18)) }))
    // A check that reaches the end of the last collection goes on in the next state.
    try expectEqual((0..<50).map { _ in try lists.encoded() }, Array(repeating: checked, count: 50))
  }

  @Test func `a large element takes up the checks of later states, too`() throws {
    let rows = try Subject((0..<20).map { _ in elements(0..<800) })
    // The first state has checked a row.
    var encoded = 0
    for _ in 0..<270 { encoded += try rows.encoded() }
    expectEqual(encoded, 2 * 800)
  }

  @Test func `only entries that changed are encoded, wherever the dictionary keeps them`() throws {
    let names = Dictionary(uniqueKeysWithValues: (0..<1000).map { ("entry \($0)", Counting($0)) })
    // The journal lists the members of a small dictionary in the first two levels, which isn't followed then.
    let entries = try Subject(["all": ["entries": names]])
    /// The number of entries encoded after a change, without those to check: at most eight places are looked at.
    func encoded(after change: (inout [String: Counting]) -> Void) throws -> ClosedRange<Int> {
      let count = try entries.encoded { change(&$0["all", default: [:]]["entries", default: [:]]) }
      return max(0, count - 8)...count
    }
    #expect(try encoded { _ in }.contains(0))
    #expect(try encoded { for number in 0..<20 { $0["entry \(number)"]?.id = -1 } }.contains(20))
    #expect(try encoded { for number in 0..<20 { $0["new \(number)"] = Counting(number) } }.contains(20))
    // Entries behind a removed one move up.
    #expect(try encoded { for number in 100..<400 { $0["entry \(number)"] = nil } }.contains(0))
    #expect(try encoded { $0.reserveCapacity(10_000) }.contains(0))
    #expect(try encoded { $0 = $0.filter { $0.value.id % 2 == 0 } }.contains(0))
    #expect(try encoded { $0 = $0.mapValues { $0 } }.contains(0))
    #expect(
      try encoded { $0 = $0.mapValues { Counting($0.id + 1) } }.contains(entries.state["all"]?["entries"]?.count ?? 0))
    // Storage with far more places than entries is not compared.
    #expect(try encoded { $0 = $0.filter { $0.key.hasSuffix("7") } }.contains(0))
    try expectEqual(encoded { $0.reserveCapacity(100_000) }.upperBound, entries.state["all"]?["entries"]?.count)
    try expectEqual(encoded { $0.removeAll(keepingCapacity: true) }, 0...0)
  }

  /// Counts its living copies.
  final class Token {
    nonisolated(unsafe) static var living = 0
    init() { Token.living += 1 }
    deinit { Token.living -= 1 }
  }
  struct Holding: Encodable, BitwiseStable {
    let token = Token()
    func encode(to encoder: any Encoder) throws { try 1.encode(to: encoder) }
  }

  @Test func `nothing is kept of entries that went`() throws {
    var lists: [String: [Holding]] = [:]
    for number in 0..<40 { lists["list \(number)"] = (0..<20).map { _ in Holding() } }
    do {
      let session = following()
      var outline = StateOutline()
      func follow() throws { try session.outline(["all": ["lists": lists]], into: &outline) }
      for index in 0..<3 {
        try follow()
        for number in 0..<20 { lists["list \(number)"]?[index] = Holding() }
      }
      try follow()
      expectEqual(Token.living, 40 * 20)
      for number in 0..<20 {
        lists["list \(number)"] = nil
        try follow()
        expectEqual(Token.living, (39 - number) * 20)
        if number % 5 == 0 { lists = lists.filter { _ in true } }
      }
    }
    lists = [:]
    expectEqual(Token.living, 0)
  }

  @Test func `only elements of a set that came or went are encoded`() throws {
    let set = try Subject(["chosen": Set(elements(0..<1000))])
    // An element that went is encoded to find its place.
    try expectEqual(set.encoded(), checked)
    try expectEqual(set.encoded { $0["chosen"]?.insert(Counting(-1)) }, checked + 1)
    try expectEqual(set.encoded { $0["chosen"]?.remove(Counting(500)) }, checked + 1)
    try expectEqual(set.encoded { $0["chosen"]?.formSymmetricDifference([Counting(1), Counting(-2)]) }, checked + 2)
    try expectEqual(set.encoded { $0["chosen"]?.reserveCapacity(10_000) }, checked)
  }

  @Test func `only entries that changed are encoded where keys are elements of an array`() throws {
    let entries = Dictionary(uniqueKeysWithValues: elements(0..<1000).map { ([$0], $0) })
    let pairs = try Subject(["pairs": entries])
    // A check encodes a key and a value, and a key makes two values: the one of its text, too.
    let checked = try pairs.encoded()
    #expect(checked <= 8)
    // Its key to find its place, its key and its value.
    try expectEqual(pairs.encoded { $0["pairs"]?[[Counting(7)]] = Counting(-7) }, checked + 3)
    try expectEqual(pairs.encoded { $0["pairs"]?[[Counting(-1)]] = Counting(1) }, checked + 2)
    try expectEqual(pairs.encoded { $0["pairs"]?[[Counting(8)]] = nil }, checked + 1)
  }

  struct Folder: Codable { var lists: [List] }
  struct List: Codable { var items: [String: Item] }
  struct Item: Codable { var tags: [Counting] }

  @Test func `a change four collections deep is found by encoding what changed`() throws {
    let list = List(
      items: Dictionary(uniqueKeysWithValues: (0..<16).map { ("item \($0)", Item(tags: elements(0..<20))) }))
    let folder = Folder(lists: Array(repeating: list, count: 16))
    let folders = try Subject(["folders": Array(repeating: folder, count: 16)])
    /// The elements encoded after a change of the same tag.
    func encoded(_ step: Int) throws -> Int {
      try folders.encoded { $0["folders"]?[5].lists[3].items["item 7"]?.tags[11].id = -step }
    }
    // What is kept of a collection begins with the first change in it: a folder, a list, an item and a tag.
    let counts = try (1...5).map(encoded)
    expectEqual(counts, [16 * 320, 320, 20, 1, 1])
    // Another item of this list, and another tag of this item.
    try expectEqual(folders.encoded { $0["folders"]?[5].lists[3].items["item 8"]?.tags[0].id = -1 }, 20)
    try expectEqual(folders.encoded { $0["folders"]?[5].lists[3].items["item 8"]?.tags[9].id = -1 }, 1)
    try expectEqual(folders.encoded { $0["folders"]?[5].lists[3].items["item 7"]?.tags.removeFirst() }, 0)
  }

  @Test func `collections in elements that have changed lately are followed, however many elements did before`() throws
  {
    let rows = try Subject(Array(repeating: elements(0..<20), count: 400))
    for row in 0..<400 { _ = try rows.encoded { $0[row][0].id = -1 } }
    for row in 300..<400 {
      let encoded = try rows.encoded { $0[row][1].id = -1 }
      // One, and a row at most to check.
      #expect(encoded == 1 || encoded == 21, "row \(row)")
    }
  }

  @Test func `only elements that changed are encoded for a patch`() throws {
    let tracker = StateTracker(rules: .off, session: following())
    var state = ["elements": elements(0..<1000)]
    /// The number of elements encoded after a change: twice for a new one, once for an old one, the first one to look for
    /// an id, and six to check.
    func encoded(after change: (inout [Counting]) -> Void) throws -> Int {
      change(&state["elements", default: []])
      Counting.count = 0
      try tracker.follow(state)
      return Counting.count - checked
    }
    try expectEqual(encoded { _ in }, 1000)
    try expectEqual(encoded { _ in }, 0)
    try expectEqual(encoded { $0[500].id = -1 }, 4)
    try expectEqual(encoded { $0.append(Counting(-2)) }, 2)
    try expectEqual(encoded { $0.insert(Counting(-3), at: 0) }, 2)
    try expectEqual(encoded { $0.remove(at: 300) }, 0)
    try expectEqual(encoded { $0.removeSubrange(200..<210) }, 0)
    try expectEqual(encoded { $0 = $0.map { $0 } }, 0)
  }

  @Test func `collections in the elements of a short array are compared by themselves`() throws {
    let tracker = StateTracker(rules: .off, session: following())
    var state = ["rows": [elements(0..<1000), elements(0..<1000)]]
    try tracker.follow(state)
    state["rows"]?[1][500].id = -1
    Counting.count = 0
    try tracker.follow(state)
    // Of the thousands: three of the changed one, one to look for an id, and those to check.
    #expect(Counting.count <= checked + 4)
    expectEqual(tracker.changes?.patch.json.compact, #"[{"op":"replace","path":"/rows/1/500","value":-1}]"#)
  }

  @Test func `only elements of a set that came or went are encoded for a patch`() throws {
    let tracker = StateTracker(rules: .off, session: following())
    var state = ["chosen": Set(elements(0..<1000))]
    for _ in 0..<2 { try tracker.follow(state) }
    state["chosen"]?.insert(Counting(5000))
    Counting.count = 0
    try tracker.follow(state)
    #expect(Counting.count <= checked + 1)
    // In the order of texts.
    expectEqual(tracker.changes?.patch.json.compact, #"[{"op":"add","path":"/chosen/448","value":5000}]"#)
  }

  private func following() -> EncodingSession { StateEncoder().followingSession(limit: .max) }
}
