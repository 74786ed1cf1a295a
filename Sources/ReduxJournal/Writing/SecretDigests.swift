package import StateCoding
package import StateTree

/// Digests of the secrets in the last state, by place: they tell which secrets an action changes. They stay in the process.
package struct SecretDigests {
  private var digests: [String: Int] = [:]

  /// Creates the digests of an unknown state.
  package init() {}

  /// Goes on to a state.
  ///
  /// - Parameters:
  ///   - places: The places that its encoding noted: all, or those in parts that have changed.
  ///   - outline: The state's outline.
  ///   - before: That of the state before, if it is known.
  /// - Returns: The places whose secrets have changed, as pointers into the record.
  package mutating func changes(
    to places: [RedactedPlace], in outline: StateOutline, since before: StateOutline?
  ) -> [String] {
    // A view takes a place that has changed for no secret, unless the record names it: a secret that comes back, too.
    if let before, !digests.isEmpty {
      outline.forEachChange(since: before) { place, _ in digests[place.pointer] = nil }
    }
    return changes(to: places)
  }

  /// Goes on to a state that no action has changed.
  ///
  /// - Parameter places: The places that its encoding noted: all, or those in parts that have changed.
  /// - Returns: The places whose secrets have changed, as pointers into the record.
  @discardableResult package mutating func changes(to places: [RedactedPlace]) -> [String] {
    var changed: [RedactedPlace] = []
    for place in places where digests.updateValue(place.digest, forKey: place.pointer) != place.digest {
      changed.append(place)
    }
    return SecretDigests.pointers(to: changed, in: "/state")
  }

  /// Starts from a state.
  ///
  /// - Parameter places: All places of secrets in it.
  /// - Returns: The places, as pointers into the record.
  package mutating func start(with places: [RedactedPlace]) -> [String] {
    digests = Dictionary(places.map { ($0.pointer, $0.digest) }) { $1 }
    return SecretDigests.pointers(to: places, in: "/state")
  }

  /// Pointers to places in a member of a record.
  package static func pointers(to places: [RedactedPlace], in member: String) -> [String] {
    if places.isEmpty { return [] }
    return RedactedPlaces.collapsed(places.map { member + $0.pointer })
  }
}
