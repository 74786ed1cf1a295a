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
