import ReduxNotation
import StateTree

/// Where two replays of a journal part: the first state in which they differ.
struct StateDifference: Sendable {
  /// A place with the values of both replays; `nil` for one that is missing or too long to show.
  struct Place: Sendable {
    let pointer: JSONPointer
    let change: ChangeList.Change
    let old: JSONValue?
    let new: JSONValue?
    /// The array around the place, if the replays differ there in the order of its elements alone.
    let reordered: JSONPointer?
  }

  let seq: Int
  /// The label of the action that led to it; `nil` if none did.
  let type: String?
  let places: [Place]

  /// The innermost array around a place that has the same elements in both states, in another order.
  static func reorderedArray(around place: JSONPointer, _ old: JSONNode, _ new: JSONNode) -> JSONPointer? {
    for length in (0...place.tokens.count).reversed() {
      let pointer = JSONPointer(tokens: Array(place.tokens.prefix(length)))
      guard let before = old[pointer], let after = new[pointer], before.count > 0, before.count == after.count else {
        continue
      }
      let (elements, others) = (before.elements.map(\.stateHash), after.elements.map(\.stateHash))
      guard !elements.isEmpty, elements != others else { continue }
      var counts: [StateHash: Int] = [:]
      for element in elements { counts[element, default: 0] += 1 }
      for element in others { counts[element, default: 0] -= 1 }
      if counts.values.allSatisfy({ $0 == 0 }) { return pointer }
    }
    return nil
  }
}
