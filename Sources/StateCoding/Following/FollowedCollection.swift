import StateTree

/// A collection that is followed from state to state, so that its hash and its differences take as long as its changes.
protocol FollowedCollection: AnyObject {
  /// The number of changes so far.
  var version: Int { get }
  /// Whether it can't be followed any more: its memory would exceed the limit, or its keys aren't distinct.
  var isLost: Bool { get }
  var hash: StateHash { get }
  /// The depth of its deepest part.
  var depth: Int { get }
  var count: Int { get }
  /// How it differs from the last state's, by element; `nil` if that isn't wanted, if it doesn't differ, or if too much does.
  var change: ElementChange? { get }
  /// The key or index of an element.
  func key(at index: Int) -> String
  /// The hash of an element by itself.
  func hash(at index: Int, _ session: EncodingSession) throws -> StateHash
  /// The collection's JSON; `nil` for a version before the last change, and for the one before that unless the last
  /// change was noted.
  func tree(_ version: Int, _ session: EncodingSession) throws -> JSONValue?
  /// Appends the same as text; `false`, without text, if it takes a tree.
  func write(_ version: Int, to text: inout [UInt8], _ session: EncodingSession) throws -> Bool
  /// Adds the operations of the last change; `false`, without operations, if it wasn't noted.
  func compare(in differ: inout StateDiffer) throws -> Bool
  /// Lets go of what the last change replaced.
  func forgetReplaced()
}

extension FollowedCollection {
  func write(_: Int, to _: inout [UInt8], _: EncodingSession) throws -> Bool { false }

  /// The keys or indexes of elements, and the hashes of those that still exist.
  func elements(
    _ changed: [ElementChange.Element], _ session: EncodingSession
  ) throws -> [(key: String, hash: StateHash?)] {
    try changed.map { element in
      switch element {
      case .present(let part): return (key(at: part.index), try part.own ?? hash(at: part.index, session))
      case .gone(let key): return (key, nil)
      }
    }
  }
}

/// The elements in which a collection differs from that of the last state.
struct ElementChange {
  enum Element {
    /// A new or changed element.
    case present(HashedPart)
    /// The key or index of an element that is gone.
    case gone(String)
  }

  /// The hash of the earlier collection.
  let earlier: StateHash
  let elements: [Element]

  /// The most elements that are named.
  static let limit = 16

  /// `nil` if there are none, or too many.
  init?(since earlier: StateHash, _ elements: [Element]) {
    guard !elements.isEmpty, elements.count <= Self.limit else { return nil }
    self.earlier = earlier
    self.elements = elements
  }
}

/// A followed collection as it was in one state.
struct FollowedPart: OmittedValue {
  private let collection: any FollowedCollection
  private let version: Int
  private let known: StateHash
  private let depth: Int
  private let named: NamedElements?
  let leastSize: Int

  /// The elements in which a collection differs from an earlier one, by their keys or indexes.
  typealias NamedElements = (elements: [(key: String, hash: StateHash?)], earlier: StateHash)

  init(_ collection: some FollowedCollection, naming named: NamedElements?) {
    self.collection = collection
    self.named = named
    version = collection.version
    known = collection.hash
    depth = collection.depth
    // Each element has a byte and a comma.
    leastSize = 2 * collection.count - 4
  }

  var hash: StateHash? { known }

  func tree(_ session: EncodingSession) throws -> JSONValue {
    guard let tree = try collection.tree(version, session) else { throw ForgottenState() }
    return tree
  }

  func write(to text: inout [UInt8], _ session: EncodingSession) throws {
    if try !collection.write(version, to: &text, session) { try tree(session).appendCompact(to: &text) }
  }

  func compare(with later: any OmittedValue, in differ: inout StateDiffer) throws -> Bool {
    guard let later = later as? FollowedPart, later.collection === collection, version + 1 == later.version,
      later.version == collection.version
    else { return false }
    return try collection.compare(in: &differ)
  }

  func detach(after _: (any OmittedValue)?, within _: MemoBudget) { collection.forgetReplaced() }

  func add(to sink: inout HashSink) {
    guard let named else { return sink.container(known, depth: depth) }
    sink.container(known, depth: depth, changing: named.elements, since: named.earlier)
  }
}
