import StateTree

/// The destination of a tree's values in encoding order: JSON text or a hash.
protocol TreeSink: ~Copyable {
  /// Whether the result depends on the order of an object's members.
  var keepsOrder: Bool { get }
  /// The number of open containers.
  var level: Int { get }
  /// The maximum number of open containers so far.
  var deepest: Int { get }

  mutating func null()
  mutating func bool(_ value: Bool)
  mutating func integer(_ value: Int64)
  /// A finite number.
  mutating func double(_ value: Double)
  /// A finite number.
  mutating func float(_ value: Float)
  /// A finite number, as a literal.
  mutating func number(literal: String)
  mutating func string(_ value: String)
  /// The text that replaces a number without a JSON form.
  mutating func nonFinite(_ text: String)
  mutating func beginArray()
  mutating func endArray()
  mutating func beginObject()
  /// The key of the next member.
  mutating func key(_ key: String)
  mutating func endObject()
  /// A value that already is JSON text.
  mutating func raw(_ document: JSONDocument)
  /// A value that keeps its hash; `false` if the sink can't use it and needs the value itself.
  mutating func kept(_ value: some StateHashProviding) -> Bool
}

extension TreeSink where Self: ~Copyable {
  mutating func nonFinite(_ text: String) { string(text) }

  mutating func integer(_ value: some FixedWidthInteger) {
    if let value = Int64(exactly: value) { integer(value) } else { number(literal: String(value)) }
  }

  mutating func tree(_ value: JSONValue) {
    // What is deeper fails by its depth at the end of the run.
    if level > JSONLimits.default.depth { return null() }
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .number(let number): self.number(literal: number.literal)
    case .string(let text): string(text)
    case .array(let values):
      beginArray()
      for value in values { tree(value) }
      endArray()
    case .object(let object):
      beginObject()
      for index in 0..<object.count {
        key(object.keys[index])
        tree(object.values[index])
      }
      endObject()
    }
  }

  /// A number; one without a JSON form becomes a string.
  @_transparent
  mutating func floatingPoint(_ value: Double) {
    if value.isFinite { double(value) } else { nonFinite(NonFinite.text(of: value)) }
  }

  /// A number; one without a JSON form becomes a string.
  mutating func floatingPoint(_ value: Float) {
    if value.isFinite { float(value) } else { nonFinite(NonFinite.text(of: value)) }
  }
}

/// The text that replaces a number without a JSON form.
///
/// It is `Infinity`, `-Infinity`, or `NaN`, with the bits unless they are those of the usual quiet NaN, so that every
/// bit is preserved: `NaN:7ff8000000000001`.
enum NonFinite {
  static func text(of value: some BinaryFloatingPoint) -> String {
    if value.isInfinite { return value.sign == .minus ? "-Infinity" : "Infinity" }
    let bits: UInt64
    let usual: UInt64
    switch value {
    case let value as Double: (bits, usual) = (value.bitPattern, Double.nan.bitPattern)
    case let value as Float: (bits, usual) = (UInt64(value.bitPattern), UInt64(Float.nan.bitPattern))
    default: return "NaN"
    }
    return bits == usual ? "NaN" : "NaN:" + String(bits, radix: 16)
  }

  static func double(_ text: String) -> Double? {
    switch text {
    case "Infinity": .infinity
    case "-Infinity": -.infinity
    case "NaN": .nan
    default: bits(text).map(Double.init(bitPattern:)).flatMap { $0.isNaN ? $0 : nil }
    }
  }

  static func float(_ text: String) -> Float? {
    switch text {
    case "Infinity": .infinity
    case "-Infinity": -.infinity
    case "NaN": .nan
    default: bits(text).flatMap(UInt32.init(exactly:)).map(Float.init(bitPattern:)).flatMap { $0.isNaN ? $0 : nil }
    }
  }

  private static func bits(_ text: String) -> UInt64? {
    text.hasPrefix("NaN:") ? UInt64(text.dropFirst(4), radix: 16) : nil
  }
}
