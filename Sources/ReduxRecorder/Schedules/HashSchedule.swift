import SystemSupport

/// Decides which states to hash.
struct HashSchedule {
  private let policy: HashPolicy
  /// The number of actions since the last hash.
  private var unhashed = 0
  /// The duration of the last hash in nanoseconds.
  private var cost = 0

  init(_ policy: HashPolicy) { self.policy = policy }

  /// Whether to hash the state after the next action.
  var isDue: Bool {
    switch policy {
    case .everyAction: true
    case .every(let count): unhashed + 1 >= count
    case .within(let budget): .nanoseconds(cost / (unhashed + 1)) <= budget
    }
  }

  /// Notes an action without a hash.
  mutating func noteAction() { unhashed += 1 }

  /// Hashes a state, and measures the time if the policy has a budget.
  mutating func hashing<Result>(_ body: () throws -> Result) rethrows -> Result {
    unhashed = 0
    guard case .within = policy else { return try body() }
    let start = Platform.nanoseconds()
    defer { cost = Platform.nanoseconds() - start }
    return try body()
  }
}
