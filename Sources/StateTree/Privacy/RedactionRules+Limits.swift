extension RedactionRules {
  /// How many names there may be.
  static let maximumNames = 1 << 16
  /// How many tokens the pointers of a list may have together. What is made of a token takes more memory than the token.
  static let maximumTokens = 1 << 16
  /// How many arrangements of `*` pointers may have up to their n-th tokens, for each n.
  ///
  /// Two pointers that lead to one place are equal up to there but for their `*`. So this is how many can do so, and how
  /// many look-ups an element takes; without it they could be two to the power of the place's depth.
  static let maximumArrangements = 16

  /// What rules may have at most, in a few words, where these have more: then no journal may hold them.
  package var brokenLimit: String? {
    if names.count > RedactionRules.maximumNames { return "at most \(RedactionRules.maximumNames) names" }
    for pointers in [redacted, allowed ?? [], volatile]
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
    for pointer in redacted + (allowed ?? []) + volatile {
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
