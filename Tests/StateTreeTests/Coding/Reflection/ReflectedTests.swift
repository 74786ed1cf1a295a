import Expectations
import Foundation
import StateTree
import TestSupport
import Testing

@testable import StateCoding

struct ReflectedTests {
  /// A value's JSON by reflection.
  private func json(_ value: Any) throws -> String {
    String(decoding: try StateEncoder().encode(Reflected(value)), as: UTF8.self)
  }

  // MARK: Like a synthesized conformance

  @Test func `a struct is encoded as with a synthesized conformance`() throws {
    let parts = Plain.Parts(
      id: 7, title: "tea", note: nil, ratio: 0.5, tags: ["a", "b"], counts: ["x": 1], byNumber: [2: "two"], link: nil,
      pair: Plain.Pair(left: 1, right: 2))
    let twin = Coded.Parts(
      id: 7, title: "tea", note: nil, ratio: 0.5, tags: ["a", "b"], counts: ["x": 1], byNumber: [2: "two"], link: nil,
      pair: Coded.Pair(left: 1, right: 2))
    try expectEqual(json(parts), String(decoding: StateEncoder().encode(twin), as: UTF8.self))
    try expectEqual(StateEncoder().hash(Reflected(parts)), StateEncoder().hash(twin))
  }

  @Test(
    arguments: [
      (Plain.Action.reload, Coded.Action.reload), (.add(3), .add(3)),
      (.rename(id: 1, to: "x"), .rename(id: 1, to: "x")),
      (.move(1, to: 2), .move(1, to: 2)), (.inner(.open(id: nil)), .inner(.open(id: nil))),
      (.inner(.open(id: 4)), .inner(.open(id: 4))), (.level(.high), .level(.high)),
      (.several([1, 2]), .several([1, 2])),
    ] as [(Plain.Action, Coded.Action)])
  func `an enum is encoded as with a synthesized conformance`(_ action: Plain.Action, _ twin: Coded.Action) throws {
    try expectEqual(json(action), String(decoding: StateEncoder().encode(twin), as: UTF8.self))
  }

  @Test func `an encodable value encodes itself`() throws {
    try expectEqual(
      json(Plain.Holder(shout: Coded.Shout(text: "ho"), nothing: { _ in })),
      #"{"shout":"HO!","nothing":{"$opaque":"(Swift.Int) -> ()"}}"#)
  }

  @Test func `a value whose encoding throws is reflected`() throws {
    // The case has no coding key, so the synthesized conformance throws.
    try expectEqual(
      json(Coded.Partial.failed(Plain.Oops(reason: "no net"))),
      #"{"failed":{"_0":{"$error":"Plain.Oops","reason":"no net"}}}"#)
    try expectEqual(json(Coded.Partial.loaded(4)), #"{"loaded":{"_0":4}}"#)
    try expectEqual(
      json([Coded.Partial.loaded(4), .failed(Plain.Oops(reason: "x"))]),
      #"[{"loaded":{"_0":4}},{"failed":{"_0":{"$error":"Plain.Oops","reason":"x"}}}]"#)
  }

  // MARK: Collections

  @Test func `sets and dictionaries have one order`() throws {
    let keys = (0..<40).map { Plain.Key(name: "k\($0)") }
    let first = Set(keys)
    let second = Set(keys.reversed())
    try expectEqual(json(first), json(second))
    try expectEqual(json(Set(keys.prefix(2))), #"[{"name":"k0"},{"name":"k1"}]"#)
    try expectEqual(json([Plain.Key(name: "b"): 2, Plain.Key(name: "a"): 1]), #"[{"name":"a"},1,{"name":"b"},2]"#)
    try expectEqual(
      json(["b": Plain.Key(name: "1"), "a": Plain.Key(name: "2")]), #"{"a":{"name":"2"},"b":{"name":"1"}}"#)
    try expectEqual(json([2: Plain.Key(name: "1")]), #"{"2":{"name":"1"}}"#)
    enum Tab: String { case home, search }
    try expectEqual(json([Tab.search: Plain.Key(name: "1")]), #"{"search":{"name":"1"}}"#)
    let id = UUID()
    try expectEqual(json([id: Plain.Key(name: "1")]), #"{"\#(id)":{"name":"1"}}"#)
    try expectEqual(json([Shape.circle: Plain.Key(name: "1")]), #"{"circle":{"name":"1"}}"#)
  }

  @Test func `optionals, tuples, ranges and texts are reflected`() throws {
    try expectEqual(json([Plain.Key(name: "a"), nil] as [Plain.Key?]), #"[{"name":"a"},null]"#)
    try expectEqual(json((1, name: "x")), #"{"_0":1,"name":"x"}"#)
    try expectEqual(json(Plain.Texts(part: "abc".dropFirst(), letter: "é")), #"{"part":"bc","letter":"é"}"#)
    try expectEqual(
      json(Result<Int, Plain.Oops>.failure(Plain.Oops(reason: "x"))),
      #"{"failure":{"_0":{"$error":"Plain.Oops","reason":"x"}}}"#)
    try expectEqual(json(Optional<Plain.Key>.none as Any), "null")
  }

  // MARK: Classes

  @Test func `objects are reflected, superclasses first, and cycles end`() throws {
    let node = Plain.Leaf()
    try expectEqual(json(node), #"{"name":"node","size":3}"#)
    node.next = node
    try expectEqual(json(node), #"{"name":"node","next":{"$opaque":"Plain.Leaf"},"size":3}"#)
    let shared = Plain.Leaf()
    try expectEqual(json([shared, shared]), #"[{"name":"node","size":3},{"name":"node","size":3}]"#)
  }

  @Test func `a wrapped property has its own name`() throws {
    try expectEqual(json(Plain.Wrapped(count: 12)), #"{"count":10,"_odd":1,"odd":2}"#)
  }

  @Test func `a large graph of objects is cut and marked, in texts and hashes alike`() throws {
    let state = Reflected((0..<120_000).map { _ in Plain.Node() })
    let text = String(decoding: try StateEncoder().encode(state), as: UTF8.self)
    #expect(text.hasPrefix(#"[{"name":"node"},{"name":"node"},"#))
    #expect(text.hasSuffix(#"{"$opaque":"Plain.Node"}]"#))
    try expectEqual(StateEncoder().hash(state), JSONValue(parsing: Array(text.utf8)).stateHash)
  }

  @Test func `plain values are written whole, however many there are`() throws {
    let state = Reflected((0..<60_000).map { Plain.Key(name: "\($0)") })
    let text = String(decoding: try StateEncoder().encode(state), as: UTF8.self)
    #expect(text.hasSuffix(#"{"name":"59998"},{"name":"59999"}]"#))
    try expectEqual(StateEncoder().hash(state), JSONValue(parsing: Array(text.utf8)).stateHash)
  }

  @Test(arguments: [400, 600, 5000]) func `a chain of objects is cut where it nests too deep`(_ count: Int) throws {
    try expectWrittenChain(of: count)
  }

  /// Expects that the text of a chain has its hash.
  private func expectWrittenChain(of count: Int) throws {
    var head = Plain.Node()
    for _ in 1..<count {
      let node = Plain.Node()
      node.next = head
      head = node
    }
    let state = Reflected(head, sharing: ReflectionContext())
    let text = String(decoding: try StateEncoder().encode(state), as: UTF8.self)
    if count > Reflection.depthLimit { #expect(text.contains(#""next":{"$opaque":"Plain.Node"}"#)) }
    try expectEqual(StateEncoder().hash(state), JSONValue(parsing: Array(text.utf8)).stateHash)
    // Not in the deinitializers, which would recurse.
    while let next = head.next {
      head.next = nil
      head = next
    }
  }

  @Test(arguments: [512, 1024]) func `a chain is cut where a thread's stack ends`(_ kilobytes: Int) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let thread = Thread { continuation.resume(with: Result { try expectWrittenChain(of: 600) }) }
      thread.stackSize = kilobytes << 10
      thread.start()
    }
  }

  @Test func `a value without a mirror is named`() throws {
    try expectEqual(json({ (number: Int) in "\(number)" }), #"{"$opaque":"(Swift.Int) -> Swift.String"}"#)
    try expectEqual(json(Int.self), #"{"$opaque":"Int.Type"}"#)
    try expectEqual(
      json(Redacted(wrappedValue: Plain.Oops(reason: "pin 1234"))),
      #"{"$opaque":"Redacted<StateTreeTests.Plain.Oops>"}"#)
  }

  // MARK: Rules

  @Test func `rules apply to reflected values`() throws {
    let login = Plain.Login(name: "ada", password: "s3cret", keys: [Plain.Key(name: "k")])
    let encoder = StateEncoder(rules: RedactionRules(redacting: ["/keys/*/name"]))
    let text = String(decoding: try encoder.encode(Reflected(login)), as: UTF8.self)
    #expect(text.contains(#""name":"ada""#))
    #expect(!text.contains("s3cret"))
    #expect(!text.contains(#""k""#))
  }
}

/// Types that can't be encoded.
enum Plain {
  struct Pair { var left = 0, right = 0 }

  struct Parts {
    var id: Int
    var title: String
    var note: String?
    var ratio: Double
    var tags: [String]
    var counts: [String: Int]
    var byNumber: [Int: String]
    var link: Pair?
    var pair: Pair
  }

  enum Level: String { case low, high }
  enum Inner { case open(id: Int?) }
  enum Action {
    case reload
    case add(Int)
    case rename(id: Int, to: String)
    case move(Int, to: Int)
    case inner(Inner)
    case level(Level)
    case several([Int])
  }

  struct Holder {
    var shout: Coded.Shout
    var nothing: (Int) -> Void
  }

  struct Oops: Error { var reason: String }
  struct Key: Hashable { var name: String }
  struct Texts {
    var part: Substring
    var letter: Character
  }
  struct Login {
    var name: String
    var password: String
    var keys: [Key]
  }

  class Node {
    var name = "node"
    var next: Node?
  }
  final class Leaf: Node { var size = 3 }

  @propertyWrapper struct AtMostTen {
    var wrappedValue: Int
    init(wrappedValue: Int) { self.wrappedValue = min(wrappedValue, 10) }
  }

  struct Wrapped {
    @AtMostTen var count: Int
    var _odd = 1
    var odd = 2
  }
}

/// The same types with synthesized conformances, and other encodable types.
enum Coded {
  struct Pair: Codable { var left = 0, right = 0 }

  struct Parts: Codable {
    var id: Int
    var title: String
    var note: String?
    var ratio: Double
    var tags: [String]
    var counts: [String: Int]
    var byNumber: [Int: String]
    var link: Pair?
    var pair: Pair
  }

  enum Level: String, Codable { case low, high }
  enum Inner: Codable { case open(id: Int?) }
  enum Action: Codable {
    case reload
    case add(Int)
    case rename(id: Int, to: String)
    case move(Int, to: Int)
    case inner(Inner)
    case level(Level)
    case several([Int])
  }

  struct Shout: Encodable {
    var text: String

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text.uppercased() + "!")
    }
  }

  enum Partial: Encodable {
    case loaded(Int)
    case failed(any Error)

    enum CodingKeys: String, CodingKey { case loaded }
  }
}
