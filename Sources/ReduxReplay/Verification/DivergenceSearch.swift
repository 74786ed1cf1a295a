package import StatePrivacy

/// How a verification handles divergences.
package struct DivergenceSearch: Sendable {
  /// Whether to continue, and collect all divergent locations.
  package var keepsGoing: Bool
  /// The pointers at which states may differ.
  package var ignored: PointerPatterns
  /// Whether to continue behind a divergence that redaction may explain, and compare what later actions change.
  package var passesSecrets: Bool
  /// Returns the seq of the first action that must not be reduced with other values in place of redacted ones; `nil` for
  /// none. From there on, redaction may explain any divergence beside a redacted value.
  private let firstUnvaried: @Sendable () throws -> Int?
  /// The same pointers, for rules.
  private let pointers: [RedactionRules.Pointer]

  /// Creates a search. By default, it ends at the first divergence.
  package init(
    keepingGoing keepsGoing: Bool = false, ignoring ignored: [RedactionRules.Pointer] = [],
    passingSecrets passesSecrets: Bool = false,
    varyingBefore firstUnvaried: @autoclosure @escaping @Sendable () throws -> Int? = nil
  ) {
    self.keepsGoing = keepsGoing
    self.passesSecrets = passesSecrets
    self.firstUnvaried = firstUnvaried
    self.ignored = PointerPatterns(ignored)
    pointers = ignored
  }

  /// The pointers that a comparison of states of a session with these rules skips.
  func left(outBy rules: RedactionRules) -> VolatileHasher {
    VolatileHasher(of: rules.leavingOut(rules.volatile + pointers))
  }

  /// Whether an action may be reduced with other values in place of redacted ones.
  func varies(_ seq: Int) throws -> Bool { try firstUnvaried().map { seq < $0 } ?? true }

  /// Whether the replay must continue after a divergence.
  var isWanted: Bool { keepsGoing || !ignored.isEmpty }
}
