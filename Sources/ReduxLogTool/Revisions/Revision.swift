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
  ///
  /// - Parameters:
  ///   - text: The REV.
  ///   - times: The zone of times without a zone.
  /// - Throws: `RevisionError` with the expected form.
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
