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
