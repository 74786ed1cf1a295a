import Foundation
import StateCoding
import StateTree

extension RandomState {
  /// Types that few states have.
  struct Rarities: Codable {
    var half: Float16
    var pair: SIMD2<Double>
    var triple: SIMD3<Int32>
    var difference: CollectionDifference<Int>
    var from: PartialRangeFrom<Int>
    var upTo: PartialRangeUpTo<Double>
    var through: PartialRangeThrough<String>
    var days: Range<Date>
    var size: CGSize
    var transform: AffineTransform
    var region: Locale.Region
    var language: Locale.Language
    var currency: Locale.Currency
    var iso: Date.ISO8601FormatStyle
    var rule: Calendar.RecurrenceRule
    var temperature: Measurement<UnitTemperature>
    var error: CodableError

    init(using values: inout RandomValues) {
      half = Float16(values.double())
      pair = SIMD2(values.double(), values.double())
      triple = SIMD3(values.integer(), values.integer(), values.integer())
      difference = values.many { $0.number(0...3) }.difference(from: values.many { $0.number(0...3) }).inferringMoves()
      from = values.integer(Int.self)...
      upTo = ..<Double(values.number(-99...99))
      through = ...values.text()
      let start = Date(timeIntervalSince1970: Double(values.number(0...1_000_000_000)) / 3)
      days = start..<(start + Double(values.number(0...99_999)) / 7)
      size = CGSize(width: Double(values.number(0...999)) / 16, height: 2)
      transform = AffineTransform(rotationByDegrees: Double(values.number(0...359)))
      region = values.pick([.germany, .nepal, .unitedStates])
      language = Locale.Language(identifier: values.pick(["de-DE", "ne-NP", "zh-Hant-TW", "en"]))
      currency = values.pick(["EUR", "NPR", "USD"].map { Locale.Currency($0) })
      iso = Date.ISO8601FormatStyle(includingFractionalSeconds: values.bool(), timeZone: values.zone())
      rule = Calendar.RecurrenceRule(
        calendar: values.calendar(), frequency: values.pick([.daily, .weekly, .yearly]), interval: values.number(1...9))
      temperature = Measurement(value: Double(values.number(-99...99)) / 2, unit: values.pick([.celsius, .fahrenheit]))
      error = CodableError(type: "Failure", description: values.text(), code: values.integer())
    }
  }

  /// Dictionaries and sets by keys that few states have.
  struct RareKeys: Codable {
    var byLong: [Int64: Int]
    var byUnsigned: [UInt64: Int]
    var byWide: [Int128: Int]
    var byFloat: [Float: Int]
    var byData: [Data: Int]
    var byPath: [IndexPath: Int]
    var bySet: [Set<Int>: Int]
    var byList: [[String]: Int]
    var byZone: [TimeZone: Int]
    var byMaybeText: [String?: Int]
    var byMaybeMaybe: [Int??: Int]
    var byRange: [Range<Int>: Int]
    var byPoint: [SIMD2<Double>: Int]
    var byJSON: [JSONValue: Int]
    var ids: Set<UUID>
    var dates: Set<Date>
    var blobs: Set<Data>
    var shapes: Set<Shape>
    var locales: Set<Locale>
    var decimals: Set<Decimal>
    var lists: Set<[Int?]>
    var json: Set<JSONValue>

    init(using values: inout RandomValues) {
      byLong = values.dictionary({ $0.integer() }, { $0.integer() })
      byUnsigned = values.dictionary({ $0.integer() }, { $0.integer() })
      byWide = values.dictionary({ $0.integer() }, { $0.integer() })
      byFloat = values.dictionary({ Float($0.double()) }, { $0.integer() })
      byData = values.dictionary({ $0.data() }, { $0.integer() })
      byPath = values.dictionary({ IndexPath(indexes: $0.many { $0.number(0...9) }) }, { $0.integer() })
      bySet = values.dictionary({ Set($0.many { $0.number(0...9) }) }, { $0.integer() })
      byList = values.dictionary({ $0.many { $0.text() } }, { $0.integer() })
      byZone = values.dictionary({ $0.zone() }, { $0.integer() })
      byMaybeText = values.dictionary({ $0.maybe { $0.text() } }, { $0.integer() })
      byMaybeMaybe = values.dictionary({ $0.maybe { $0.maybe { $0.number(0...9) } } }, { $0.integer() })
      byRange = values.dictionary({ -$0.number(0...9)..<$0.number(0...9) }, { $0.integer() })
      byPoint = values.dictionary({ SIMD2($0.double(), $0.double()) }, { $0.integer() })
      byJSON = values.dictionary({ $0.json(depth: 1) }, { $0.integer() })
      ids = Set(values.many { $0.uuid() })
      dates = Set(values.many { $0.date() })
      blobs = Set(values.many { $0.data() })
      shapes = Set(values.many { Shape(using: &$0) })
      locales = Set(values.many { $0.locale() })
      decimals = Set(values.many { $0.decimal() })
      lists = Set(values.many { $0.many { $0.maybe { $0.number(0...9) } } })
      json = Set(values.many { $0.json(depth: 2) })
    }
  }
}
