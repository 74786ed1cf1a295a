import Foundation
import StateCoding
import StateTree
import TestSupport

/// A source of random values, the same for the same seed in every process.
struct RandomValues {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
  mutating func bool() -> Bool { number(0...1) == 1 }
  mutating func bits() -> UInt64 { generator.next() }

  /// An integer of any width: as many small ones as large ones.
  mutating func integer<Integer: FixedWidthInteger>(_: Integer.Type = Integer.self) -> Integer {
    Integer(truncatingIfNeeded: UInt128(bits()) << 64 | UInt128(bits())) >> Integer(number(0...(Integer.bitWidth - 1)))
  }

  /// Any double: its bits, a short decimal, or one of those that aren't finite.
  mutating func double() -> Double {
    switch number(0...9) {
    case 0: return pick([.nan, .infinity, -.infinity, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude])
    case 1...4: return Double(number(-10_000...10_000)) / 100
    default: return Double(bitPattern: bits())
    }
  }

  mutating func date() -> Date {
    Date(timeIntervalSinceReferenceDate: bool() ? Double(number(0...1_000_000_000)) : double())
  }

  mutating func decimal() -> Decimal {
    number(0...19) == 0 ? .nan : Decimal(integer(Int64.self)) / pick([1, 10, 7, 1_000_000])
  }

  mutating func uuid() -> UUID {
    let (first, second) = (bits(), bits())
    func byte(_ bits: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> (8 * index)) }
    return UUID(
      uuid: (
        byte(first, 0), byte(first, 1), byte(first, 2), byte(first, 3), byte(first, 4), byte(first, 5), byte(first, 6),
        byte(first, 7), byte(second, 0), byte(second, 1), byte(second, 2), byte(second, 3), byte(second, 4),
        byte(second, 5), byte(second, 6), byte(second, 7)
      ))
  }

  /// Text of any scalars, of those that are spelled in several ways, or of ASCII.
  mutating func text() -> String {
    switch number(0...3) {
    case 0:
      return pick(["é", "e\u{301}", "\u{212b}", "\n\t\u{0}\u{1b}", "\"\\/", "", "true", "0", "-0", "null", "1e3"])
    case 1: return "key \(number(0...99))"
    default:
      let scalars = (0..<number(0...12)).compactMap { _ in
        UnicodeScalar(UInt32(number(0...0x2_ffff)) >> UInt32(number(0...11)))
      }
      return String(String.UnicodeScalarView(scalars))
    }
  }

  mutating func data() -> Data { Data(many(upTo: 9) { UInt8(truncatingIfNeeded: $0.bits()) }) }

  /// Any JSON value, to a depth.
  mutating func json(depth: Int = 3) -> JSONValue {
    switch number(0...(depth > 0 ? 5 : 3)) {
    case 0: .null
    case 1: .bool(bool())
    case 2: .number(bool() ? JSONNumber(integer(Int64.self)) : number())
    case 3: .string(text())
    case 4: .array(many(upTo: 4) { $0.json(depth: depth - 1) })
    default: .object(JSONObject(dictionary(upTo: 4, { $0.text() }, { $0.json(depth: depth - 1) }).map { ($0, $1) }))
    }
  }

  /// One of few numbers, in one of several spellings.
  mutating func number() -> JSONNumber {
    JSONNumber(literal: "\(number(-9...9))\(pick(["", ".0", ".50", "e0", "e2", ".5e-1"]))") ?? 0
  }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0...(values.count - 1))] }

  mutating func maybe<Value>(_ make: (inout RandomValues) -> Value) -> Value? { bool() ? make(&self) : nil }

  mutating func many<Value>(upTo most: Int = 5, _ make: (inout RandomValues) -> Value) -> [Value] {
    (0..<number(0...most)).map { _ in make(&self) }
  }

  /// A dictionary; of keys that are alike, it has the last.
  mutating func dictionary<Key: Hashable, Value>(
    upTo most: Int = 5, _ key: (inout RandomValues) -> Key, _ value: (inout RandomValues) -> Value
  ) -> [Key: Value] {
    Dictionary(many(upTo: most) { (key(&$0), value(&$0)) }, uniquingKeysWith: { $1 })
  }
}
