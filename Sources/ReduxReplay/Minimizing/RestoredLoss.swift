/// What a state loses when it is encoded and decoded.
package struct RestoredLoss: Codable, Sendable {
  /// The number of actions after which the restored state is another one, or none.
  package let count: Int
  /// What is wrong with the restored state, after "it", such as "is lost: …"; `nil` if its JSON shows that.
  package let reason: String?
  /// The names and indexes on the way to the stored property that isn't equal by `==`; `nil` if something else is lost.
  package let unequal: [String]?
  /// The state that was never restored, and the one that was, as JSON text.
  package let kept: String
  package let restored: String

  /// A state that can't be restored, or with which the reducer does something else than return.
  package init(count: Int, reason: String) {
    self.count = count
    self.reason = reason
    unequal = nil
    kept = ""
    restored = ""
  }

  /// A state that isn't equal, though its JSON is the same.
  init(count: Int, unequal: [String]) {
    self.count = count
    reason = "isn't equal by ==, though its JSON is the same"
    self.unequal = unequal
    kept = ""
    restored = ""
  }

  init(count: Int, kept: [UInt8], restored: [UInt8]) {
    self.count = count
    reason = nil
    unequal = nil
    self.kept = String(decoding: kept, as: UTF8.self)
    self.restored = String(decoding: restored, as: UTF8.self)
  }
}
