package import StateTree

/// Places in states, as pointers in which `*` replaces what varies: an index, a number, a UUID, or one key above the same
/// member.
///
/// `/films/7/time` and `/films/9/time` are `/films/*/time`. A place that is no value of the state is `nil`.
package struct VaryingPlaces: Sendable {
  private var patterns: [[String]?] = []

  package init() {}

  /// Adds a place that no pattern includes.
  package mutating func append(_ pointer: JSONPointer?) { patterns.append(VaryingPlaces.tokens(of: pointer)) }

  /// The pointer of a pattern.
  package func pointer(at index: Int) -> String? {
    patterns[index].map { JSONPointer(tokens: $0).description.shortenedToKeep }
  }

  /// The index of the pattern that includes a place, or that does with one more `*`, which it then has; `nil` for none.
  package mutating func index(of pointer: JSONPointer?) -> Int? {
    let tokens = VaryingPlaces.tokens(of: pointer)
    if let same = patterns.firstIndex(where: { VaryingPlaces.includes($0, tokens) }) { return same }
    guard let tokens, tokens.count > 1 else { return nil }
    for (index, pattern) in patterns.enumerated() {
      guard var pattern, pattern.count == tokens.count else { continue }
      let others = tokens.indices.filter { pattern[$0] != "*" && pattern[$0] != tokens[$0] }
      // The last token is a member's name; those before it may be an entity's id.
      guard others.count == 1, let other = others.first, other < tokens.count - 1 else { continue }
      pattern[other] = "*"
      patterns[index] = pattern
      return index
    }
    return nil
  }

  private static func includes(_ pattern: [String]?, _ tokens: [String]?) -> Bool {
    guard let pattern, let tokens else { return pattern == nil && tokens == nil }
    return pattern.count == tokens.count && zip(pattern, tokens).allSatisfy { $0 == "*" || $0 == $1 }
  }

  /// The tokens of a pointer, with `*` for an index, a number or a UUID.
  private static func tokens(of pointer: JSONPointer?) -> [String]? {
    pointer?.tokens.map { token in
      token == "-" || !token.isEmpty && token.utf8.allSatisfy(isDigit) || isUUID(Array(token.utf8)) ? "*" : token
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isUUID(_ bytes: [UInt8]) -> Bool {
    bytes.count == 36
      && bytes.indices.allSatisfy { index in
        if [8, 13, 18, 23].contains(index) { return bytes[index] == UInt8(ascii: "-") }
        return isDigit(bytes[index]) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(bytes[index] | 0x20)
      }
  }
}
