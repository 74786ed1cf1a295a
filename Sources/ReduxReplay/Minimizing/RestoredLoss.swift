/// What a state loses when it is encoded and decoded.
package struct RestoredLoss: Codable, Sendable {
  /// The number of actions after which the restored state is another one, or none.
  package let count: Int
  /// What is wrong, in a sentence, such as "the state can't be encoded: …"; `nil` if the restored state's JSON shows that.
  package let sentence: String?
  /// The names and indexes on the way to the stored property that isn't equal by `==`; `nil` if something else is lost.
  package let unequal: [String]?
  /// The state that was never restored, and the one that was, as JSON text.
  package let kept: String
  package let restored: String

  /// Returns a sentence about the restored state.
  ///
  /// - Parameter predicate: What it is or does.
  /// - Returns: The sentence.
  package static func restored(_ predicate: String) -> String { "the state, restored from its JSON, \(predicate)" }

  /// A state that can't be encoded or restored, or with which the reducer does something else than return.
  package init(count: Int, sentence: String) {
    self.count = count
    self.sentence = sentence
    unequal = nil
    kept = ""
    restored = ""
  }

  /// A state that isn't equal, though its JSON is the same.
  init(count: Int, unequal: [String]) {
    self.count = count
    sentence = Self.restored("isn't equal by ==, though its JSON is the same")
    self.unequal = unequal
    kept = ""
    restored = ""
  }

  init(count: Int, kept: [UInt8], restored: [UInt8]) {
    self.count = count
    sentence = nil
    unequal = nil
    self.kept = String(decoding: kept, as: UTF8.self)
    self.restored = String(decoding: restored, as: UTF8.self)
  }
}
