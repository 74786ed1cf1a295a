package import StateTree

/// What a verification does where replay and recording part.
package struct DivergenceSearch: Sendable {
  /// Whether it goes on, and gathers all places in which they do.
  package var keepsGoing: Bool
  /// The places in which states may differ.
  package var ignored: PointerPatterns
  /// The same, as rules have them.
  private let pointers: [RedactionRules.Pointer]

  /// Describes a search: one that neither goes on nor ignores anything ends at the first divergence.
  package init(keepingGoing keepsGoing: Bool = false, ignoring ignored: [RedactionRules.Pointer] = []) {
    self.keepsGoing = keepsGoing
    self.ignored = PointerPatterns(ignored)
    pointers = ignored
  }

  /// What has no part in comparing states of a session with these rules.
  func left(outBy rules: RedactionRules) -> VolatileHasher {
    VolatileHasher(of: rules.leavingOut(rules.volatile + pointers))
  }

  /// Whether more is to be looked at than the first divergence.
  var isWanted: Bool { keepsGoing || !ignored.isEmpty }
}
