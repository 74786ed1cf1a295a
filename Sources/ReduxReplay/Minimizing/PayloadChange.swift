package import StateTree

/// A part of an action's payload that is smaller than the recorded one.
package struct PayloadChange: Hashable, Sendable {
  /// The changes that are listed in a sentence.
  private static let mostListed = 4
  private static let columns = 24

  /// The pointer and what happened there: `/title 38 → 0 characters`.
  package let text: String

  private init(_ tokens: [String], _ what: String) {
    text = (tokens.isEmpty ? "the payload" : JSONPointer(tokens: tokens).description) + " " + what
  }

  /// The differences of two payloads in a sentence, such as `/title 38 → 0 characters, /note removed`.
  package static func sentence(from recorded: JSONValue, to smaller: JSONValue) -> String {
    let all = changes(from: recorded, to: smaller, at: [])
    let listed = all.prefix(mostListed).map(\.text).joined(separator: ", ")
    return all.count > mostListed ? "\(listed), and \(all.count - mostListed) more" : listed
  }

  private static func changes(from old: JSONValue, to new: JSONValue, at tokens: [String]) -> [PayloadChange] {
    guard old != new else { return [] }
    switch (old, new) {
    case (.object(let old), .object(let new)):
      let removed = old.keys.filter { new[$0] == nil }
      let own =
        removed.count > 2
        ? [PayloadChange(tokens, counts(old.count, new.count, "member"))]
        : removed.map { PayloadChange(tokens + [$0], "removed") }
      return own
        + new.flatMap { member in
          old[member.key].map { changes(from: $0, to: member.value, at: tokens + [member.key]) } ?? []
        }
    case (.array(let old), .array(let new)):
      guard old.count == new.count else { return [PayloadChange(tokens, counts(old.count, new.count, "element"))] }
      return zip(old, new).enumerated().flatMap { index, pair in
        changes(from: pair.0, to: pair.1, at: tokens + [String(index)])
      }
    // Another text may be another value, such as an id.
    case (.string(let old), .string(let new)) where old.hasPrefix(new):
      return [PayloadChange(tokens, counts(old.count, new.count, "character"))]
    default:
      return [PayloadChange(tokens, "\(short(old)) → \(short(new))")]
    }
  }

  private static func counts(_ old: Int, _ new: Int, _ noun: String) -> String {
    "\(old) → \(new) \(noun)\(new == 1 ? "" : "s")"
  }

  private static func short(_ value: JSONValue) -> String {
    let text = value.compact
    return text.count > columns ? text.prefix(columns - 1) + "…" : text
  }
}
