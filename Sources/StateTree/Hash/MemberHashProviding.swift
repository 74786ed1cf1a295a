/// A value that keeps its hash and those of its members, and is asked for all of them at once: a recorder wants both with
/// each action, and the hash of the whole is made of the others.
protocol MemberHashProviding: StateHashProviding {
  /// The state hash, once the body was called with the hashes of all members; `nil`, and no call, if it isn't known.
  func stateHash(tellingMembers body: (_ key: String, _ hash: StateHash) -> Void) -> StateHash?
}
