/// The memory of all memos of a state.
final class MemoBudget {
  /// The most bytes that the memos may hold.
  let limit: Int
  @exclusivity(unchecked) var used = 0

  init(limit: Int) { self.limit = limit }
}

/// A part of the budget.
final class MemoShare {
  private let budget: MemoBudget
  private var held = 0

  init(of budget: MemoBudget) { self.budget = budget }

  deinit { budget.used -= held }

  /// Changes its size; `false` if the limit forbids it.
  func hold(_ byteCount: Int) -> Bool {
    guard budget.used - held + byteCount <= budget.limit else { return false }
    budget.used += byteCount - held
    held = byteCount
    return true
  }
}
