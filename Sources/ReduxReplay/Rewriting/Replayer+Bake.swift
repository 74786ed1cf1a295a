import ReduxJournal
import StateTree

extension Replayer {
  /// Folds the whole journal, checking every step, and writes a copy of it on the way in which each action tells what it did
  /// to the state, so that its states can be read without reducers. All else is kept.
  ///
  /// O(n) in the size of the journal and in that of the state for each action that changes it.
  ///
  /// - Parameters:
  ///   - acceptsRedacted: Whether to go on where a secret may be why a state differs.
  ///   - onStep: Called with the seq of each state.
  ///   - write: Takes the bytes of the copy, in order.
  /// - Returns: What was found, and how many actions of the copy tell what they did. After a divergence, the copy is of no
  ///   use.
  /// - Throws: `JournalError` naming the first damaged line, `ReplayError` for what cannot be folded, and what the
  ///   closures throw.
  package func bake(
    acceptingRedacted acceptsRedacted: Bool = false, onStep: (Int) throws -> Void, write: ([UInt8]) throws -> Void
  ) throws -> (report: VerifyReport, patched: Int) {
    try checkHasNoOlderSchema()
    var copy = FoldingCopy(of: self, acceptingRedacted: acceptsRedacted)
    /// The state that was reached last, as it is written.
    var state: JSONDocument?
    var patched = 0
    let reader = try file.entries(fromOffset: 0)
    while let line = try reader.nextLine() {
      guard try copy.fold(line) else { return (copy.report, patched) }
      let before = state
      if line.setsState || state == nil { state = try copy.text().map { try JSONDocument($0) } }
      switch line.content {
      case .record(.header): try write(copy.copied(changing: [.selfContained]))
      case .record(.action(let action)) where action.interrupted: try write(copy.copied())
      case .action, .record(.action):
        if let before, let state, let bytes = try copy.copied(adding: JSONPatch.text(from: before, to: state)) {
          patched += 1
          try write(bytes)
        } else {
          // Whoever can't know what it did needs the state.
          try write(copy.copied())
          if let snapshot = try copy.snapshot() { try write(snapshot) }
        }
      case .record(.snapshot(let snapshot)) where copy.hasVolatile && snapshot.holdsWholeState && !line.setsState:
        // What actions did leads to the volatile values of the replay, and from these on.
        try write(copy.copied(changing: state.map { [.set("state", json: $0.bytes, before: [])] } ?? []))
      case .record: try write(copy.copied())
      }
      if copy.hasState { try onStep(line.seq) }
    }
    if let rest = try copy.end(reader.tail) { try write(rest) }
    return (copy.report, patched)
  }
}

extension MemberChange {
  /// What a header says of a self-contained session.
  fileprivate static var selfContained: MemberChange {
    .set("states", json: Array(#""patches""#.utf8), before: ["rules"])
  }
}
