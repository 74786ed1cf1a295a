import JSONQuery
import ReduxInspection
import StateTree

/// Some of many states, at equal distances.
struct StateSamples {
  private static let most = 256
  private static let mostBytes = 16 << 20

  private(set) var states: [JSONDocument] = []
  private var distance = 1
  private var left = 0
  private var byteCount = 0

  mutating func add(_ state: JSONDocument) {
    guard left == 0 else {
      left -= 1
      return
    }
    states.append(state)
    byteCount += state.root.bytes.count
    while states.count > Self.most || byteCount > Self.mostBytes && states.count > 1 {
      // From now on, every other one.
      distance *= 2
      states = stride(from: 0, to: states.count, by: 2).map { states[$0] }
      byteCount = states.reduce(0) { $0 + $1.root.bytes.count }
    }
    left = distance - 1
  }
}

/// Finds expressions that held in all states of journals, and may be rules of the app.
///
/// It looks for four shapes, each of which an app's mistakes often break: ids that name something, ids that occur once, numbers
/// that aren't negative, and numbers that count a collection.
struct RuleSearch {
  private static let mostRules = 40
  /// Fewer states say little about a place.
  private static let fewestStates = 3
  private static let keptValues = 32

  /// What is known of the values of a place.
  private struct Place {
    let holdsIds: Bool
    /// The states in which the place had values.
    var states = 0
    /// Some of the distinct values of all states.
    var values: Set<String> = []
    /// The most values of a state.
    var most = 0
    var isUnique = true
    /// The places of ids among which its values always were.
    var outer: [String]
    /// The places of ids that were always as many as its number says.
    var counted: [String]
    /// The least of its numbers; `nil` if a value wasn't an integer.
    var least: Int? = .max

    init(_ place: String, holdsIds: Bool, among idPlaces: [String]) {
      self.holdsIds = holdsIds
      let mayBeId = holdsIds || place.hasSuffix("/*")
      outer = mayBeId ? idPlaces.filter { $0 != place } : []
      counted = mayBeId || place.contains("*") ? [] : idPlaces
    }

    mutating func note(_ pool: StatePools.Pool, among ids: [String: StatePools.Pool]) {
      states += 1
      most = max(most, pool.values.count)
      isUnique = isUnique && !pool.hasRepeats
      if values.count < RuleSearch.keptValues { values.formUnion(pool.values.prefix(RuleSearch.keptValues)) }
      outer.removeAll { place in !pool.values.allSatisfy { ids[place]?.contains($0) == true } }
      least = pool.leastInteger.flatMap { integer in least.map { min($0, integer) } }
      counted.removeAll { ids[$0]?.values.count ?? 0 != pool.leastInteger }
    }
  }

  private let collections: Set<String>
  private var places: [String: Place] = [:]
  /// The places, in the order in which they were first seen.
  private var order: [String] = []

  /// Looks at states.
  ///
  /// - Parameters:
  ///   - samples: The states.
  ///   - collections: The places of collections.
  init(in samples: StateSamples, with collections: Set<String>) {
    self.collections = collections
    let tree = PlaceTree(collections: collections)
    let states = samples.states.map { StatePools(of: $0.root, at: tree) }
    var idPlaces: [String] = []
    for pool in states.flatMap(\.pools) where pool.holdsIds && !idPlaces.contains(pool.place) {
      idPlaces.append(pool.place)
    }
    for state in states {
      // A member that is named '*' has the text of another place.
      let ids = Dictionary(state.pools.filter(\.holdsIds).map { ($0.place, $0) }) { first, _ in first }
      for pool in state.pools where !pool.isCut {
        if places[pool.place] == nil { order.append(pool.place) }
        places[pool.place, default: Place(pool.place, holdsIds: pool.holdsIds, among: idPlaces)].note(pool, among: ids)
      }
    }
  }

  /// The rules, the likeliest first.
  func rules() -> [String] {
    var rules: [(states: Int, text: String)] = []
    for place in order {
      guard let known = places[place], known.states >= Self.fewestStates,
        let text = query(to: place)
      else { continue }
      if known.values.count > 1 {
        for outer in mainOnes(among: known.outer, for: place) {
          guard let all = query(to: outer) else { continue }
          rules.append((known.states, "subset(\(text), \(all))"))
        }
      }
      let isListed = place.hasSuffix("/*") && !collections.contains(String(place.dropLast(2)))
      if known.isUnique, known.most >= 3, !Self.isOfKeys(place), known.holdsIds || isListed {
        rules.append((known.states, "unique(\(text))"))
      }
      if let least = known.least, (0...2).contains(least), known.values.count >= 4, !known.holdsIds {
        rules.append((known.states, place.contains("*") ? "!(min(\(text)) < 0)" : "!(\(text) < 0)"))
      }
      if known.values.count >= 3 {
        for counted in mainOnes(among: known.counted, for: place) {
          guard let all = query(to: counted) else { continue }
          rules.append((known.states, "\(text) == count(\(all))"))
        }
      }
    }
    return Array(
      rules.enumerated().sorted { ($1.element.states, $0.offset) < ($0.element.states, $1.offset) }
        .map(\.element.text).prefix(Self.mostRules))
  }

  /// The places whose ids a place has, without those that always had the same ids as another: keys stand for all of them.
  private func mainOnes(among outer: [String], for place: String) -> [String] {
    let equal = outer.filter { places[$0]?.outer.contains(place) == true }
    // Each of several equal places is compared with the main one, and the main one with the others.
    if !equal.isEmpty {
      let main = main([place] + equal)
      return main == place ? equal : [main]
    }
    var mains: [String] = []
    for one in outer {
      let same = outer.filter { $0 == one || isSame($0, one) }
      let main = main(same)
      if !mains.contains(main) { mains.append(main) }
    }
    // Of a place and those that always have its ids too, the last says the least, and is most likely a rule.
    return mains.filter { one in
      places[one].map { $0.values.count > 1 } == true
        && !mains.contains { $0 != one && places[one]?.outer.contains($0) == true }
    }
  }

  private func isSame(_ one: String, _ other: String) -> Bool {
    places[one]?.outer.contains(other) == true && places[other]?.outer.contains(one) == true
  }

  private func main(_ same: [String]) -> String {
    same.min { one, other in
      let (first, second) = (Self.isOfKeys(one), Self.isOfKeys(other))
      return first != second ? first : (order.firstIndex(of: one) ?? 0) < (order.firstIndex(of: other) ?? 0)
    } ?? ""
  }

  private static func isOfKeys(_ place: String) -> Bool { !place.hasPrefix("/") }

  /// The query for a place of pools; `nil` if there is none.
  private func query(to place: String) -> String? {
    let isOfKeys = Self.isOfKeys(place)
    guard let pointer = try? JSONPointer(isOfKeys ? PlaceTree.collection(ofKeys: place) : place) else { return nil }
    var text = "$"
    for token in pointer.tokens {
      if token == "*" {
        text += "[*]"
      } else {
        text += QueryMatch.shortStep(to: token)
      }
    }
    return isOfKeys ? "keys(\(text))" : text
  }
}
