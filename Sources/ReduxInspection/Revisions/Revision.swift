package import CommandLineKit
package import ReduxNotation
package import StateTree

/// A parsed revision: the REV of `FILE@REV`, not yet resolved.
///
/// `120`, `-1`, `{2026-01-01T10:00}`, `{+3.5s}`, `a-mark`, `:/text`, `h:ab12cd`, each with `~N` for N states before and
/// `:/json/pointer` for a value inside the state.
package struct Revision: Hashable, Sendable {
  /// The anchor, before steps back and pointer.
  package enum Anchor: Hashable, Sendable {
    /// The state with a seq.
    case seq(UInt64)
    /// The state at a position from the end: 1 is the last.
    case fromEnd(UInt64)
    /// The last action at or before a moment.
    case time(Timestamp)
    /// The last action at most so many microseconds after the start of the last session.
    case elapsed(microseconds: Int64)
    /// The state of a mark.
    case mark(String)
    /// The last action whose type contains a text.
    case type(String)
    /// The state whose hash begins with these hex digits, in lower case.
    case hash(String)
  }

  /// The anchor.
  package var anchor: Anchor
  /// The number of states to step back from it.
  package var stepsBack: UInt64
  /// The pointer to a value inside the state; `nil` for the state itself.
  package var pointer: JSONPointer?

  /// Creates a revision.
  package init(_ anchor: Anchor, stepsBack: UInt64 = 0, pointer: JSONPointer? = nil) {
    self.anchor = anchor
    self.stepsBack = stepsBack
    self.pointer = pointer
  }

  /// The last state.
  package static let last = Revision(.fromEnd(1))
}

extension Revision {
  /// Parses a revision.
  package init(parsing text: String, times: TimeFormat = .local) throws(RevisionError) {
    var parser = RevisionParser(text, times: times)
    self = try parser.revision()
    guard parser.isAtEnd else { throw parser.error("expected '~', ':/' or the end after '\(parser.consumed)'") }
  }

  /// Whether a text is a valid name for a mark, so that a revision can refer to it.
  package static func isMarkName(_ text: String) -> Bool {
    guard let revision = try? Revision(parsing: text) else { return false }
    return revision == Revision(.mark(text))
  }
}

/// The error for a text that isn't a revision.
package struct RevisionError: Error, Hashable, Sendable {
  /// The text.
  package let text: String
  /// The expected form.
  package let reason: String

  /// Creates an error.
  package init(text: String, reason: String) {
    self.text = text
    self.reason = reason
  }
}

extension RevisionError: CustomStringConvertible {
  package var description: String { "'\(text)' is not a revision: \(reason)" }
}

extension RevisionError: ReportableError {
  package func commandFailure(tool: String) -> CommandFailure {
    CommandFailure(description, advice: "see '\(tool) help revisions'", exitCode: .usage)
  }
}

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
