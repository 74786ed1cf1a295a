import SystemSupport

/// The common part of the memos of arrays and dictionaries: memos inside elements, and pauses after large changes.
final class CollectionMemo {
  /// The memos inside elements that have changed before, by index.
  private var scopes: [Int: MemoScope] = [:]
  /// The number of times that scopes were used.
  private var uses = 0
  /// The number of states in a row in which over half of the elements have changed.
  private var streak = 0
  /// The number of states that are still hashed in full.
  private var rest = 0
  /// The depth of the deepest element.
  var depth = 1
  private let share: MemoShare

  /// The most scopes that a collection has.
  private static let scopeLimit = 256
  /// The longest rest is 2 to the power of this many states.
  private static let longestRest = 6

  init(_ budget: MemoBudget) { share = MemoShare(of: budget) }

  /// Reserves memory for elements; `false` if the limit forbids it.
  func hold(_ byteCount: Int) -> Bool { share.hold(byteCount) }

  /// Whether the state should be hashed in full, because comparing hasn't paid.
  func isResting() -> Bool {
    guard rest > 0 else { return false }
    rest -= 1
    return true
  }

  /// Notes how many of the elements had to be hashed.
  func note(hashed: Int, of count: Int) {
    streak = 2 * hashed > count ? streak + 1 : 0
    rest = streak > 1 ? 1 << min(streak - 1, Self.longestRest) : 0
  }

  /// Calls the body with the scope of an element that has changed; with `nil`, collections in it have no memos.
  func withScope<Result>(of index: Int?, _ memo: StateMemo, _ body: () throws -> Result) rethrows -> Result {
    let outer = memo.scope
    defer { memo.scope = outer }
    guard let index else {
      memo.scope = nil
      return try body()
    }
    let scope = scopes.removeValue(forKey: index) ?? MemoScope()
    scope.begin()
    memo.scope = scope
    let result = try body()
    scope.end()
    guard !scope.isEmpty else { return result }
    if scopes.count >= Self.scopeLimit { forgetOldScopes() }
    uses &+= 1
    scope.lastUse = uses
    scopes[index] = scope
    return result
  }

  /// Drops the memos in those elements whose last change is the longest ago: half of them.
  private func forgetOldScopes() {
    let first = uses &- Self.scopeLimit / 2
    scopes = scopes.filter { $0.value.lastUse > first }
  }

  /// Moves the scopes with their elements.
  func rearrange(_ runs: [MatchedRun]) {
    guard !scopes.isEmpty else { return }
    var moved: [Int: MemoScope] = [:]
    for (index, scope) in scopes {
      if let run = runs.run(of: index) { moved[run.new &+ index &- run.old] = scope }
    }
    scopes = moved
  }

  /// Moves the scopes of a dictionary's entries with them, and drops those of entries that went.
  func move(_ match: ElementMatch) {
    guard !scopes.isEmpty else { return }
    let known = scopes
    for gap in match.gaps where gap.new.isEmpty {
      for index in gap.old { scopes[index] = nil }
    }
    for index in match.moves.values { scopes[index] = nil }
    for (new, old) in match.moves { scopes[new] = known[old] }
  }
}

/// The memos of the collections in a value, in the order in which it encodes them.
///
/// A collection finds its memo of the last state by its type and its key. A wrong one costs time only: elements are
/// compared by their bytes.
final class MemoScope {
  /// The collection that a memo is for.
  struct Place: Equatable {
    /// The type of the memo.
    var type: ObjectIdentifier
    var key: String
  }

  private var memos: [(place: Place, memo: AnyObject?)] = []
  private var next = 0
  /// The number of the last use of any scope of its collection when this one was used.
  var lastUse = 0

  var isEmpty: Bool { memos.isEmpty }

  /// Prepares for the next state.
  func begin() { next = 0 }

  /// Takes out the memo of the collection that comes next; `nil` if it has none.
  func take(_ place: Place) -> AnyObject? {
    guard let index = memos[next...].firstIndex(where: { $0.place == place }) else {
      memos.insert((place, nil), at: next)
      return nil
    }
    if index > next { memos.swapAt(index, next) }
    return memos[next].memo.take()
  }

  /// Puts back the memo that was taken out last; `nil` drops it, for example because its update failed.
  func put(_ memo: AnyObject?) {
    memos[next].memo = memo
    next += 1
  }

  /// Drops the memos of collections that the state no longer has.
  func end() { memos.removeSubrange(next...) }
}

/// A dictionary or set that is retained if it seems to stay as it is, so that the same storage means that nothing changed.
///
/// Storage with two owners isn't written in place. The app's next change copies it, so this must save more than a copy.
struct RetainedStorage<Storage> {
  private var retained: Storage?
  /// The number of states in a row in which nothing changed.
  private var unchanged = 0

  /// The number of comparisons that take as long as a copy.
  private let comparisonsPerCopy: Int

  init(comparisonsPerCopy: Int) { self.comparisonsPerCopy = comparisonsPerCopy }

  /// Whether a collection is the retained one; otherwise, lets go of that.
  mutating func isSame(as storage: Storage) -> Bool {
    guard let retained else { return false }
    let isSame = withUnsafeBytes(of: retained) { mine in
      withUnsafeBytes(of: storage) { Platform.areEqual(mine, $0) }
    }
    if !isSame { self.retained = nil }
    return isSame
  }

  /// Notes whether a collection equals that of the last state.
  mutating func note(isUnchanged: Bool, _ storage: Storage) {
    unchanged = isUnchanged ? unchanged &+ 1 : 0
    if unchanged >= comparisonsPerCopy { retained = storage }
  }
}
