import Foundation
import StateCoding
import StateTable
import StateTree

/// A random state with a value of every kind that the coder supports.
struct RandomState: Codable {
  var numbers: Numbers
  var texts: Texts
  var collections: Collections
  var keyed: Keyed
  var optionals: Optionals
  var enums: Enums
  /// A state without them streams.
  var objects: Objects?
  var foundation: Foundations
  var settings: Settings
  var rarities: Rarities
  var rareKeys: RareKeys

  init(using values: inout RandomValues) {
    numbers = Numbers(using: &values)
    texts = Texts(using: &values)
    collections = Collections(using: &values)
    keyed = Keyed(using: &values)
    optionals = Optionals(using: &values)
    enums = Enums(using: &values)
    objects = values.maybe { Objects(using: &$0) }
    foundation = Foundations(using: &values)
    settings = Settings(using: &values)
    rarities = Rarities(using: &values)
    rareKeys = RareKeys(using: &values)
  }

  struct Numbers: Codable {
    var flags: [Bool]
    var int8: Int8, int16: Int16, int32: Int32, int64: Int64, int: Int, int128: Int128
    var uint8: UInt8, uint16: UInt16, uint32: UInt32, uint64: UInt64, uint: UInt, uint128: UInt128
    var float: Float, double: Double, decimal: Decimal
    var duration: Duration

    init(using values: inout RandomValues) {
      flags = values.many { $0.bool() }
      (int8, int16, int32) = (values.integer(), values.integer(), values.integer())
      (int64, int, int128) = (values.integer(), values.integer(), values.integer())
      (uint8, uint16, uint32) = (values.integer(), values.integer(), values.integer())
      (uint64, uint, uint128) = (values.integer(), values.integer(), values.integer())
      (float, double, decimal) = (Float(values.double()), values.double(), values.decimal())
      duration = .nanoseconds(values.integer(Int32.self))
    }
  }

  struct Texts: Codable {
    var text: String
    var data: Data
    var id: UUID
    var json: JSONValue

    init(using values: inout RandomValues) {
      (text, data, id, json) = (values.text(), values.data(), values.uuid(), values.json())
    }
  }

  struct Place: Codable, Hashable {
    var x: Int
    var y: Double?

    init(using values: inout RandomValues) {
      x = values.number(-9...9)
      y = values.maybe { Double($0.number(0...9)) / 4 }
    }
  }

  struct Collections: Codable {
    var array: [Double]
    var contiguous: ContiguousArray<String>
    var nested: [[Place]]
    var set: Set<String>
    var reals: Set<Double>
    var places: Set<Place>
    var maybe: Set<Int?>
    var sets: Set<Set<Int>>
    var ranges: [Range<Int>]
    var closed: ClosedRange<Int>
    var table: EntityTable<Item>

    init(using values: inout RandomValues) {
      array = values.many { $0.double() }
      contiguous = ContiguousArray(values.many { $0.text() })
      nested = values.many { $0.many { Place(using: &$0) } }
      set = Set(values.many { $0.text() })
      reals = Set(values.many { $0.double() })
      places = Set(values.many { Place(using: &$0) })
      maybe = Set(values.many { $0.maybe { $0.number(0...9) } })
      sets = Set(values.many { Set($0.many { $0.number(0...9) }) })
      ranges = values.many { -$0.number(0...9)..<$0.number(0...9) }
      closed = -values.number(0...9)...values.number(0...9)
      let items = values.dictionary(upTo: 6, { $0.number(0...99) }, { $0.text() })
      table = EntityTable(items.sorted { $0.key < $1.key }.map { Item(id: $0, text: $1) })
    }
  }

  struct Item: Codable, Identifiable {
    var id: Int
    var text: String
  }

  /// Dictionaries by every kind of key.
  struct Keyed: Codable {
    var byText: [String: Double]
    var byNumber: [Int: Place]
    var byByte: [UInt8: String]
    var byID: [UUID: Item]
    var byTab: [Tab: Int]
    var byTag: [Tag: [Tab: Int]]
    var byDate: [Date: String]
    var byDouble: [Double: Int]
    var byDecimal: [Decimal: Int]
    var byFlag: [Bool: Int]
    var byPlace: [Place: String]
    var byMaybe: [Int?: Int]
    var byURL: [URL: Int]
    var byOwn: [Own: Int]
    var byShape: [Shape: Int]

    init(using values: inout RandomValues) {
      byText = values.dictionary({ $0.text() }, { $0.double() })
      byNumber = values.dictionary({ $0.number(-99...99) }, { Place(using: &$0) })
      byByte = values.dictionary({ $0.integer() }, { $0.text() })
      byID = values.dictionary({ $0.uuid() }, { Item(id: $0.number(0...9), text: $0.text()) })
      byTab = values.dictionary({ $0.pick(Tab.allCases) }, { $0.integer() })
      byTag = values.dictionary(
        { Tag(rawValue: $0.number(0...99)) }, { $0.dictionary({ $0.pick(Tab.allCases) }, { $0.integer() }) })
      byDate = values.dictionary({ $0.date() }, { $0.text() })
      byDouble = values.dictionary({ $0.double() }, { $0.integer() })
      byDecimal = values.dictionary({ Decimal($0.number(-999...999)) / 100 }, { $0.integer() })
      byFlag = values.dictionary({ $0.bool() }, { $0.integer() })
      byPlace = values.dictionary({ Place(using: &$0) }, { $0.text() })
      byMaybe = values.dictionary({ $0.maybe { $0.number(0...9) } }, { $0.integer() })
      byURL = values.dictionary({ $0.url() }, { $0.integer() })
      byOwn = values.dictionary({ Own(name: "own \($0.number(0...9))") }, { $0.integer() })
      byShape = values.dictionary({ Shape(using: &$0) }, { $0.integer() })
    }
  }

  enum Tab: String, Codable, CaseIterable { case home, profile, search }
  struct Tag: RawRepresentable, Codable, Hashable { var rawValue: Int }
  struct Own: Codable, Hashable, CodingKeyRepresentable {
    var name: String

    init(name: String) { self.name = name }
    init?<Key: CodingKey>(codingKey: Key) { name = codingKey.stringValue }
    var codingKey: any CodingKey { Tab.home.key(name) }
  }

  struct Optionals: Codable {
    var one: Int?
    var two: Int??
    var three: [String???]
    var object: [String: Int]??
    var place: Place?

    init(using values: inout RandomValues) {
      one = values.maybe { $0.integer() }
      two = values.maybe { $0.maybe { $0.integer() } }
      three = values.many { $0.maybe { $0.maybe { $0.maybe { $0.text() } } } }
      object = values.maybe { $0.maybe { $0.dictionary({ $0.pick(["$some", "a"]) }, { $0.integer() }) } }
      place = values.maybe { Place(using: &$0) }
    }
  }

  struct Enums: Codable {
    var tab: Tab
    var shapes: [Shape]
    var options: Options
    var result: CodableResult<Int, CodableError>

    init(using values: inout RandomValues) {
      tab = values.pick(Tab.allCases)
      shapes = values.many { Shape(using: &$0) }
      options = Options(rawValue: values.number(0...7))
      let (value, text) = (values.integer(Int.self), values.text())
      result = CodableResult(
        values.bool() ? .success(value) : .failure(CodableError(type: "Failure", description: text, code: value)))
    }
  }

  struct Options: OptionSet, Codable { var rawValue: Int }

  indirect enum Shape: Codable, Hashable {
    case empty
    case circle(radius: Double)
    case named(String, Place?)
    case both(Shape, Shape)

    init(using values: inout RandomValues) {
      switch values.number(0...4) {
      case 0: self = .empty
      case 1: self = .circle(radius: Double(values.number(0...99)) / 8)
      case 2: self = .both(Shape(using: &values), Shape(using: &values))
      default: self = .named(values.text(), values.maybe { Place(using: &$0) })
      }
    }
  }

  /// Objects, and values that encode out of order.
  struct Objects: Codable {
    var child: Child
    var backwards: Backwards
    @Redacted var secret: String

    init(using values: inout RandomValues) {
      child = Child(base: values.text(), own: values.integer())
      backwards = Backwards(first: values.many { $0.integer() }, second: values.text())
      secret = values.text()
    }
  }

  class Base: Codable {
    var base: String
    init(base: String) { self.base = base }
  }

  final class Child: Base {
    var own: Int

    init(base: String, own: Int) {
      self.own = own
      super.init(base: base)
    }

    private enum CodingKeys: CodingKey { case own }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      own = try container.decode(Int.self, forKey: .own)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try super.encode(to: container.superEncoder())
      try container.encode(own, forKey: .own)
    }
  }

  struct Backwards: Codable {
    var first: [Int]
    var second: String

    init(first: [Int], second: String) { (self.first, self.second) = (first, second) }

    private enum CodingKeys: CodingKey { case first, second }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var numbers = container.nestedUnkeyedContainer(forKey: .first)
      try container.encode(second, forKey: .second)
      for number in first { try numbers.encode(number) }
    }
  }
}

extension RandomState.Tab {
  fileprivate func key(_ name: String) -> any CodingKey { StringKey(stringValue: name) }

  private struct StringKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
