/// A value that provides its hash and those of its members in one call.
///
/// A recorder needs both with each action, and the hash of the whole is made of the others.
package protocol MemberHashProviding: StateHashProviding {
  /// Calls the body with the hashes of all members and returns the state hash; `nil`, without a call, if it is unknown.
  func stateHash(reportingMembers body: (_ key: String, _ hash: StateHash) -> Void) -> StateHash?
}
