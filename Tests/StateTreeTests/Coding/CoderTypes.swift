import Foundation
import TestSupport

struct Empty: Codable, Hashable {}

struct Widths: Codable, Equatable {
  var i8 = Int8.min
  var i16 = Int16.min
  var i32 = Int32.min
  var i64 = Int64.min
  var int = Int.max
  var u8 = UInt8.max
  var u16 = UInt16.max
  var u32 = UInt32.max
  var u64 = UInt64.max
  var uint = UInt.max
  var float = Float.pi
  var double = Double.pi
  var bool = true
  var string = "s"
}

struct Optionals: Codable, Equatable {
  var number: Int?
  var text: String?
  var list: [Int?]?
  var nested: Box<Int>?
}

struct Renamed: Codable, Equatable {
  var first: Int
  var second: Int
  enum CodingKeys: String, CodingKey {
    case first = "1st/\"quoted\""
    case second = "~ é"
  }
}

struct Wrapped: RawRepresentable, Codable, Hashable {
  var rawValue: String
}

enum Shape: String, Codable, CaseIterable {
  case circle, square
}

enum Level: Int, Codable {
  case low = 1
  case high = 10
}

enum Place: String, Codable, CodingKeyRepresentable {
  case home, work
}

enum Action: Codable, Equatable {
  case reset
  case add(Int)
  case move(from: Int, to: Int)
  case mixed(Int, label: String)
  case nothing(Int?)
}

indirect enum Expression: Codable, Equatable {
  case number(Double)
  case sum(Expression, Expression)
  case product(Expression, Expression)
  case negated(Expression)
}

class Animal: Codable, Equatable {
  var name: String

  init(name: String) { self.name = name }

  static func == (left: Animal, right: Animal) -> Bool {
    type(of: left) == type(of: right) && left.facts == right.facts
  }

  var facts: [String] { [name] }
}

/// Encodes its superclass under `super`.
class Dog: Animal {
  var tricks: Int
  private enum CodingKeys: CodingKey { case tricks }

  init(name: String, tricks: Int) {
    self.tricks = tricks
    super.init(name: name)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    tricks = try container.decode(Int.self, forKey: .tricks)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try super.encode(to: container.superEncoder())
    try container.encode(tricks, forKey: .tricks)
  }

  override var facts: [String] { super.facts + ["\(tricks)"] }
}

/// A third generation, with the second under a key of its own.
final class Puppy: Dog {
  var age: Int
  private enum CodingKeys: CodingKey { case age, parent }

  init(name: String, tricks: Int, age: Int) {
    self.age = age
    super.init(name: name, tricks: tricks)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    age = try container.decode(Int.self, forKey: .age)
    try super.init(from: container.superDecoder(forKey: .parent))
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(age, forKey: .age)
    try super.encode(to: container.superEncoder(forKey: .parent))
  }

  override var facts: [String] { super.facts + ["\(age)"] }
}

/// Encodes its superclass into its own container.
final class Cat: Animal {
  var lives: Int
  private enum CodingKeys: CodingKey { case lives }

  init(name: String, lives: Int) {
    self.lives = lives
    super.init(name: name)
  }

  required init(from decoder: any Decoder) throws {
    lives = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .lives)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(lives, forKey: .lives)
    try super.encode(to: encoder)
  }

  override var facts: [String] { super.facts + ["\(lives)"] }
}

/// Encodes a key that its superclass has encoded.
final class Shadow: Animal {
  private enum CodingKeys: CodingKey { case name }

  override init(name: String) { super.init(name: name) }

  required init(from decoder: any Decoder) throws {
    try super.init(from: decoder)
    name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
  }

  override func encode(to encoder: any Encoder) throws {
    name += " of the superclass"
    try super.encode(to: encoder)
    name.removeLast(" of the superclass".count)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
  }
}

/// A class without members, which encodes nothing.
class Nothing: Codable {
  init() {}
  required init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws {}
}

final class Fish: Nothing, Equatable {
  var depth: Int
  private enum CodingKeys: CodingKey { case depth }

  init(depth: Int) {
    self.depth = depth
    super.init()
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    depth = try container.decode(Int.self, forKey: .depth)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(depth, forKey: .depth)
    try super.encode(to: container.superEncoder())
  }

  static func == (left: Fish, right: Fish) -> Bool { left.depth == right.depth }
}

/// Writes nested containers of every kind, one inside the other.
struct Containers: Codable, Equatable {
  var a: Int
  var b: [Int]
  var c: String

  enum Keys: CodingKey { case a, b, c, list, inner }

  init(a: Int, b: [Int], c: String) {
    self.a = a
    self.b = b
    self.c = c
  }

  func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: Keys.self)
    var inner = outer.nestedContainer(keyedBy: Keys.self, forKey: .inner)
    try inner.encode(a, forKey: .a)
    var list = inner.nestedUnkeyedContainer(forKey: .list)
    try list.encode("first")
    var numbers = list.nestedUnkeyedContainer()
    for number in b { try numbers.encode(number) }
    var last = list.nestedContainer(keyedBy: Keys.self)
    try last.encode(c, forKey: .c)
    try list.encodeNil()
    try outer.encodeNil(forKey: .b)
  }

  init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: Keys.self)
    let inner = try outer.nestedContainer(keyedBy: Keys.self, forKey: .inner)
    a = try inner.decode(Int.self, forKey: .a)
    var list = try inner.nestedUnkeyedContainer(forKey: .list)
    _ = try list.decode(String.self)
    var numbers = try list.nestedUnkeyedContainer()
    b = []
    while !numbers.isAtEnd { b.append(try numbers.decode(Int.self)) }
    c = try list.nestedContainer(keyedBy: Keys.self).decode(String.self, forKey: .c)
  }
}

/// A state of many kinds of values.
struct RandomState: Codable, Equatable {
  var numbers: [Int64]
  var doubles: [Double]
  var texts: [String: String]
  var flags: [Bool?]
  var dates: [Date]
  var actions: [Action]
  var expression: Expression
  var bytes: Data
  var byInt: [Int: Optionals]

  init(using generator: inout SeededGenerator) {
    func many<Value>(_ make: (inout SeededGenerator) -> Value) -> [Value] {
      (0..<Int.random(in: 0...5, using: &generator)).map { _ in make(&generator) }
    }
    func text(_ generator: inout SeededGenerator) -> String {
      let scalars = (0..<Int.random(in: 0...12, using: &generator)).compactMap { _ in
        UnicodeScalar(
          UInt32.random(in: 0...0x2_ffff, using: &generator) >> UInt32.random(in: 0...11, using: &generator))
      }
      return String(String.UnicodeScalarView(scalars))
    }
    func double(_ generator: inout SeededGenerator) -> Double {
      let value = Double(bitPattern: generator.next())
      return value.isFinite ? value : 0.5
    }
    numbers = many { Int64(bitPattern: $0.next()) >> Int64.random(in: 0...63, using: &$0) }
    doubles = many { double(&$0) }
    texts = Dictionary(many { (text(&$0), text(&$0)) }, uniquingKeysWith: { $1 })
    flags = many { [true, false, nil].randomElement(using: &$0) ?? nil }
    dates = many { Date(timeIntervalSinceReferenceDate: double(&$0)) }
    actions = many {
      [.reset, .add(Int.random(in: 0...9, using: &$0)), .nothing(nil)].randomElement(using: &$0) ?? .reset
    }
    expression = many { double(&$0) }.reduce(.number(1)) { .sum($0, .negated(.number($1))) }
    bytes = Data(many { UInt8.random(in: 0...255, using: &$0) })
    let keys = many { Int.random(in: -99...99, using: &$0) }
    byInt = Dictionary(uniqueKeysWithValues: Set(keys).map { ($0, Optionals(number: $0 % 2 == 0 ? $0 : nil)) })
  }
}
