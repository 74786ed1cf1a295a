import StateTree
import TestSupport

/// Makes random documents and random spellings of them.
struct RandomJSON {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func value(depth: Int = 4) -> JSONValue {
    switch number(0...(depth > 0 ? 8 : 5)) {
    case 0: .null
    case 1: .bool(number(0...1) == 0)
    case 2, 3: .number(JSONNumber(literal: literal()) ?? 0)
    case 4, 5: .string(string())
    case 6: .array((0..<number(0...6)).map { _ in value(depth: depth - 1) })
    default:
      .object(JSONObject((0..<number(0...(depth == 4 ? 40 : 6))).map { _ in (string(), value(depth: depth - 1)) }))
    }
  }

  mutating func literal() -> String {
    func digits(_ range: ClosedRange<Int>) -> String {
      (0..<number(range)).map { _ in "\(number(0...3) == 0 ? 0 : number(0...9))" }.joined()
    }
    let whole = number(0...2) == 0 ? "0" : "\(number(1...9))" + digits(0...20)
    return (number(0...2) == 0 ? "-" : "") + whole + (number(0...1) == 0 ? "" : "." + digits(1...20))
      + (number(0...2) > 0 ? "" : ["e", "E+", "e-", "e0"][number(0...3)] + digits(1...3))
  }

  mutating func string() -> String {
    let alphabet: [UnicodeScalar] = [
      "a", "b", "\"", "\\", "/", "\n", "\u{0}", "\u{1f}", "\u{7f}", "é", "e", "\u{301}", "€", "😀", "\u{ffff}",
      "\u{fb33}", "~", " ",
    ]
    let scalars = (0..<number(0...(number(0...5) == 0 ? 30 : 4))).map { _ in alphabet[number(0...alphabet.count - 1)] }
    return String(String.UnicodeScalarView(scalars))
  }

  /// A text of a value, with random spaces, escapes, member orders and number spellings.
  mutating func spelling(of value: JSONValue) -> String {
    let space = ["", " ", "\n\t", "\r\n"][number(0...3)]
    switch value {
    case .number(let number): return space + spelling(of: number) + space
    case .string(let string): return space + spelling(ofString: string) + space
    case .array(let values): return "[" + space + values.map { spelling(of: $0) }.joined(separator: ",") + "]"
    case .object(let object):
      let members = object.map { spelling(ofString: $0.key) + space + ":" + spelling(of: $0.value) }
      return "{" + space + members.shuffled(using: &generator).joined(separator: ",") + "}" + space
    default: return space + value.compact
    }
  }

  private mutating func spelling(of number: JSONNumber) -> String {
    let literal = number.literal
    switch self.number(0...3) {
    case 0 where literal.contains("."): return literal.replacing(/(\.\d+)/) { $0.output.1 + "00" }
    case 1 where !literal.contains(where: { ".eE".contains($0) }): return literal + ".0"
    case 2 where !literal.contains(where: { "eE".contains($0) }): return literal + "E+00"
    case 3
    where !literal.contains(where: { ".eE".contains($0) }) && literal.contains(where: { ("1"..."9").contains($0) }):
      return literal + "00e-2"
    default: return literal
    }
  }

  private mutating func spelling(ofString string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" || number(0...3) == 0 {
        for unit in String(Character(scalar)).utf16 {
          let hex = String(unit, radix: 16, uppercase: number(0...1) == 0)
          text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
