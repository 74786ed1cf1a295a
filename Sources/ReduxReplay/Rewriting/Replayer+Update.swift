import ReduxJournal

extension Replayer {
  /// Replays the whole journal, and writes a copy with the states to which today's reducers lead.
  ///
  /// Hashes, changed members, patches, errors and snapshots are today's; everything else stays the same. The journal must
  /// be intact. O(n) in its size; it keeps the states to which rewinds return.
  ///
  /// - Parameters:
  ///   - onStep: Called with the seq of each line.
  ///   - write: Receives the bytes of the copy, in order.
  /// - Returns: The number of states with new hashes.
  /// - Throws: `JournalError` naming the first damaged line, `ReplayError` for a line that can't be replayed, and errors of
  ///   the closures.
  package func update(onStep: (Int) throws -> Void, write: ([UInt8]) throws -> Void) throws -> Int {
    try checkHasNoOlderSchema()
    var copy = try UpdatingCopy(of: self)
    while let line = try copy.nextLine() {
      try write(copy.updated(line))
      try onStep(line.seq)
    }
    if let rest = try copy.end() { try write(rest) }
    return copy.updated
  }
}
