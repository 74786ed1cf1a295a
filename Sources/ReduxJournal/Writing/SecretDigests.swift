package import StateCoding
package import StateTree

/// Digests of the secrets in the last state, by place: they tell which secrets an action changes. They stay in the process.
package struct SecretDigests {
  private var digests: [String: Int] = [:]
  /// How many elements of arrays have each secret.
  private var counts: [ElementSecret: Int] = [:]

  /// A secret in elements of an array, at any index.
  private struct ElementSecret: Hashable {
    var place: String
    var digest: Int
  }

  /// Creates the digests of an unknown state.
  package init() {}

  /// Goes on to a state.
  ///
  /// - Parameters:
  ///   - places: The places that its encoding noted: all, or those in parts that have changed.
  ///   - outline: The state's outline.
  ///   - before: That of the state before, if it is known.
  /// - Returns: The places whose secrets have changed. A secret that has only moved in an array isn't among them.
  package mutating func changes(
    to places: [RedactedPlace], in outline: StateOutline, since before: StateOutline?
  ) -> [String] {
    guard let before, !digests.isEmpty else { return changes(to: places) }
    let wereElsewhere = places.map { secret in
      secret.pointer.elementPlace.map { counts[ElementSecret(place: $0, digest: secret.digest)] != nil } ?? false
    }
    var changed: [String] = []
    // A view takes a place that has changed for no secret, unless the record names it: a secret that comes back, too.
    outline.forEachChange(since: before) { place, _ in
      changed.append(place.pointer)
      set(nil, at: place.pointer)
    }
    // Where elements of an array come and go, those behind them move.
    var movingArrays: [Substring: Bool] = [:]
    func isMoving(in array: Substring) -> Bool {
      if let known = movingArrays[array] { return known }
      let isMoving = changed.contains { $0.isPlace(above: array) || array.isPlace(above: $0) }
      movingArrays[array] = isMoving
      return isMoving
    }
    let secrets = zip(places, wereElsewhere).filter { secret, wasElsewhere in
      guard set(secret.digest, at: secret.pointer) else { return false }
      return !(wasElsewhere && isMoving(in: secret.pointer.firstArray))
    }
    return SecretDigests.pointers(toChanged: secrets.map(\.0))
  }

  /// Goes on to a state that no action has changed.
  ///
  /// - Parameter places: The places that its encoding noted: all, or those in parts that have changed.
  /// - Returns: The places whose secrets have changed.
  @discardableResult package mutating func changes(to places: [RedactedPlace]) -> [String] {
    SecretDigests.pointers(toChanged: places.filter { set($0.digest, at: $0.pointer) })
  }

  /// Starts from a state.
  ///
  /// - Parameter places: All places of secrets in it.
  /// - Returns: The places.
  package mutating func start(with places: [RedactedPlace]) -> [String] {
    self = SecretDigests()
    for place in places { set(place.digest, at: place.pointer) }
    return SecretDigests.pointers(to: places)
  }

  /// Sets the digest at a place, and returns whether it is another than before.
  @discardableResult private mutating func set(_ digest: Int?, at pointer: String) -> Bool {
    let old = digests[pointer]
    guard old != digest else { return false }
    digests[pointer] = digest
    guard let element = pointer.elementPlace else { return true }
    if let digest { counts[ElementSecret(place: element, digest: digest), default: 0] += 1 }
    if let old {
      let secret = ElementSecret(place: element, digest: old)
      counts[secret] = counts[secret].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
    return true
  }

  private static func pointers(toChanged places: [RedactedPlace]) -> [String] {
    RedactedPlaces.collapsed(places.map(\.pointer), beyond: RedactedPlaces.namedChanges)
  }

  /// Places as a record names them.
  package static func pointers(to places: [RedactedPlace]) -> [String] {
    if places.isEmpty { return [] }
    return RedactedPlaces.collapsed(places.map(\.pointer))
  }
}

extension StringProtocol {
  /// Whether a place, a pointer, is another one or in it.
  fileprivate func isPlace(above other: some StringProtocol) -> Bool {
    utf8.count <= other.utf8.count && other.utf8.starts(with: utf8)
      && (utf8.count == other.utf8.count || other.utf8.dropFirst(utf8.count).first == UInt8(ascii: "/"))
  }
}

extension String {
  /// The place with `*` for each token that may be an index; `nil` if there is none.
  fileprivate var elementPlace: String? {
    let tokens = split(separator: "/")
    guard tokens.contains(where: { JSONPointer.index(String($0)) != nil }) else { return nil }
    return tokens.map { JSONPointer.index(String($0)) == nil ? String($0) : "*" }.joined(separator: "/")
  }

  /// The part of a place before its first token that may be an index: the outermost array on the way, if it is one.
  fileprivate var firstArray: Substring {
    var end = startIndex
    while end < endIndex {
      let next = self[index(after: end)...].firstIndex(of: "/") ?? endIndex
      if JSONPointer.index(String(self[index(after: end)..<next])) != nil { break }
      end = next
    }
    return self[..<end]
  }
}
