package import StateTree

/// How a verification handles divergences.
package struct DivergenceSearch: Sendable {
  /// Whether to continue, and collect all divergent locations.
  package var keepsGoing: Bool
  /// The pointers at which states may differ.
  package var ignored: PointerPatterns
  /// Whether to continue behind a divergence that redaction may explain, and compare what later actions change.
  package var passesSecrets: Bool
  /// Whether redaction may explain any divergence beside a redacted value, for a copy whose source was just proven.
  package var blamesSecrets: Bool
  /// The same pointers, for rules.
  private let pointers: [RedactionRules.Pointer]

  /// Creates a search. By default, it ends at the first divergence.
  package init(
    keepingGoing keepsGoing: Bool = false, ignoring ignored: [RedactionRules.Pointer] = [],
    passingSecrets passesSecrets: Bool = false, blamingSecrets blamesSecrets: Bool = false
  ) {
    self.keepsGoing = keepsGoing
    self.passesSecrets = passesSecrets
    self.blamesSecrets = blamesSecrets
    self.ignored = PointerPatterns(ignored)
    pointers = ignored
  }

  /// The pointers that a comparison of states of a session with these rules skips.
  func left(outBy rules: RedactionRules) -> VolatileHasher {
    VolatileHasher(of: rules.leavingOut(rules.volatile + pointers))
  }

  /// Whether the replay must continue after a divergence.
  var isWanted: Bool { keepsGoing || !ignored.isEmpty }
}
