import ReduxNotation
import StateTree

/// Parses revisions from left to right.
struct RevisionParser {
  private let text: String
  private let times: TimeFormat
  private var rest: Substring

  init(_ text: String, times: TimeFormat) {
    self.text = text
    self.times = times
    rest = text[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// The text parsed so far.
  var consumed: Substring { text[..<rest.startIndex] }

  func error(_ reason: String) -> RevisionError { RevisionError(text: text, reason: reason) }

  mutating func skip(_ prefix: String) -> Bool {
    guard rest.hasPrefix(prefix) else { return false }
    rest = rest.dropFirst(prefix.count)
    return true
  }

  var startsWithRange: Bool { rest.hasPrefix("..") }

  /// Parses an anchor, steps back, and a pointer.
  mutating func revision() throws(RevisionError) -> Revision {
    var revision = Revision(try anchor())
    while skip("~") {
      guard let steps = number() else { throw error("expected a number after '~'") }
      let (sum, overflow) = revision.stepsBack.addingReportingOverflow(steps)
      if overflow { throw error("the number after '~' is too large") }
      revision.stepsBack = sum
    }
    if rest.hasPrefix(":/") || rest == ":" {
      do { revision.pointer = try JSONPointer(String(rest.dropFirst())) } catch { throw self.error(error.description) }
      rest = rest[rest.endIndex...]
    }
    return revision
  }

  private mutating func anchor() throws(RevisionError) -> Revision.Anchor {
    if skip(":/") {
      let found = upToSuffix()
      guard !found.isEmpty else { throw error("expected a part of an action's type after ':/'") }
      return .type(found)
    }
    if skip("{") { return try time() }
    if skip("h:") { return try hash() }
    if skip("-") {
      guard let number = number() else { throw error("expected a number after '-'") }
      guard number > 0 else { throw error("'-1' is the last state, and there is no '-0'") }
      return .fromEnd(number)
    }
    let word = upToSuffix()
    guard let first = word.utf8.first else {
      throw error("expected a seq, a mark, '{time}', ':/text' or 'h:hash'")
    }
    if word.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      guard let seq = UInt64(word) else { throw error("the number '\(word)' is too large") }
      return .seq(seq)
    }
    if (0x30...0x39).contains(first) {
      throw error("a seq has only digits, and a mark can't begin with one")
    }
    if let character = word.first(where: { "@/{}+".contains($0) || $0.isWhitespace }) {
      throw error("a mark's name can't contain '\(character)'")
    }
    return .mark(word)
  }

  private mutating func time() throws(RevisionError) -> Revision.Anchor {
    guard let end = rest.firstIndex(of: "}") else { throw error("expected '}' after the time") }
    let inside = String(rest[..<end])
    rest = rest[rest.index(after: end)...]
    if inside.hasPrefix("+") {
      guard let span = DurationFormat.parse(String(inside.dropFirst())) else {
        throw error("expected a time since the start, such as '{+3.5s}' or '{+1h30m}'")
      }
      return .elapsed(microseconds: span)
    }
    guard let time = times.parse(inside) else {
      throw error("expected a time, such as '{2026-01-01T10:00}' or '{+3.5s}'")
    }
    return .time(time)
  }

  private mutating func hash() throws(RevisionError) -> Revision.Anchor {
    let digits = upToSuffix()
    guard (1...32).contains(digits.utf8.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit })
    else { throw error("expected 1 to 32 hex digits after 'h:'") }
    return .hash(digits.lowercased())
  }

  /// Parses a decimal number.
  private mutating func number() -> UInt64? {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard let number = UInt64(digits) else { return nil }
    rest = rest.dropFirst(digits.count)
    return number
  }

  /// Returns everything up to `~`, `:` or `..`.
  private mutating func upToSuffix() -> String {
    var end = rest.startIndex
    while end < rest.endIndex, rest[end] != "~", rest[end] != ":", !rest[end...].hasPrefix("..") {
      end = rest.index(after: end)
    }
    defer { rest = rest[end...] }
    return String(rest[..<end])
  }
}
