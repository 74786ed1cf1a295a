import ReduxInspection
import ReduxReplay
import StateTree

/// The texts and numbers in a state or an action, by the places where they stand.
///
/// A place is a pointer in which `*` stands for indexes, and for the keys of collections. The keys of a collection have a place
/// of their own. Numbers are compared as they are written.
struct StatePools {
  /// The values of one place, without repetition.
  struct Pool {
    let place: String
    /// Whether they are keys of a collection, or members that are named like ids.
    let holdsIds: Bool
    private(set) var values: [String] = []
    private var hasTexts = false
    /// Whether a value occurred twice.
    private(set) var hasRepeats = false
    /// Whether there were more values than are kept.
    private(set) var isCut = false
    private var known: Set<String> = []

    init(place: String, holdsIds: Bool) {
      self.place = place
      self.holdsIds = holdsIds
    }

    /// The most values that are kept.
    private var limit: Int { holdsIds ? 4096 : 256 }
    /// So many values are faster to search than to hash.
    private static let hashed = 8

    func contains(_ value: String) -> Bool {
      known.isEmpty ? values.contains(value) : known.contains(value)
    }

    /// The least of its values, if all are integers.
    var leastInteger: Int? {
      guard !hasTexts else { return nil }
      var least = Int.max
      for value in values {
        guard let integer = Int(value) else { return nil }
        least = min(least, integer)
      }
      return values.isEmpty ? nil : least
    }

    mutating func add(_ value: String, isNumber: Bool) {
      hasTexts = hasTexts || !isNumber
      if contains(value) {
        hasRepeats = true
        return
      }
      guard values.count < limit else {
        isCut = true
        return
      }
      values.append(value)
      guard values.count > Self.hashed else { return }
      if known.isEmpty { known = Set(values) } else { known.insert(value) }
    }
  }

  /// Longer texts are no ids.
  private static let longestText = 64
  private static let mostPools = 500

  /// The pools, in the order of the document.
  private(set) var pools: [Pool] = []
  /// The position of each place's pool, by the place's number.
  private var positions: [Int] = []

  /// Collects the values of a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - places: Its places, which know collections and the places that are wanted.
  init(of document: JSONNode, at places: PlaceTree) { add(document, at: places.root, in: places) }

  /// Adds the pools of another document, whose places differ.
  mutating func add(_ other: StatePools) { pools += other.pools }

  /// The values of a place.
  subscript(place: String) -> Pool? { pools.first { $0.place == place } }

  /// The text of a value that can be an id; `nil` for others.
  static func text(of value: JSONValue) -> String? {
    switch value {
    case .string(let text): text.isEmpty || text.utf8.count > longestText ? nil : text
    case .number(let number): number.literal
    case .null, .bool, .array, .object: nil
    }
  }

  private mutating func note(_ text: String, isNumber: Bool = false, at place: PlaceTree.Place) {
    while positions.count <= place.number { positions.append(-1) }
    if positions[place.number] < 0 {
      guard pools.count < Self.mostPools else { return }
      positions[place.number] = pools.count
      pools.append(Pool(place: place.text, holdsIds: place.holdsIds))
    }
    pools[positions[place.number]].add(text, isNumber: isNumber)
  }

  private mutating func add(_ node: JSONNode, at place: PlaceTree.Place, in places: PlaceTree) {
    switch node.kind {
    case .object:
      let members = node.members
      if !places.isFixed { place.noteKeys(of: members, isRoot: place === places.root) }
      guard place.isCollection else {
        for (key, value) in members {
          let inner = places.member(key, of: place)
          if inner.leadsToWanted { add(value, at: inner, in: places) }
        }
        return
      }
      let (keys, inner) = (places.keys(of: place), places.elements(of: place))
      for (key, value) in members {
        if keys.isWanted { note(key, at: keys) }
        if inner.leadsToWanted { add(value, at: inner, in: places) }
      }
    case .array:
      let inner = places.elements(of: place)
      guard inner.leadsToWanted else { return }
      for element in node.elements { add(element, at: inner, in: places) }
    case .string, .number:
      if place.isWanted, let text = Self.text(of: node.value) {
        note(text, isNumber: node.kind == .number, at: place)
      }
    default: break
    }
  }
}

/// The places of a state, each with what is known about it.
///
/// It belongs to one thread. Unless it has the wanted places, it learns which are collections from the states that are seen.
final class PlaceTree {
  /// A place.
  final class Place {
    /// The pointer, with `*` for indexes and the keys of collections.
    let text: String
    fileprivate let number: Int
    /// Whether the values are keys of a collection, or members that are named like ids.
    fileprivate let holdsIds: Bool
    /// Whether the values there are wanted, and whether those of a place below are.
    fileprivate let isWanted: Bool
    fileprivate let leadsToWanted: Bool
    fileprivate private(set) var isCollection: Bool
    /// The keys of the last object there, and all that were there.
    private var lastKeys: [String]?
    private var allKeys: Set<String> = []
    private var wasEmpty = false
    private var keysVary = false
    fileprivate var members: [String: Place] = [:]
    fileprivate var elements: Place?
    fileprivate var keys: Place?

    fileprivate init(_ text: String, number: Int, holdsIds: Bool, of tree: PlaceTree) {
      self.text = text
      self.number = number
      self.holdsIds = holdsIds
      isWanted = tree.wanted?.contains(text) ?? true
      let keys = PlaceTree.keys(of: text)
      leadsToWanted =
        tree.wanted?.contains { wanted in
          wanted == text || wanted == keys || [text, keys].contains { wanted.hasPrefix($0 + "/") }
        } ?? true
      isCollection = tree.known.contains(text)
    }

    /// Looks whether the object there is a collection, whose keys are ids: many or with digits; or they vary from state to state, and
    /// the values are alike. The keys of an object with optional members vary, too.
    ///
    /// The members of a whole state are often alike, and come and go with screens.
    fileprivate func noteKeys(of members: [(key: String, node: JSONNode)], isRoot: Bool) {
      guard !isCollection, !isRoot || members.count > PlaceTree.mostMembers else { return }
      let keys = members.map(\.key)
      if let lastKeys, lastKeys != keys { keysVary = true }
      lastKeys = keys
      wasEmpty = wasEmpty || keys.isEmpty
      allKeys.formUnion(keys)
      isCollection =
        allKeys.count > PlaceTree.mostMembers || keys.contains { $0.utf8.contains { (0x30...0x39).contains($0) } }
        || keysVary && (Self.haveSharedMembers(members) || wasEmpty && allKeys.count > 2 && Self.haveSameKind(members))
    }

    private static func haveSharedMembers(_ members: [(key: String, node: JSONNode)]) -> Bool {
      var names: Set<String> = []
      for (_, node) in members where node.kind == .object {
        for (name, _) in node.members where !names.insert(name).inserted { return true }
      }
      return false
    }

    private static func haveSameKind(_ members: [(key: String, node: JSONNode)]) -> Bool {
      members.allSatisfy { $0.node.kind == members[0].node.kind }
    }
  }

  /// An object with more members is a collection.
  private static let mostMembers = 40

  private let known: Set<String>
  private let wanted: Set<String>?
  /// Whether it learns no more collections, so that what a session finds doesn't depend on others.
  var isFixed: Bool { wanted != nil }
  private var places: [Place] = []
  private(set) lazy var root = place(rootText, holdsIds: false)
  private let rootText: String

  /// Creates a tree.
  ///
  /// - Parameters:
  ///   - prefix: The text of the root.
  ///   - collections: The places of objects that are known to be collections.
  ///   - wanted: The places whose values are wanted; `nil` for all.
  init(below prefix: String = "", collections: Set<String> = [], wanted: Set<String>? = nil) {
    rootText = prefix
    known = collections
    self.wanted = wanted
  }

  /// The places of objects that are collections.
  var collections: Set<String> { Set(places.filter(\.isCollection).map(\.text)).union(known) }

  private func place(_ text: String, holdsIds: Bool) -> Place {
    let place = Place(text, number: places.count, holdsIds: holdsIds, of: self)
    places.append(place)
    return place
  }

  fileprivate func member(_ key: String, of place: Place) -> Place {
    if let known = place.members[key] { return known }
    let made = self.place("\(place.text)\(JSONPointer(tokens: [key]))", holdsIds: RecordedValues.isIdName(key))
    place.members[key] = made
    return made
  }

  fileprivate func elements(of place: Place) -> Place {
    if let known = place.elements { return known }
    let made = self.place("\(place.text)/*", holdsIds: place.holdsIds)
    place.elements = made
    return made
  }

  fileprivate func keys(of place: Place) -> Place {
    if let known = place.keys { return known }
    let made = self.place(Self.keys(of: place.text), holdsIds: true)
    place.keys = made
    return made
  }

  private static let keysPrefix = "keys of "
  private static let state = "the state"

  /// The place of a collection's keys.
  private static func keys(of place: String) -> String { keysPrefix + (place.isEmpty ? state : place) }

  /// The collection with keys at a place.
  static func collection(ofKeys place: String) -> String {
    let name = place.dropFirst(keysPrefix.count)
    return name == state ? "" : String(name)
  }
}

extension JSONValue {
  /// Calls a closure with each value in a payload, from the outside to the inside, and its place, in which `*` stands for indexes.
  func forEachValue(at place: String = "", _ body: (String, JSONValue) -> Void) {
    body(place, self)
    switch self {
    case .object(let object): for (key, value) in object { value.forEachValue(at: "\(place)/\(key)", body) }
    case .array(let elements): for element in elements { element.forEachValue(at: "\(place)/*", body) }
    default: break
    }
  }

  /// The same with each text, number and other scalar.
  func forEachScalar(_ body: (String, JSONValue) -> Void) {
    forEachValue { place, value in
      switch value {
      case .object, .array: break
      default: body(place, value)
      }
    }
  }

  /// Returns the value with each text, number and other scalar replaced, and the place of each in a payload.
  ///
  /// In a place, `*` stands for indexes.
  func mapScalars(at place: String = "", _ body: (String, JSONValue) -> JSONValue) -> JSONValue {
    switch self {
    case .object(let object):
      .object(
        JSONObject(
          uniqueKeys: object.keys,
          values: zip(object.keys, object.values).map { $1.mapScalars(at: "\(place)/\($0)", body) }))
    case .array(let elements): .array(elements.map { $0.mapScalars(at: "\(place)/*", body) })
    default: body(place, self)
    }
  }
}
