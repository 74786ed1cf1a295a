package import StateTree

/// The part of an action's record that is known after its reducer has run.
package struct ActionOutcome: Hashable, Sendable {
  /// The error that the reducer threw, if any.
  package var error: String?
  /// The hash of the state that the action led to.
  package var hash: StateHash?
  /// Why the hash couldn't be computed. If both are `nil`, the hash was left out, and so were the changed places.
  package var unhashed: String?
  /// The places of the state that changed.
  package var changed: [ChangedMember]
  /// The RFC 6902 operations that lead from the state before to this one, as JSON text; `nil` where they are not recorded.
  package var patch: [UInt8]?
  /// The time in the reducer.
  package var reducerMicroseconds: Int?

  /// Creates an action's second part.
  package init(
    hash: StateHash?, unhashed: String? = nil, error: String? = nil, changed: [ChangedMember] = [],
    patch: [UInt8]? = nil, reducerMicroseconds: Int? = nil
  ) {
    self.hash = hash
    self.unhashed = unhashed
    self.error = error
    self.changed = changed
    self.patch = patch
    self.reducerMicroseconds = reducerMicroseconds
  }
}
