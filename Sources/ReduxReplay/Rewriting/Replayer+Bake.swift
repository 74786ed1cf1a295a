import ReduxJournal
import StateTree

extension Replayer {
  /// Replays and checks the whole journal, and writes a self-contained copy.
  ///
  /// Each action of the copy has a patch, so its states can be read without reducers. Everything else stays the same. O(n)
  /// in the size of the journal. Each action costs its changes, and what is outside of large collections and tables.
  ///
  /// - Parameters:
  ///   - acceptsRedacted: Whether to continue after a divergence that redaction may explain.
  ///   - search: How to examine divergences.
  ///   - onStep: Called with the seq of each state.
  ///   - write: Receives the bytes of the copy, in order.
  /// - Returns: The findings, and the number of actions with patches. After a divergence, the copy is unusable.
  /// - Throws: `JournalError` naming the first damaged line, `ReplayError` for a line that can't be replayed, and errors of
  ///   the closures.
  package func bake(
    acceptingRedacted acceptsRedacted: Bool = false, search: DivergenceSearch = DivergenceSearch(),
    onStep: (Int) throws -> Void, write: ([UInt8]) throws -> Void
  ) throws -> (report: VerifyReport, patched: Int) {
    try checkHasNoOlderSchema()
    var copy = try FoldingCopy(of: self, acceptingRedacted: acceptsRedacted, search)
    var states = WrittenStates(by: copy.rules, findsPatches: true)
    var patched = 0
    while let line = try copy.nextLine() {
      guard try copy.fold(line) else { return (copy.report, patched) }
      states.enter(copy.rules)
      if line.setsState || !states.isKnown { try states.follow(copy.state) }
      switch line.content {
      case .record(.header): try write(copy.copied(changing: [.selfContained]))
      case .record(.action(let action)) where action.interrupted: try write(copy.copied())
      case .action, .record(.action):
        if let patch = try states.patch(), let bytes = try copy.copied(adding: patch) {
          patched += 1
          try write(bytes)
        } else {
          // Without a patch, readers need the state.
          try write(copy.copied())
          if let snapshot = try copy.snapshot() { try write(snapshot) }
        }
      case .record(.snapshot(let snapshot)) where copy.hasVolatile && snapshot.holdsWholeState && !line.setsState:
        // The patches lead to, and continue from, the replay's volatile values.
        try write(copy.copied(changing: copy.text().map { [.set("state", json: $0, before: [])] } ?? []))
      case .record: try write(copy.copied())
      }
      if copy.hasState { try onStep(line.seq) }
    }
    if let rest = try copy.end() { try write(rest) }
    return (copy.report, patched)
  }
}

extension MemberChange {
  /// The member that marks a session as self-contained in its header.
  fileprivate static var selfContained: MemberChange {
    .set("states", json: Array(#""patches""#.utf8), before: ["rules"])
  }
}
