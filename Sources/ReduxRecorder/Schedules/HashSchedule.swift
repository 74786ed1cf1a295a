import SystemSupport

/// Decides which states are hashed.
struct HashSchedule {
  private let policy: HashPolicy
  /// How many actions went without since the last hash.
  private var left = 0
  /// How many nanoseconds the last hash took.
  private var cost = 0

  init(_ policy: HashPolicy) { self.policy = policy }

  /// Whether the state after the action that comes next is to be hashed.
  var isDue: Bool {
    switch policy {
    case .everyAction: true
    case .every(let count): left + 1 >= count
    case .within(let budget): .nanoseconds(cost / (left + 1)) <= budget
    }
  }

  /// Notes an action that goes without.
  mutating func noteAction() { left += 1 }

  /// Hashes a state, and notes how long that takes if it matters.
  mutating func hashing<Result>(_ body: () throws -> Result) rethrows -> Result {
    left = 0
    guard case .within = policy else { return try body() }
    let start = Platform.nanoseconds()
    defer { cost = Platform.nanoseconds() - start }
    return try body()
  }
}
