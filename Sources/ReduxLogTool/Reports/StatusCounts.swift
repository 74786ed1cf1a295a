/// How many journals have which result.
struct StatusCounts {
  /// All words for a result, from the best to the worst.
  static let order = [
    "ok", "same", "differs", "fails", "violated", "unknown", "stopped", "intact", "diverged", "impure", "unproven",
    "schema", "failed", "crashed", "hung", "no-reducer", MissingResult.status,
  ]

  private var counts: [String: Int] = [:]
  /// The number of journals.
  private(set) var total = 0

  mutating func add(_ status: String) {
    counts[status, default: 0] += 1
    total += 1
  }

  /// The counts in one line: `6 journals: 5 ok, 1 diverged`.
  func summary(of shard: Shard? = nil) -> String {
    let parts = StatusCounts.order.compactMap { status in counts[status].map { "\($0) \(status)" } }
    let part = shard.map { " in shard \($0)" } ?? ""
    return total.counted("journal") + part + (parts.isEmpty ? "" : ": ") + parts.joined(separator: ", ")
  }
}
