import ReduxInspection
import StateTree

/// What stands at a place in the payloads of one type of action: values, and where in the state before they came from.
struct PayloadPlace: Codable {
  /// A pool of the state from which values come.
  struct Source: Codable {
    let place: String
    /// The actions whose value was in the pool.
    fileprivate(set) var hits: Int
    /// The sum of the shares of the place's known values that were in the pool, which a value at random would have hit.
    fileprivate(set) var chance: Double
    fileprivate(set) var holdsIds: Bool
  }

  private static let mostValues = 64
  /// The known values that are compared with a pool, for its chance.
  private static let comparedValues = 16
  private static let comparedActions = 64

  /// The distinct recorded values.
  private(set) var values: [JSONValue] = []
  private(set) var trials = 0
  private var compared = 0
  private var texts: [String] = []
  private var known: [Source] = []
  /// The actions whose value was nowhere in the state before and was an id in the state after.
  private var introduced = 0
  /// The pools of the state from which values come: where most come from, if it holds ids, or if most wouldn't by chance.
  private(set) var sources: [Source] = []

  /// Adds a value.
  mutating func note(_ value: JSONValue) {
    if values.count < Self.mostValues, !values.contains(value) { values.append(value) }
  }

  /// Compares a value with the states before and after the action.
  mutating func note(_ text: String, from old: StatePools, to new: StatePools) {
    trials += 1
    if !texts.contains(text), texts.count < Self.mostValues { texts.append(text) }
    let compares = compared < Self.comparedActions
    if compares { compared += 1 }
    let sample = texts.suffix(Self.comparedValues)
    var isOld = false
    for pool in old.pools {
      let isHit = pool.contains(text)
      isOld = isOld || isHit
      guard isHit || known.contains(where: { $0.place == pool.place }) else { continue }
      let index = known.firstIndex { $0.place == pool.place } ?? known.count
      if index == known.count {
        known.append(Source(place: pool.place, hits: 0, chance: 0, holdsIds: pool.holdsIds))
      }
      if isHit { known[index].hits += 1 }
      if compares { known[index].chance += Double(sample.count { pool.contains($0) }) / Double(sample.count) }
    }
    if !isOld, new.pools.contains(where: { $0.holdsIds && $0.contains(text) }) { introduced += 1 }
  }

  /// Whether actions bring new ids here.
  var introducesIds: Bool { trials > 0 && introduced * 2 > trials }

  /// Whether what stands here depends on the state.
  var isOfState: Bool { !sources.isEmpty || introducesIds }

  /// Whether most recorded values stand here only once, as texts do that users type.
  var isOpen: Bool { values.count == Self.mostValues || values.count * 2 > trials }

  /// Of a hundred values, those that come from a source.
  func share(of source: Source) -> Int { trials == 0 ? 0 : 100 * source.hits / trials }

  /// How much more often than by chance values come from a source.
  func lift(of source: Source) -> Double {
    guard source.chance > 0, compared > 0, trials > 0 else { return .infinity }
    return (Double(source.hits) / Double(trials)) / (source.chance / Double(compared))
  }

  /// Finds the sources, once all values are noted.
  mutating func findSources() {
    let likely = known.filter { source in
      source.hits * 2 >= trials && (source.holdsIds || source.hits >= 2 && lift(of: source) >= 1.5)
    }
    guard let best = likely.map(\.hits).max() else { return }
    // Stable, so that equal ones stay in the order of the state.
    sources = Array(
      likely.filter { $0.hits * 10 >= best * 9 }.enumerated().sorted {
        ($0.element.holdsIds ? 0 : 1, -$0.element.hits, $0.offset) < (
          $1.element.holdsIds ? 0 : 1, -$1.element.hits, $1.offset
        )
      }.map(\.element).prefix(2))
  }

  /// The places of the pools in which each value was: without values there, no such action was recorded.
  var certainSources: [String] { sources.filter { $0.hits == trials }.map(\.place) }

  /// The parts of a value that may be ids: the value itself, and the segments of a path such as `/projects/bike`.
  static func parts(of value: JSONValue, at place: String) -> [(place: String, text: String)] {
    guard let text = StatePools.text(of: value) else { return [] }
    let segments = self.segments(of: value)
    let count = segments.count
    return [(place, text)]
      + segments.enumerated().filter { !$0.element.isEmpty }.map { (segment(place, $0.offset, of: count), $0.element) }
  }

  /// The segments of a path; none for other values.
  static func segments(of value: JSONValue) -> [String] {
    guard let text = value.string, text.utf8.contains(UInt8(ascii: "/")), !text.contains(" ") else { return [] }
    return text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }

  /// The place of a segment among so many.
  static func segment(_ place: String, _ index: Int, of count: Int) -> String {
    "\(place) segment \(index + 1) of \(count)"
  }
}
