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
  /// The patterns of the locations. Only the replay needs them, to find more locations.
  private var patterns = VaryingPlaces()

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
  ///   - values: Returns the values at a pointer; called only for the first actions of a location.
  /// - Returns: Whether a location is new.
  @discardableResult
  mutating func add(
    _ action: DivergentLocation.Action, at places: [DivergentPlace],
    values: (JSONPointer) -> Divergence.Values? = { _ in nil }
  ) -> Bool {
    actions += 1
    let known = locations.count
    for place in places {
      if let index = patterns.index(of: place.pointer) {
        locations[index].pointer = patterns.pointer(at: index)
        locations[index].add(action, place, values)
      } else if locations.count < DivergentLocations.limit {
        patterns.append(place.pointer)
        let pointer = patterns.pointer(at: locations.count)
        locations.append(DivergentLocation(pointer: pointer, place, action, values))
      } else {
        areMore = true
      }
    }
    return locations.count > known
  }
}
