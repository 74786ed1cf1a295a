import ReduxJournal
import StateTree

/// The places in which replay and recording part, each with the actions that are why.
///
/// Places that differ in an index or a UUID, or in one key with the same members in it, are one: `/films/7/time` and `/films/9/time` are
/// `/films/*/time`.
public struct DivergentLocations: Sendable {
  /// The places, in the order in which they were met first.
  public private(set) var places: [DivergentLocation] = []
  /// How many actions lead to another state than was recorded, though the state before them was the same, as far as is known.
  public private(set) var actions = 0
  /// Whether there are more places than are told apart.
  public private(set) var areMore = false
  /// The tokens of the places' pointers.
  private var patterns: [[String]?] = []

  /// How many places are told apart.
  private static let limit = 32

  /// No places.
  init() {}

  /// Adds an action that leads to another state in some places; `nil` stands for whether it is refused.
  mutating func add(_ action: DivergentLocation.Action, at pointers: [(place: JSONPointer?, isImpure: Bool)]) {
    actions += 1
    for (place, isImpure) in pointers {
      let tokens = place.map { $0.tokens.map(DivergentLocations.generalised) }
      if let index = index(of: tokens) {
        places[index].add(action, isImpure: isImpure)
      } else if places.count < DivergentLocations.limit {
        patterns.append(tokens)
        places.append(
          DivergentLocation(pointer: DivergentLocations.pointer(tokens), isImpure: isImpure, action))
      } else {
        areMore = true
      }
    }
  }

  /// `*` for what is an index, a number or a UUID.
  private static func generalised(_ token: String) -> String {
    token == "-" || !token.isEmpty && token.utf8.allSatisfy(isDigit) || isUUID(Array(token.utf8)) ? "*" : token
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isUUID(_ bytes: [UInt8]) -> Bool {
    bytes.count == 36
      && bytes.indices.allSatisfy { index in
        if [8, 13, 18, 23].contains(index) { return bytes[index] == UInt8(ascii: "-") }
        return isDigit(bytes[index]) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(bytes[index] | 0x20)
      }
  }

  private static func pointer(_ tokens: [String]?) -> String? {
    tokens.map { JSONPointer(tokens: $0).description.shortenedToKeep }
  }

  /// Where a place is, if it is known or goes with one that is.
  private mutating func index(of tokens: [String]?) -> Int? {
    if let same = patterns.firstIndex(where: { DivergentLocations.includes($0, tokens) }) { return same }
    guard let tokens, tokens.count > 1 else { return nil }
    for (index, pattern) in patterns.enumerated() {
      guard var pattern, pattern.count == tokens.count else { continue }
      let others = tokens.indices.filter { pattern[$0] != "*" && pattern[$0] != tokens[$0] }
      // The last token is a member's name; what is before may be an entity's id.
      guard others.count == 1, let other = others.first, other < tokens.count - 1 else { continue }
      pattern[other] = "*"
      patterns[index] = pattern
      places[index].pointer = DivergentLocations.pointer(pattern)
      return index
    }
    return nil
  }

  private static func includes(_ pattern: [String]?, _ tokens: [String]?) -> Bool {
    guard let pattern, let tokens else { return pattern == nil && tokens == nil }
    return pattern.count == tokens.count && zip(pattern, tokens).allSatisfy { $0 == "*" || $0 == $1 }
  }
}
