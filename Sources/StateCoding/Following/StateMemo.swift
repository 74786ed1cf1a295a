import RuntimeLayout
import StatePrivacy
import StateTree

/// The memory of one state, with which the next is hashed at the cost of their difference.
///
/// It holds a copy and the hash of each element of every large collection, never the collection itself: the app's changes
/// stay in place. An element whose bytes are those of its copy has the same hash.
final class StateMemo: CollectionFollower {
  private let root = MemoScope()
  /// The memos of the next collections; `nil` inside elements that are hashed for the first time.
  @exclusivity(unchecked) var scope: MemoScope?
  @exclusivity(unchecked) private var bytes = TypeCache<StableBytes>()
  /// The types of elements that turned out to be unstable.
  private var refused: [ObjectIdentifier: UnstableElement] = [:]
  /// The unstable elements that were found since the last call of `takeFound`.
  @exclusivity(unchecked) private var found: [UnstableElement] = []
  /// Hashes single elements, by the session's rules.
  private var elements: EncodingSession?
  /// The tables whose entities outlines name, in the order in which the last state encoded them.
  @exclusivity(unchecked) private var tables: [KnownTable] = []
  @exclusivity(unchecked) private var nextTable = 0
  @exclusivity(unchecked) private var checks = CheckCursor()
  let budget: MemoBudget

  /// Whether to depend on private layouts.
  let gate: LayoutGate

  init(limit: Int, _ gate: LayoutGate) {
    budget = MemoBudget(limit: limit)
    self.gate = gate
  }

  /// An empty memo that refuses the same types, because this one may be incomplete.
  func renewed() -> any CollectionFollower {
    let memo = StateMemo(limit: budget.limit, gate)
    (memo.refused, memo.found) = (refused, found)
    return memo
  }

  /// Begins the next state.
  func begin() {
    root.begin()
    scope = root
    nextTable = 0
    checks.begin()
  }

  /// Whether the last state has memos.
  var isUsed: Bool { !root.isEmpty }

  /// Notes the table that comes next; returns the one at its place in the last state.
  func exchange(_ table: KnownTable) -> KnownTable? {
    defer { nextTable += 1 }
    guard nextTable < tables.count else {
      tables.append(table)
      return nil
    }
    defer { tables[nextTable] = table }
    return tables[nextTable]
  }

  /// The next element to check in the collection that the run encodes; `nil` for none. If some places have no element,
  /// `element` returns the first one from a place on.
  func nextCheck(count: Int, _ element: (Int) -> Int? = { $0 }) -> Int? {
    scope === root ? checks.next(count: count, element) : nil
  }

  /// Notes the number of values in an element that was checked.
  func noteCheck(values: Int) { checks.note(values: values) }

  /// Notes that the run has encoded a collection.
  func pass(isFollowed: Bool) { if scope === root { checks.pass(isFollowed: isFollowed) } }

  /// Finishes a state that was hashed as a whole.
  func end() { root.end() }

  /// The bytes that determine an element; `nil` if its type is refused.
  func bytes(of type: Any.Type) -> StableBytes? {
    let bytes = bytes.knowledge(of: type)
    guard bytes.spans != nil, gate.isOpen || !bytes.dependsOnFields else { return nil }
    if !refused.isEmpty, refused[ObjectIdentifier(type)] != nil { return nil }
    return bytes
  }

  /// Refuses a type from now on.
  func refuse(_ type: Any.Type, _ element: UnstableElement) {
    guard refused.updateValue(element, forKey: ObjectIdentifier(type)) == nil else { return }
    found.append(element)
  }

  /// A session with the same rules, for values outside of the state.
  func elementSession(_ rules: RuleSet?) -> EncodingSession {
    if let elements { return elements }
    let session = EncodingSession(sharing: rules)
    elements = session
    return session
  }

  /// Takes the unstable elements that were found since the last call.
  func takeFound() -> [UnstableElement] {
    if found.isEmpty { return [] }
    defer { found = [] }
    return found
  }
}
