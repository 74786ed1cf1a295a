import Expectations
import Foundation
import TestSupport
import Testing

@testable import StateCoding
@testable import StateTree

/// Reflected states are followed from one to the next, with the hashes and patches of the same states as Codable.
struct FollowedReflectionTests {
  @Test(arguments: 0..<UInt64(Soak.count(4, soak: 200)))
  func `a reflected state is followed like the same state as Codable`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var state = FollowedPlain(count: 20 + Int(seed) * 7)
    let sessions = [EncodingSession(), EncodingSession()]
    for session in sessions { session.followStates(limit: .max) }
    let trackers = (0..<2).map { _ in
      let session = EncodingSession()
      session.followStates(limit: .max)
      return StateTracker(rules: .off, session: session)
    }
    for step in 0..<40 {
      let coded = state.coded
      let hash = try StateEncoder(rules: .off).hash(Reflected(state))
      try #require(StateEncoder(rules: .off).hash(coded) == hash, "seed \(seed), step \(step)")
      try #require(sessions[0].hash(Reflected(state)) == hash, "seed \(seed), step \(step)")
      try #require(sessions[1].hash(coded) == hash, "seed \(seed), step \(step)")
      try trackers[0].follow(Reflected(state))
      try trackers[1].follow(coded)
      try #require(trackers[0].changes?.patch == trackers[1].changes?.patch, "seed \(seed), step \(step)")
      for _ in 0...(step % 3) { state.edit(using: &generator) }
    }
  }

  @Test(.privateLayouts) func `a reflected state is followed where private layouts are known`() throws {
    let session = EncodingSession()
    session.followStates(limit: .max)
    _ = try session.hash(Reflected(FollowedPlain(count: 200)))
    #expect(session.isFollowing)
  }

  @Test(.privateLayouts, arguments: [15, 16, 40])
  func `an observed list that shows its elements is read and followed`(count: Int) throws {
    let session = EncodingSession()
    session.followStates(limit: .max)
    var state = ObservedPlain(count: count)
    for step in 0..<4 {
      let coded = ObservedPlain.Coded(items: state.items.map(\.coded))
      try expectEqual(session.hash(Reflected(state)), StateEncoder(rules: .off).hash(coded))
      state.rename(step * 3)
    }
    expectEqual(session.isFollowing, count >= 16)
  }
}

/// A state as a macro for observation makes it, with a list that holds a key path.
private struct ObservedPlain {
  struct Coded: Encodable { var items: [FollowedPlain.Coded.Item] }

  struct List: RandomAccessCollection, CustomReflectable {
    private let id = \FollowedPlain.Item.id
    private(set) var elements: [FollowedPlain.Item]

    init(_ elements: [FollowedPlain.Item]) { self.elements = elements }

    var startIndex: Int { elements.startIndex }
    var endIndex: Int { elements.endIndex }
    subscript(position: Int) -> FollowedPlain.Item { elements[position] }
    var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
    mutating func rename(_ index: Int) { elements[index].title += "!" }
  }

  private var _items: List
  private var _$observationRegistrar = 0

  init(count: Int) { _items = List((0..<count).map { FollowedPlain.Item(id: $0, title: "item \($0)") }) }

  var items: List { _items }

  mutating func rename(_ index: Int) {
    _$observationRegistrar += 1
    _items.rename(index)
  }
}

/// A state without conformances.
private struct FollowedPlain {
  enum Kind { case plain, tagged(String), sized(width: Int, height: Int?) }

  struct Item: Hashable {
    var id: Int
    var title: String
    var note: String?
    var rank = 0.5

    var coded: Coded.Item { Coded.Item(id: id, title: title, note: note, rank: rank) }
  }

  var count = 0
  var items: [Item]
  var kinds: [Kind]
  var byName: [String: Item]
  var byNumber: [Int: Kind]
  var chosen: Set<Item> = []
  var groups: [[Item]] = []

  init(count: Int) {
    items = (0..<count).map { Item(id: $0, title: "item \($0)") }
    kinds = (0..<count).map { FollowedPlain.kind($0) }
    byName = Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", Item(id: $0, title: "entry")) })
    byNumber = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, FollowedPlain.kind($0)) })
    chosen = Set(items.prefix(count / 2))
    groups = (0..<4).map { _ in items }
  }

  private static func kind(_ number: Int) -> Kind {
    [.plain, .tagged("tag \(number)"), .sized(width: number, height: number % 2 == 0 ? nil : 1)][number % 3]
  }

  mutating func edit(using generator: inout SeededGenerator) {
    count += 1
    let index = Int.random(in: 0..<items.count, using: &generator)
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: items[index].title += "x"
    case 1: items[index].note = items[index].note == nil ? "note" : nil
    case 2: items.insert(Item(id: 1000 + count, title: "new"), at: index)
    case 3: items.remove(at: index)
    case 4: kinds[index % kinds.count] = FollowedPlain.kind(count)
    case 5: byName["k\(index)"] = Item(id: count, title: "changed")
    case 6: byNumber[index] = byNumber[index] == nil ? .plain : nil
    case 7: chosen.insert(Item(id: count, title: "chosen"))
    default: groups[index % 4].append(Item(id: count, title: "grouped"))
    }
  }

  var coded: Coded {
    Coded(
      count: count, items: items.map(\.coded), kinds: kinds.map { Coded.Kind($0) }, byName: byName.mapValues(\.coded),
      byNumber: byNumber.mapValues { Coded.Kind($0) }, chosen: Set(chosen.map(\.coded)),
      groups: groups.map { $0.map(\.coded) })
  }

  /// The same with conformances.
  struct Coded: Codable {
    enum Kind: Codable {
      case plain, tagged(String), sized(width: Int, height: Int?)

      init(_ kind: FollowedPlain.Kind) {
        self =
          switch kind {
          case .plain: .plain
          case .tagged(let tag): .tagged(tag)
          case .sized(let width, let height): .sized(width: width, height: height)
          }
      }
    }

    struct Item: Codable, Hashable {
      var id: Int
      var title: String
      var note: String?
      var rank: Double
    }

    var count: Int
    var items: [Item]
    var kinds: [Kind]
    var byName: [String: Item]
    var byNumber: [Int: Kind]
    var chosen: Set<Item>
    var groups: [[Item]]
  }
}
