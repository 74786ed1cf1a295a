extension JSONValue {
  /// The value as JSON text without spaces, members in their own order and numbers as written.
  public var compact: String {
    var output: [UInt8] = []
    appendCompact(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends the value as JSON text without spaces, members in their own order and numbers as written.
  public func appendCompact(to output: inout [UInt8]) {
    switch self {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(let value): output.append(contentsOf: value ? "true".utf8 : "false".utf8)
    case .number(let number): output.append(contentsOf: number.literal.utf8)
    case .string(let text): appendJSONString(text, to: &output)
    case .array(let values):
      output.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        value.appendCompact(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let object):
      output.append(UInt8(ascii: "{"))
      for index in 0..<object.count {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        appendJSONString(object.keys[index], to: &output)
        output.append(UInt8(ascii: ":"))
        object.values[index].appendCompact(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  /// The value in the canonical form of RFC 8785: keys sorted by UTF-16 code units, numbers as ECMAScript prints the
  /// nearest double, no spaces.
  ///
  /// It serves output that other tools compare by bytes. Numbers beyond a double's precision lose digits, as the RFC
  /// demands; the state hash does not go through this form.
  ///
  /// - Throws: `CanonicalizationError` for a number beyond a double's range, which the RFC cannot write.
  public func canonical() throws(CanonicalizationError) -> String {
    var output: [UInt8] = []
    try appendCanonical(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  private func appendCanonical(to output: inout [UInt8]) throws(CanonicalizationError) {
    switch self {
    case .null, .bool, .string: appendCompact(to: &output)
    case .number(let number):
      guard let text = ECMAScriptNumber.format(number.double) else {
        throw CanonicalizationError(literal: number.literal)
      }
      output.append(contentsOf: text.utf8)
    case .array(let values):
      output.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        try value.appendCanonical(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let object):
      output.append(UInt8(ascii: "{"))
      let order = object.keys.indices.sorted {
        object.keys[$0].utf16.lexicographicallyPrecedes(object.keys[$1].utf16)
      }
      for (index, position) in order.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        appendJSONString(object.keys[position], to: &output)
        output.append(UInt8(ascii: ":"))
        try object.values[position].appendCanonical(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }
}

/// A number that RFC 8785 cannot write, because it is beyond a double's range.
public struct CanonicalizationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number as written.
  public let literal: String

  /// The message: the number, and why it has no form.
  public var description: String {
    "the number \(literal) is beyond the range of a double, so RFC 8785 has no form for it"
  }
}

/// Numbers as ECMAScript's `Number::toString` prints them.
enum ECMAScriptNumber {
  /// The text of a finite double, or `nil`.
  ///
  /// Source: ECMA-262, section "Number::toString", on the digits that Swift's shortest description gives.
  static func format(_ value: Double) -> String? {
    guard value.isFinite else { return nil }
    if value == 0 { return "0" }
    var form = value.magnitude.description
    var exponent = 0
    if let mark = form.firstIndex(of: "e") {
      exponent = Int(form[form.index(after: mark)...]) ?? 0
      form = String(form[..<mark])
    }
    let parts = form.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    var digits = String(parts[0]) + fraction
    // The value is 0.digits × 10^point.
    var point = parts[0].count + exponent
    while digits.hasPrefix("0") {
      digits.removeFirst()
      point -= 1
    }
    while digits.hasSuffix("0") { digits.removeLast() }
    let sign = value < 0 ? "-" : ""
    return sign + layOut(digits, point: point)
  }

  private static func layOut(_ digits: String, point: Int) -> String {
    let count = digits.count
    if count <= point, point <= 21 { return digits + String(repeating: "0", count: point - count) }
    if 0 < point, point <= 21 {
      let split = digits.index(digits.startIndex, offsetBy: point)
      return "\(digits[..<split]).\(digits[split...])"
    }
    if -6 < point, point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
    let exponent = point - 1
    let suffix = "e\(exponent < 0 ? "-" : "+")\(exponent.magnitude)"
    guard count > 1 else { return digits + suffix }
    return "\(digits.prefix(1)).\(digits.dropFirst())\(suffix)"
  }
}
