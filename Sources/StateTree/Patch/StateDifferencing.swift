/// A value that provides its hash, and can be compared with another without encoding the whole.
protocol StateDifferencing: StateHashProviding {
  /// Adds the operations that turn this value's JSON into a later one's; `false`, without operations, if it can't compare
  /// the two.
  func compare(with later: any StateHashProviding, in differ: inout StateDiffer) throws -> Bool
}
