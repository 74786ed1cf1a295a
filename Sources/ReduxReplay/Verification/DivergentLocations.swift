import ReduxJournal
import StateTree

/// The locations in the state where replay and recording differ.
///
/// Locations that differ only in an index, a UUID, or one key above the same member are one location: `/films/7/time` and
/// `/films/9/time` are `/films/*/time`.
package struct DivergentLocations: Codable, Sendable {
  /// The locations, in the order in which they were found.
  package private(set) var locations: [DivergentLocation] = []
  /// The number of actions that lead to a different state than recorded, from a state that was the same as far as is
  /// known.
  package private(set) var actions = 0
  /// Whether locations beyond the limit were found.
  package private(set) var areMore = false
  /// The tokens of the locations' pointers. Only the replay needs them, to find more locations.
  private var patterns: [[String]?] = []

  private enum CodingKeys: CodingKey {
    case locations, actions, areMore
  }

  /// The number of locations that are kept.
  private static let limit = 32

  init() {}

  /// Adds an action that leads to a different state at some places.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - places: The places.
  ///   - values: Returns the values at a pointer; called only for a new location.
  /// - Returns: Whether a location is new.
  @discardableResult
  mutating func add(
    _ action: DivergentLocation.Action, at places: [DivergentPlace],
    values: (JSONPointer) -> Divergence.Values? = { _ in nil }
  ) -> Bool {
    actions += 1
    let known = locations.count
    for place in places {
      let tokens = place.pointer.map { $0.tokens.map(DivergentLocations.generalised) }
      if let index = index(of: tokens) {
        locations[index].add(action, place)
      } else if locations.count < DivergentLocations.limit {
        patterns.append(tokens)
        locations.append(
          DivergentLocation(
            pointer: DivergentLocations.pointer(tokens), place, action, place.pointer.flatMap(values)))
      } else {
        areMore = true
      }
    }
    return locations.count > known
  }

  /// Replaces an index, a number or a UUID by `*`.
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

  /// The index of a location that is the same, or becomes the same with one more `*`.
  private mutating func index(of tokens: [String]?) -> Int? {
    if let same = patterns.firstIndex(where: { DivergentLocations.includes($0, tokens) }) { return same }
    guard let tokens, tokens.count > 1 else { return nil }
    for (index, pattern) in patterns.enumerated() {
      guard var pattern, pattern.count == tokens.count else { continue }
      let others = tokens.indices.filter { pattern[$0] != "*" && pattern[$0] != tokens[$0] }
      // The last token is a member's name; those before it may be an entity's id.
      guard others.count == 1, let other = others.first, other < tokens.count - 1 else { continue }
      pattern[other] = "*"
      patterns[index] = pattern
      locations[index].pointer = DivergentLocations.pointer(pattern)
      return index
    }
    return nil
  }

  private static func includes(_ pattern: [String]?, _ tokens: [String]?) -> Bool {
    guard let pattern, let tokens else { return pattern == nil && tokens == nil }
    return pattern.count == tokens.count && zip(pattern, tokens).allSatisfy { $0 == "*" || $0 == $1 }
  }
}
