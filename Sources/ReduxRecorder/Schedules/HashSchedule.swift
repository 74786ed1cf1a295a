import SystemSupport

/// Decides which states to hash.
struct HashSchedule {
  private let policy: HashPolicy
  /// The number of actions since the last hash.
  private var unhashed = 0
  /// The durations of the last hashes in nanoseconds.
  private var recent: [Int] = [0]
  /// The index of the oldest of them.
  private var oldest = 0

  /// The budget of `.automatic`.
  private static let automaticBudget = Duration.milliseconds(4)
  /// The number of hashes of which `.automatic` counts the shortest, because another process may have interrupted some.
  private static let remembered = 3

  init(_ policy: HashPolicy) {
    self.policy = policy
    if case .automatic = policy { recent = Array(repeating: 0, count: Self.remembered) }
  }

  /// Whether to hash the state after the next action.
  var isDue: Bool {
    switch policy {
    case .automatic: isWithin(Self.automaticBudget)
    case .everyAction: true
    case .every(let count): unhashed + 1 >= count
    case .within(let budget): isWithin(budget)
    }
  }

  /// The duration of a hash in nanoseconds, if it decides which states are hashed.
  var cost: Int? {
    switch policy {
    case .automatic, .within: recent.min()
    case .everyAction, .every: nil
    }
  }

  private func isWithin(_ budget: Duration) -> Bool { .nanoseconds((recent.min() ?? 0) / (unhashed + 1)) <= budget }

  /// Notes an action without a hash.
  mutating func noteAction() { unhashed += 1 }

  /// Hashes a state, and measures the time since `start` if the policy has a budget.
  mutating func hashing<Result>(since start: Int, _ body: () throws -> Result) rethrows -> Result {
    unhashed = 0
    guard cost != nil else { return try body() }
    defer {
      recent[oldest] = Platform.nanoseconds() - start
      oldest = (oldest + 1) % recent.count
    }
    return try body()
  }
}
