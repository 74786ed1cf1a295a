import ReduxJournal
import StateTree

/// The usual changes of the actions of each type, and the actions that they caused.
package struct ActionSurvey: Sendable {
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
    // Where all actions have one type, it says nothing about what they do.
    guard groups.count > 1, let places = ActionSurvey.places(of: action), !places.contains(ActionSurvey.unknown) else {
      return nil
    }
    let shape = pattern(of: places)
    var counts: [String: Int] = [:]
    var comparison = ActionComparison(type: action.type, places: shape)
    for (others, group) in groups[action.type] ?? [:] {
      let count = group.count - (others == places && action.seq <= reached ? 1 : 0)
      guard count > 0 else { continue }
      if others == [ActionSurvey.unknown] {
        comparison.hasUnknown = true
        continue
      }
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

/// How the places that an action changed compare with those of the other actions of its type. The exception is often the bug.
struct ActionComparison: Hashable, Sendable {
  private static let shownPlaces = 6

  let type: String
  /// The places that the action changed, with `*` for the keys of collections.
  let places: [String]
  /// The number of other actions of the type whose changes are recorded.
  var others = 0
  /// Whether there are some whose changes aren't.
  var hasUnknown = false
  /// How many of them change the same places.
  var same = 0
  /// The places that most of them change, and the action doesn't.
  var usual: [String] = []
  /// The places that only the action changes.
  var unique: [String] = []
  /// The seqs of the first that change other places.
  var different: [Int] = []

  init(type: String, places: [String]) {
    self.type = type
    self.places = places
  }

  /// The comparison in sentences, as the page words it in `view-changes.js`.
  var sentences: [String] {
    let isOnly = !places.isEmpty && unique.count == places.count
    var sentences = [isOnly ? "No other \(noun()) changes \(ActionComparison.list(places))." : summary]
    if !usual.isEmpty { sentences.append("Most of them also change \(ActionComparison.list(usual)).") }
    if !unique.isEmpty, !isOnly, others > 1 {
      sentences.append("Only this one changes \(ActionComparison.list(unique)).")
    }
    return sentences
  }

  /// The actions that are compared.
  private func noun(_ count: Int = 1) -> String {
    "\(type) action\(count == 1 ? "" : "s")\(hasUnknown ? " whose changes are recorded" : "")"
  }

  private var summary: String {
    let subject =
      if same == 0 {
        "No other \(noun()) changes"
      } else if same < others {
        "\(same) of the \(others) other \(noun(others)) \(same == 1 ? "changes" : "change")"
      } else if others == 1 {
        "The other \(noun()) changes"
      } else {
        "\(others == 2 ? "Both" : "All \(others)") other \(noun(others)) change"
      }
    if places.isEmpty { return same == 0 ? "Every other \(noun()) changes something." : "\(subject) nothing either." }
    return "\(subject) \(same == 0 ? "exactly these" : "the same") places: \(ActionComparison.list(places))."
  }

  private static func list(_ places: [String]) -> String {
    places.prefix(shownPlaces).joined(separator: "  ") + (places.count > shownPlaces ? " …" : "")
  }
}

/// The places that an action changed, as JSON Pointers, for lists and comparisons.
enum ChangedPlaces {
  /// More places than this are shortened to those around them.
  private static let most = 8

  /// Returns the places that a patch changes.
  static func of(_ patch: JSONPatch) -> [String] {
    var paths = Set(patch.operations.flatMap(\.places))
    var depth = paths.map(\.tokens.count).max() ?? 0
    while paths.count > most, depth > 1 {
      depth -= 1
      paths = Set(paths.map { JSONPointer(tokens: Array($0.tokens.prefix(depth))) })
    }
    return paths.map(\.description).sorted()
  }

  /// Returns the places that a record names; `nil` if it doesn't say what changed.
  static func of(_ action: ActionRecord) -> [String]? {
    action.hasKnownChanges ? action.changed.map(\.pointer) : nil
  }
}

extension JSONPatch.Operation {
  /// The places that the operation changes.
  fileprivate var places: [JSONPointer] {
    switch self {
    case .add(let path, _), .remove(let path), .replace(let path, _), .copy(_, let path): [path]
    case .move(let from, let path): [from, path]
    case .test: []
    }
  }
}

/// Places with `*` for the keys of collections: `/items/*/title`.
///
/// A collection has keys with digits, or more than 40 keys, or values that have equal members. The page decides in the same
/// way, in `model-comparison.js`.
struct PlacePatterns: Sendable {
  private static let mostMembers = 40

  private struct Node {
    var children: [String: Int] = [:]
    /// Whether its keys are those of a collection.
    var isCollection = false
  }

  private var patterns: [String: String] = [:]

  init(of places: some Sequence<String>) {
    var nodes = [Node()]
    let pointers = places.compactMap { place in (try? JSONPointer(place)).map { (place, $0.tokens) } }
    for (_, tokens) in pointers {
      var node = 0
      for token in tokens {
        if let child = nodes[node].children[token] {
          node = child
        } else {
          nodes[node].children[token] = nodes.count
          node = nodes.count
          nodes.append(Node())
        }
      }
    }
    for index in nodes.indices { nodes[index].isCollection = PlacePatterns.isCollection(nodes[index], in: nodes) }
    for (place, tokens) in pointers {
      var node = 0
      var pattern: [String] = []
      for token in tokens {
        // The top level of a state isn't a collection.
        pattern.append(node != 0 && nodes[node].isCollection ? "*" : token)
        node = nodes[node].children[token] ?? 0
      }
      patterns[place] = JSONPointer(tokens: pattern).description
    }
  }

  private static func isCollection(_ node: Node, in nodes: [Node]) -> Bool {
    if node.children.count > mostMembers { return true }
    var members: Set<String> = []
    for (key, child) in node.children {
      if key.utf8.contains(where: { (0x30...0x39).contains($0) }) { return true }
      for member in nodes[child].children.keys where !members.insert(member).inserted { return true }
    }
    return false
  }

  /// The pattern of a place; the place itself if it wasn't among all.
  subscript(_ place: String) -> String { patterns[place] ?? place }
}
