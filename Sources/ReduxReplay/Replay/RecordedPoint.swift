import ReduxJournal
import SystemSupport

/// A state in a journal, as a developer names it for a running app: `FILE@REV`.
///
/// An app doesn't contain the inspector, so `REV` is only a seq, a position from the end, or a mark.
struct RecordedPoint {
  private enum Revision: Equatable {
    case seq(Int)
    /// 1 is the last state.
    case fromEnd(Int)
    case mark(String)
  }

  private let text: String
  private let revision: Revision
  let file: JournalFile

  /// Opens the journal of a point; without `@REV`, the point is the last state. The longest existing path wins.
  ///
  /// - Throws: `OpeningError` if no such file exists, `JournalError` if it isn't a journal.
  init(_ text: String) throws {
    self.text = text
    if Platform.exists(text) {
      (file, revision) = (try JournalFile(path: text), .fromEnd(1))
      return
    }
    let sign = text.indices.last { text[$0] == "@" && Platform.exists(String(text[..<$0])) }
    guard let sign else {
      throw OpeningError(text: text, reason: "no such file; expected the path of a journal, and @REV")
    }
    file = try JournalFile(path: String(text[..<sign]))
    revision = RecordedPoint.revision(String(text[text.index(after: sign)...]))
  }

  private static func revision(_ text: String) -> Revision {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else {
      return .mark(text)
    }
    return digits.startIndex == text.startIndex ? .seq(number) : .fromEnd(number)
  }

  /// The seq of the state. O(log n) reads for a number, O(n) for a mark.
  ///
  /// - Throws: `OpeningError` if the journal has no such state; `JournalError` for a damaged line.
  func seq() throws -> Int {
    guard let first = try file.firstStateSeq, let last = try file.lastKnownSeq() else {
      throw OpeningError(text: text, reason: "the journal holds no state yet")
    }
    let found: Int
    switch revision {
    case .seq(let seq): found = seq
    case .fromEnd(let steps): found = last + 1 - steps
    case .mark(let name): found = try mark(name)
    }
    guard (first...last).contains(found) else {
      throw OpeningError(text: text, reason: "the journal has the states \(first) to \(last)")
    }
    return found
  }

  private func mark(_ name: String) throws -> Int {
    guard let found = try file.seq(ofMark: name) else {
      throw OpeningError(
        text: text,
        reason: "no mark is named '\(name)'; expected a seq such as 120, -1 for the last state, or the name of a mark. "
          + "'reduxlog log' lists both")
    }
    return found
  }
}
