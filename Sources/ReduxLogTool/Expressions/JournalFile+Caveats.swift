import ReduxJournal
import ReduxReplay
import StateCoding
import StateTree

extension JournalFile {
  /// Returns warnings about volatile values in a state that today's reducers computed.
  ///
  /// - Throws: `JournalError`.
  func volatileCaveats(_ places: [JSONPointer], at seq: Int) throws -> [String] {
    guard !isSelfContained else { return [] }
    return redaction(before: try entry(settingSeq: seq)?.offset).volatile.compactMap { place in
      guard let pattern = try? JSONPointer(place.description), places.contains(where: { $0.mayOverlap(pattern) }) else {
        return nil
      }
      return "\(place) is volatile: today's reducers compute it, and other values may have been recorded"
    }
  }
}

extension JSONPointer {
  /// Whether a value at the pointer may be, hold, or be inside one that matches a pattern; `*` matches any token.
  func mayOverlap(_ pattern: JSONPointer) -> Bool {
    zip(pattern.tokens, tokens).allSatisfy { $0 == "*" || $0 == $1 }
  }
}
