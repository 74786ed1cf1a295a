import Expectations
import Foundation
import StateCoding
import TestSupport
import Testing

struct CoderAgreementTests {
  @Test func `the coder and Foundation agree on integers of every width`() throws {
    try expectAgreement([Int8.min, -1, 0, 1, .max])
    try expectAgreement([Int16.min, -1, 0, 1, .max])
    try expectAgreement([Int32.min, -1, 0, 1, .max])
    try expectAgreement([Int64.min, -1, 0, 1, .max])
    try expectAgreement([Int.min, -1, 0, 1, .max])
    try expectAgreement([UInt8.min, 1, .max])
    try expectAgreement([UInt16.min, 1, .max])
    try expectAgreement([UInt32.min, 1, .max])
    try expectAgreement([UInt64.min, 1, .max])
    try expectAgreement([UInt.min, 1, .max])
    try expectAgreement(Widths())
    try expectAgreement(Box(value: Int64.min))
    try expectAgreement(UInt64.max)
  }

  @Test func `the coder and Foundation agree on floating-point numbers`() throws {
    let doubles: [Double] = [
      0, -0.0, 1, -1, 0.1, 1 / 3, 1e15, 1e16, 1e17, 1e21, 1e22, 123_456_789.125, .leastNonzeroMagnitude,
      .leastNormalMagnitude,
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .ulpOfOne, .pi,
    ]
    try expectAgreement(doubles)
    try expectAgreement(doubles.map(Box.init))
    let floats: [Float] = [
      0, 1, -1, 0.1, 1 / 3, 1e10, 16_777_216, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
      .pi,
    ]
    try expectAgreement(floats)
    try expectAgreement(floats.map(Box.init))
  }

  @Test(arguments: [
    "", "plain", "\"", "\\", "/", "</script>", "\u{8}\u{c}\n\r\t", "\u{0}", "\u{1}\u{1f}\u{7f}\u{80}\u{9f}", "é",
    "e\u{301}",
    "😀", "👨‍👩‍👧", "\u{2028}\u{2029}", "\u{feff}", "\u{fffd}\u{ffff}", "\u{10ffff}", "\\u0041", "\u{202e}abc", "a\u{0}b",
    String(repeating: "1234567", count: 40) + "\"", String(repeating: "é", count: 33),
  ])
  func `the coder and Foundation agree on strings`(string: String) throws {
    try expectAgreement(string)
    try expectAgreement([string: string])
    #expect(try StateDecoder().decode(String.self, from: StateEncoder().encode(string)).utf8.elementsEqual(string.utf8))
  }

  @Test func `the coder and Foundation agree on optionals`() throws {
    try expectAgreement(Optionals(number: 1, text: "a", list: [1, nil], nested: Box(value: 1)))
    try expectAgreement(Optionals(number: nil, text: nil, list: nil, nested: nil))
    try expectAgreement([1, nil, 3])
    try expectAgreement(["a": 1, "b": nil] as [String: Int?])
    try expectAgreement(Int?.none)
    try expectAgreement(Int?.some(1))
    try expectAgreement(Box<[Bool?]>(value: [true, nil, false]))
  }

  @Test func `the coder and Foundation agree on structures`() throws {
    try expectAgreement(Empty())
    try expectAgreement([Empty(), Empty()])
    try expectAgreement(Box(value: Empty()))
    try expectAgreement(Box(value: Box(value: Box(value: [Box(value: "deep")]))))
    try expectAgreement(Renamed(first: 1, second: 2))
    try expectAgreement(Wrapped(rawValue: "inside"))
    try expectAgreement([[Int]](repeating: [1, 2], count: 3))
    try expectAgreement([[[Int]]]())
    try expectAgreement(ContiguousArray([1, 2]))
    try expectAgreement(1..<5)
    try expectAgreement(1...2)
  }

  @Test func `the coder and Foundation agree on enumerations`() throws {
    try expectAgreement(Shape.allCases)
    try expectAgreement(Box(value: Level.high))
    try expectAgreement([Level.low, .high])
    try expectAgreement([
      Action.reset, .add(1), .move(from: 1, to: 2), .mixed(1, label: "x"), .nothing(nil), .nothing(1),
    ])
    try expectAgreement(
      Expression.sum(.number(1), .product(.number(2), .negated(.sum(.number(3), .number(4))))))
  }

  @Test func `the coder and Foundation agree on dictionaries`() throws {
    try expectAgreement(["b": 1, "a": 2, "": 3])
    try expectAgreement([String: Int]())
    try expectAgreement([3: "c", -1: "a", 20: "t"])
    try expectAgreement([Int: String]())
    try expectAgreement([Place.home: 1, .work: 2])
    try expectAgreement([Place: Int]())
    try expectAgreement([Box(value: 1): "x"])
    try expectAgreement(["a": ["b": ["c": [1, 2]]]])
  }

  @Test func `the coder and Foundation agree on sets`() throws {
    try expectAgreement(Set<Int>())
    try expectAgreement(Set([7]))
    try expectAgreement(Box(value: Set(["only"])))
  }

  @Test func `the coder and Foundation agree on Foundation's types`() throws {
    try expectAgreement(Data())
    try expectAgreement(Data(0...255))
    try expectAgreement(Box(value: Data([0xfb, 0xff, 0xfe])))
    try expectAgreement([Data([1]), Data([1, 2])])
    try expectAgreement(try #require(URL(string: "https://example.org/a%20b?q=1&r=é#f")))
    try expectAgreement(Box(value: URL(fileURLWithPath: "/tmp/x y")))
    try expectAgreement(Decimal(0))
    try expectAgreement(try #require(Decimal(string: "3.1415926535")))
    try expectAgreement([Decimal(-1), Decimal(1) / 8])
    try expectAgreement(UUID())
    try expectAgreement(Date(timeIntervalSinceReferenceDate: 0))
    try expectAgreement(Box(value: Date(timeIntervalSince1970: 1_700_000_000.123_456)))
    try expectAgreement(DateComponents(year: 2026, month: 1))
    try expectAgreement(IndexPath(indexes: [1, 2, 3]))
    try expectAgreement(IndexSet([1, 2, 9]))
    try expectAgreement(Locale(identifier: "de_CH"))
    try expectAgreement(CharacterSet(charactersIn: "ab"))
    try expectAgreement(Calendar(identifier: .iso8601))
    try expectAgreement(try #require(TimeZone(identifier: "GMT")))
    try expectAgreement(PersonNameComponents())
    try expectAgreement(URLComponents(string: "https://a.b/c?d=e"))
    try expectAgreement(Measurement(value: 1.5, unit: UnitLength.meters))
    try expectAgreement(DateInterval(start: Date(timeIntervalSinceReferenceDate: 1), duration: 2))
  }

  @Test func `the coder and Foundation agree on class hierarchies`() throws {
    try expectAgreement(Animal(name: "a"))
    try expectAgreement(Dog(name: "d", tricks: 3))
    try expectAgreement(Cat(name: "c", lives: 9))
    try expectAgreement(Puppy(name: "p", tricks: 1, age: 2))
    try expectAgreement([Dog(name: "d", tricks: 3), Dog(name: "e", tricks: 4)])
    try expectAgreement(Fish(depth: 1))
    try expectAgreement(["x": Box(value: Cat(name: "c", lives: 1))])
  }

  @Test func `the coder and Foundation agree on a key that a class and its superclass both encode`() throws {
    try expectAgreement(Shadow(name: "own"))
    try expectEqual(text(Shadow(name: "own")), #"{"name":"own"}"#)
    try expectAgreement([Shadow(name: "a"), Shadow(name: "b")])
  }

  @Test func `the coder and Foundation agree on nested containers`() throws {
    try expectAgreement(Containers(a: 1, b: [2, 3], c: "d"))
    try expectAgreement([Containers(a: 1, b: [], c: "")])
  }

  @Test func `the coder and Foundation agree on random values`() throws {
    let seed: UInt64 = 20_261_121
    var generator = SeededGenerator(seed: seed)
    for round in 0..<150 {
      let value = RandomState(using: &generator)
      do {
        try expectAgreement(value)
      } catch {
        Issue.record("seed \(seed), round \(round): \(error)")
      }
    }
  }
}
