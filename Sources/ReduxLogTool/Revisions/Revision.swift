package import StateTree

/// A revision in a journal as the user names it: the REV of `FILE@REV`, not yet looked up.
///
/// `120`, `-1`, `{2026-01-01T10:00}`, `{+3.5s}`, `a-mark`, `:/text`, `h:ab12cd`, each with `~N` for N states before and
/// `:/json/pointer` for a value inside the state.
package struct Revision: Hashable, Sendable {
  /// What is named, before steps back and pointer.
  package enum Anchor: Hashable, Sendable {
    /// The state with a seq.
    case seq(UInt64)
    /// The state so many before the end: 1 is the last.
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

  /// What is named.
  package var anchor: Anchor
  /// How many states before that.
  package var stepsBack: UInt64
  /// The way to a value inside the state; `nil` for the state itself.
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
  /// Reads a revision.
  ///
  /// - Parameters:
  ///   - text: The REV.
  ///   - times: The zone of times that name none.
  /// - Throws: `RevisionError`, which tells what was expected.
  package init(parsing text: String, times: TimeFormat = .local) throws(RevisionError) {
    var parser = RevisionParser(text, times: times)
    self = try parser.revision()
    guard parser.isAtEnd else { throw parser.error("expected '~', ':/' or the end after '\(parser.consumed)'") }
  }

  /// Whether a text can name a mark, so that a revision can name it too.
  package static func isMarkName(_ text: String) -> Bool {
    guard let revision = try? Revision(parsing: text) else { return false }
    return revision == Revision(.mark(text))
  }
}
