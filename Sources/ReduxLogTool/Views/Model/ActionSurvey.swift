import ReduxJournal
import StateTree

/// The usual changes of the actions of each type, and the actions that they caused.
struct ActionSurvey: Sendable {
  /// Actions of a type that changed the same places.
  private struct Group {
    var count = 0
    /// The seqs of the first of them.
    var first: [Int] = []

    mutating func add(_ seq: Int) {
      count += 1
      if first.count < ActionSurvey.examples { first.append(seq) }
    }
  }

  /// As many of the actions that change other places are named.
  private static let examples = 3
  /// Stands for the places of an action whose record doesn't say what changed.
  private static let unknown = "?"

  /// The seq of the last state whose action is in it.
  private(set) var reached = -1
  private var groups: [String: [[String]: Group]] = [:]
  private var patterns = PlacePatterns(of: [])
  private var links: [(cause: Int, effect: Int)] = []

  /// Adds an action. Actions come in the order of the journal.
  mutating func add(_ action: ActionRecord) {
    guard action.seq > reached else { return }
    reached = action.seq
    if let cause = action.cause { links.append((cause, action.seq)) }
    guard let places = ActionSurvey.places(of: action) else { return }
    groups[action.type, default: [:]][places, default: Group()].add(action.seq)
  }

  /// Ends adding actions: looks for collections among the places.
  ///
  /// - Parameter seq: The seq of the last state.
  mutating func settle(upTo seq: Int) {
    reached = max(reached, seq)
    patterns = PlacePatterns(of: Set(groups.values.lazy.flatMap(\.keys).joined()))
  }

  /// The places that a complete action changed.
  private static func places(of action: ActionRecord) -> [String]? {
    guard action.error == nil, !action.interrupted else { return nil }
    if let patch = action.patch.flatMap({ try? JSONPatch(json: $0.value) }) { return ChangedPlaces.of(patch) }
    return ChangedPlaces.of(action) ?? [unknown]
  }

  /// The seqs of the actions that an action caused.
  func effects(of seq: Int) -> [Int] { links.lazy.filter { $0.cause == seq }.map(\.effect) }

  /// How the other actions of an action's type compare with it; `nil` if there are none, or it isn't complete.
  func comparison(of action: ActionRecord) -> ActionComparison? {
    guard let places = ActionSurvey.places(of: action), !places.contains(ActionSurvey.unknown) else { return nil }
    let shape = pattern(of: places)
    var counts: [String: Int] = [:]
    var comparison = ActionComparison(type: action.type, places: shape)
    for (others, group) in groups[action.type] ?? [:] {
      let count = group.count - (others == places && action.seq <= reached ? 1 : 0)
      guard count > 0 else { continue }
      let pattern = pattern(of: others)
      comparison.others += count
      for place in pattern { counts[place, default: 0] += count }
      if pattern == shape { comparison.same += count } else { comparison.different += group.first }
    }
    guard comparison.others > 0 else { return nil }
    comparison.different = Array(comparison.different.sorted().prefix(ActionSurvey.examples))
    comparison.usual = counts.filter { $0.value * 2 > comparison.others && !shape.contains($0.key) }.map(\.key).sorted()
    comparison.unique = shape.filter { counts[$0] == nil }
    return comparison
  }

  private func pattern(of places: [String]) -> [String] { Set(places.map { patterns[$0] }).sorted() }
}
