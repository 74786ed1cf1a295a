package import StateTree

/// How a verification handles divergences.
package struct DivergenceSearch: Sendable {
  /// Whether to continue, and collect all divergent locations.
  package var keepsGoing: Bool
  /// The pointers at which states may differ.
  package var ignored: PointerPatterns
  /// The same pointers, for rules.
  private let pointers: [RedactionRules.Pointer]

  /// Creates a search. By default, it ends at the first divergence.
  package init(keepingGoing keepsGoing: Bool = false, ignoring ignored: [RedactionRules.Pointer] = []) {
    self.keepsGoing = keepsGoing
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
