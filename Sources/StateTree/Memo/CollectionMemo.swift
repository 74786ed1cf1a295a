/// What the memos of arrays and dictionaries share: the memos inside elements, the check of unchanged elements, and the
/// rest after large changes.
final class CollectionMemo {
  /// The memos inside elements that have changed before, by index.
  private var scopes: [Int: MemoScope] = [:]
  /// The number of states in a row in which over half of the elements have changed.
  private var streak = 0
  /// The number of states that are still hashed in full.
  private var rest = 0
  /// The next element to check.
  private var cursor = 0
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
    guard let index, scopes.count < Self.scopeLimit || scopes[index] != nil else {
      memo.scope = nil
      return try body()
    }
    let scope = scopes.removeValue(forKey: index) ?? MemoScope()
    scope.begin()
    memo.scope = scope
    let result = try body()
    scope.end()
    if !scope.isEmpty { scopes[index] = scope }
    return result
  }

  /// Moves the scopes with their elements.
  func rearrange(_ runs: [MatchedRun]) {
    guard !scopes.isEmpty else { return }
    var moved: [Int: MemoScope] = [:]
    for run in runs {
      for (index, scope) in scopes where (run.old..<(run.old + run.count)).contains(index) {
        moved[run.new + index - run.old] = scope
      }
    }
    scopes = moved
  }

  /// The index of the element to check in this state.
  func nextCheck(count: Int) -> Int {
    cursor = cursor + 1 < count ? cursor + 1 : 0
    return cursor
  }
}
