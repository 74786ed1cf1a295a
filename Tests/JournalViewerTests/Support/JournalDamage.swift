import ReduxJournal
import StateTree
import TestSupport

/// Random damage to journals, from a bit to lines with right sums that break the format's rules.
struct JournalDamage {
  /// A damaged journal.
  struct Copy: Sendable {
    let bytes: [UInt8]
    let name: String
  }

  private static let values = [
    "0", "-0", "1.0", "1e2", "-1", "9007199254740992", "9007199254740993", "1e400", "01", "1.", "null", "true", "{}",
    "[]",
    #""""#, #""x""#, #""\ud800""#, #""QQ==""#, #""QQ""#, #"{"a":1,"a":2}"#, #"{"/n":null}"#, #"{"/n":"00ff00ff"}"#,
    #"[{"op":"remove","path":"/x"}]"#, #""01000000000000000000000000000000""#, #""2026-02-30T10:00:00Z""#,
    #""2026-01-01T10:00:00+01:00""#, #""siphash-tree/1+volatile""#, #""siphash-tree/1+inputs""#, #""usual/2""#,
    #"{"volatile":["/a"]}"#, #"{"redact":["a"]}"#, #"{"names":"usual/1","add":{"words":[1]}}"#,
    #"{"now":1,"seed":"000102030405060708090a0b0c0d0e0f"}"#,
    String(repeating: "[", count: 513) + String(repeating: "]", count: 513),
    String(repeating: "[", count: 514) + String(repeating: "]", count: 514),
  ]
  private static let members = [
    "same-as", "state", "to", "hash", "cause", "must", "whole", "error", "replay", "patch", "inputs", "interrupted",
    "previous", "key", "base", "header", "records", "at", "bytes", "missing", "rules",
  ]

  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Damages a journal in one or two ways.
  mutating func copy(of journal: [UInt8]) -> Copy {
    var (bytes, name) = damage(journal)
    if number(5) == 0, !bytes.isEmpty {
      let second = damage(bytes)
      (bytes, name) = (second.bytes, name + ", " + second.name)
    }
    return Copy(bytes: bytes, name: name)
  }

  /// A number below a bound.
  mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &random) }

  private mutating func damage(_ journal: [UInt8]) -> (bytes: [UInt8], name: String) {
    var lines = JournalDamage.lines(of: journal)
    guard !lines.isEmpty else { return (flipped(journal), "bits flipped") }
    let (line, other) = (number(lines.count), number(lines.count))
    switch number(14) {
    case 0: return (flipped(journal), "bits flipped")
    case 1: return (Array(journal.prefix(number(journal.count))), "cut short")
    case 2: return (journal + lines[line].prefix(number(lines[line].count)), "torn at the end")
    case 3: return (journal.flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] }, "CR LF")
    case 4:
      lines[line] = Array(lines[line].prefix(number(lines[line].count)))
      return (JournalDamage.joined(lines), "line \(line + 1) cut")
    case 5:
      lines.remove(at: line)
      return (joined(lines), "line \(line + 1) dropped")
    case 6:
      lines.insert(lines[line], at: other)
      return (joined(lines), "line \(line + 1) repeated")
    case 7:
      lines.swapAt(line, other)
      return (joined(lines), "lines \(line + 1) and \(other + 1) swapped")
    case 8:
      lines[line] = seqChanged(lines[line])
      return (joined(lines), "seq of line \(line + 1) changed")
    case 9:
      lines[line] = flipped(JournalDamage.body(lines[line])).filter { $0 != 0x0a }
      return (JournalDamage.resummed(lines), "bits of line \(line + 1) flipped, sums repaired")
    case 10:
      let member = #","\#(element(of: JournalDamage.members))":\#(element(of: JournalDamage.values))"#
      lines[line] = JournalDamage.body(lines[line]) + Array(member.utf8)
      return (JournalDamage.resummed(lines), "a member added to line \(line + 1), sums repaired")
    default:
      lines[line] = memberChanged(JournalDamage.body(lines[line]))
      return (JournalDamage.resummed(lines), "a member of line \(line + 1) changed, sums repaired")
    }
  }

  private mutating func element(of texts: [String]) -> String { texts[number(texts.count)] }

  private mutating func flipped(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...number(3) where !bytes.isEmpty { bytes[number(bytes.count)] ^= 1 << UInt8(number(8)) }
    return bytes
  }

  private mutating func seqChanged(_ line: [UInt8]) -> [UInt8] {
    let text = String(decoding: line, as: UTF8.self)
    guard let range = text.firstRange(of: /"seq":[0-9]+/) else { return line }
    return Array(text.replacingCharacters(in: range, with: #""seq":\#(number(30))"#).utf8)
  }

  /// Replaces or removes a member with a plain value.
  private mutating func memberChanged(_ line: [UInt8]) -> [UInt8] {
    let text = String(decoding: line, as: UTF8.self)
    let members = text.matches(of: /,"([a-z-]+)":("[^"\\]*"|[0-9.]+|true|false|null|\{\}|\[\])/)
    guard !members.isEmpty else { return line }
    let member = members[number(members.count)]
    let value = number(5) == 0 ? "" : #","\#(member.1)":\#(element(of: JournalDamage.values))"#
    return Array(text.replacingCharacters(in: member.range, with: value).utf8)
  }

  /// Joins lines, half of the time with right sums.
  private mutating func joined(_ lines: [[UInt8]]) -> [UInt8] {
    number(2) == 0 ? JournalDamage.joined(lines) : JournalDamage.resummed(lines.map { JournalDamage.body($0) })
  }

  private static func lines(of journal: [UInt8]) -> [[UInt8]] {
    journal.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast().map(Array.init)
  }

  private static func joined(_ lines: [[UInt8]]) -> [UInt8] { lines.flatMap { $0 + [0x0a] } }

  /// A line without its sum.
  private static func body(_ line: [UInt8]) -> [UInt8] {
    line.count > 26 && line.dropLast(18).suffix(8).elementsEqual(#","sum":""#.utf8) ? line.dropLast(26) : line
  }

  /// Ends each line with the right sum.
  private static func resummed(_ lines: [[UInt8]]) -> [UInt8] {
    let start = String(decoding: lines.first ?? [], as: UTF8.self)
    let id = start.firstMatch(of: /"journal":"([0-9a-f]{32})"/).flatMap { JournalID(String($0.1)) }
    let previous = start.firstMatch(of: /"previous":"([0-9a-f]{16})"/).flatMap { ChainSum(digits: $0.1.utf8) }
    var sum = previous
    return lines.flatMap { line in
      let body = body(line)
      let next: ChainSum
      if let sum {
        next = sum.next(over: body)
      } else {
        var hash = ChainSum.hash(startOf: id ?? .random())
        hash.update(body)
        next = ChainSum(hash)
      }
      sum = next
      var bytes = body
      next.appendSuffix(to: &bytes)
      return bytes
    }
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
