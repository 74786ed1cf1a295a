/// A value that keeps its hash and can tell what differs from another without being encoded as a whole.
protocol StateDifferencing: StateHashProviding {
  /// Adds the operations that lead from this value's JSON to that of a later one; `false`, and nothing added, if it
  /// cannot compare the two.
  func compare(with later: any StateHashProviding, in differ: inout StateDiffer) throws -> Bool
}
