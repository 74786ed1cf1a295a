import StateTree

extension RedactionRules {
  /// The most names.
  static let maximumNames = 1 << 16
  /// The most tokens in the pointers of a list. A token takes more memory in a `RuleSet` than in its text.
  static let maximumTokens = 1 << 16
  /// The most arrangements of `*` in the first n tokens of the pointers, for each n.
  ///
  /// Two pointers to one value are equal but for their `*`. So this limits how many pointers lead to a value, and how many
  /// look-ups an element takes. Without it, they could double with each level.
  static let maximumArrangements = 16

  /// The limit that the rules exceed, in words; `nil` if none. No journal may hold rules that exceed a limit.
  package var brokenLimit: String? {
    let lists = SecretDetection.lists.map { detection[keyPath: $0.list].count }
    if lists.reduce(names.count, +) > RedactionRules.maximumNames {
      return "at most \(RedactionRules.maximumNames) names"
    }
    for pointers in [redacted, allowed ?? [], exempt, volatile]
    where pointers.reduce(0, { $0 + $1.pointer.tokens.count }) > RedactionRules.maximumTokens {
      return "pointers of at most \(RedactionRules.maximumTokens) tokens in a list"
    }
    guard mostArrangements > RedactionRules.maximumArrangements else { return nil }
    return "pointers of one length with * in at most \(RedactionRules.maximumArrangements) arrangements"
  }

  private struct Branches {
    var any: Int?
    var other: Int?
  }

  /// The most arrangements of `*` in the first tokens of the pointers, for any number of tokens.
  private var mostArrangements: Int {
    // The tree of the pointers, if all tokens but `*` were one.
    var nodes = [Branches()]
    var counts: [Int] = []
    for pointer in redacted + (allowed ?? []) + exempt + volatile {
      var node = 0
      for (depth, token) in pointer.pointer.tokens.enumerated() {
        let branch = token == "*" ? \Branches.any : \.other
        if let next = nodes[node][keyPath: branch] {
          node = next
          continue
        }
        nodes[node][keyPath: branch] = nodes.count
        node = nodes.count
        nodes.append(Branches())
        if depth == counts.count { counts.append(0) }
        counts[depth] += 1
      }
    }
    return counts.max() ?? 0
  }
}
