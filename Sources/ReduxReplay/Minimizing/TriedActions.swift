/// The conversion of tried actions and states to the app's schema.
package struct TriedConversion: Sendable {
  /// The app's schema.
  package let schema: Int
  /// The pointers of redaction rules that may not lead to the same values there.
  package let uncertainRules: [String]
}

/// The actions that lead to a state and can be reduced again, in order, and the state before them.
package struct TriedActions: Codable, Sendable {
  /// The seq of the state before them.
  package var start: Int
  /// Their seqs.
  package var seqs: [Int] = []
  /// For each action, the place in the list of the one that caused it.
  package var causes: [Int?] = []
  /// The longest recorded time in the reducer.
  package var reducerMicroseconds = 0
}
