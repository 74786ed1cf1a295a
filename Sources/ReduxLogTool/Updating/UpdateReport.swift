import CommandLineKit
import ReduxNotation
import ReduxReplay
import StateTree

/// The changes of an update: the actions that lead to other states than recorded, and the places.
struct UpdateReport {
  /// The number of states with new hashes.
  let states: Int
  private let divergences: DivergentLocations

  init(of verification: Verification, states: Int) {
    self.states = states
    divergences = verification.report.divergences
  }

  /// The numbers, in a sentence without a full stop.
  var summary: String {
    guard states > 0 || divergences.actions > 0 else { return "no state differs" }
    let count = states == 1 ? "1 state has a new hash" : "\(states) states have new hashes"
    guard divergences.actions > 0 else { return count }
    let actions = divergences.actions == 1 ? "1 action" : "\(divergences.actions) actions"
    return "\(count), because \(actions) \(divergences.actions == 1 ? "does" : "do") something else"
  }

  /// The places with the types of the actions, one a line.
  ///
  ///     /cart/total
  ///       cart.coupon: 3 actions
  ///       In state 12: 8 → 7 (recorded → replayed)
  var lines: [StyledText] {
    var lines: [StyledText] = []
    for location in divergences.locations {
      lines.append("\(location.name, .key)")
      for (type, count) in location.types.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
        lines.append("  \(type): \(count == 1 ? "1 action" : "\(count) actions")")
      }
      if let pointer = location.pointer, let place = try? JSONPointer(pointer),
        let difference = location.values?.difference(at: place)
      {
        lines.append("  In state \("\(location.first.seq)"): \(difference)")
      }
    }
    if divergences.areMore { lines.append("and more places") }
    return lines
  }
}
