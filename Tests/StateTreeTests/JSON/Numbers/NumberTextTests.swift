import Expectations
import StateCoding
import StateTree
import TestSupport
import Testing

private let seed: UInt64 = 0x0DD5

/// Doubles of every kind: any bits, few decimals, whole numbers, and their neighbours.
private func doubles(_ count: Int) -> [Double] {
  var generator = SeededGenerator(seed: seed)
  var doubles: [Double] = [
    0, -0.0, 0.1, 0.5, 1e-3, 0.000_99, 1e-4, 1e-5, 123.456, 99_999.999_99, 1e15, 999_999_999_999_999, 1e16, 0x1p53,
    0x1p53 + 2, 0x1p54, 1e10, 9_999_999_999.5, 9_999_999_998.999_99, 1e22, .leastNonzeroMagnitude,
    .leastNormalMagnitude,
    .greatestFiniteMagnitude, 0.3, 0.1 + 0.2, 4.35, 1.005, 2.675, 1_234_567_890.123_45, 100_000.000_01,
  ]
  while doubles.count < count {
    let bits = generator.next()
    let value: Double
    switch bits % 6 {
    case 0, 1: value = Double(bitPattern: generator.next())
    case 2: value = Double(Int64(bitPattern: generator.next()) >> Int64(bits >> 8 & 63))
    case 3: value = Double(generator.next() >> (bits >> 8 & 63)) / 100_000
    case 4: value = Double(generator.next() >> (24 + bits >> 8 & 31)) / 100
    default: value = Double(generator.next() % 10_000_000) / 1_000 * 1.1
    }
    guard value.isFinite else { continue }
    doubles += [
      value, -value, value.nextUp.isFinite ? value.nextUp : value, value.nextDown.isFinite ? value.nextDown : value,
    ]
  }
  return doubles
}

struct NumberTextTests {
  @Test func `a double is written as its description, whatever its bits`() throws {
    let doubles = doubles(300_000)
    let texts = try text(doubles).dropFirst().dropLast().split(separator: ",")
    expectEqual(texts.count, doubles.count)
    for (text, double) in zip(texts, doubles) where text != double.description {
      Issue.record("seed \(seed): \(text) for \(double)")
    }
  }

  @Test func `a float is written as its description, whatever its bits`() throws {
    var generator = SeededGenerator(seed: seed)
    let floats = (0..<50_000).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: generator.next())) }
      .filter(\.isFinite)
    try expectEqual(text(floats), "[" + floats.map(\.description).joined(separator: ",") + "]", "seed \(seed)")
  }

  @Test func `a number is hashed by its written decimal`() throws {
    for double in doubles(20_000) {
      let expected = JSONValue.number(try #require(JSONNumber(literal: double.description))).stateHash
      try expectEqual(StateEncoder().hash(double), expected, "seed \(seed), \(double)")
    }
    for float in [0, -0.0, 0.1, 1.5, -3e30, Float.leastNonzeroMagnitude, .greatestFiniteMagnitude] {
      let expected = JSONValue.number(try #require(JSONNumber(literal: float.description))).stateHash
      try expectEqual(StateEncoder().hash(float), expected)
    }
  }

  private func expectText(of integer: some FixedWidthInteger & Encodable) throws {
    let number = JSONValue.number(try #require(JSONNumber(literal: String(integer))))
    try expectEqual(text(integer), String(integer))
    try expectEqual(text(Box(value: integer)), #"{"value":\#(integer)}"#)
    try expectEqual(StateEncoder().hash(integer), independentHash(number))
  }

  private func expectTexts<Integer: FixedWidthInteger & Encodable>(_: Integer.Type) throws {
    for edge in [Integer.min, 0, .max] {
      for distance in 0...12 {
        try expectText(of: edge &+ Integer(distance))
        try expectText(of: edge &- Integer(distance))
      }
    }
    var power: Integer = 1
    while true {
      for number in [power - 1, power, power + 1] {
        try expectText(of: number)
        try expectText(of: 0 &- number)
      }
      let (next, overflow) = power.multipliedReportingOverflow(by: 10)
      if overflow { break }
      power = next
    }
  }

  @Test func `integers of every width are exact at their ends and around powers of ten`() throws {
    try expectTexts(Int.self)
    try expectTexts(Int8.self)
    try expectTexts(Int16.self)
    try expectTexts(Int32.self)
    try expectTexts(Int64.self)
    try expectTexts(Int128.self)
    try expectTexts(UInt.self)
    try expectTexts(UInt8.self)
    try expectTexts(UInt16.self)
    try expectTexts(UInt32.self)
    try expectTexts(UInt64.self)
    try expectTexts(UInt128.self)
  }
}
