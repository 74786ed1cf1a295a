import ReduxJournal
import StateCoding
package import StateTree

/// A cursor for reading many states of a journal in order.
///
/// Moving forward replays the actions in between. Otherwise, the cursor starts again from the nearest snapshot. It checks
/// each returned state against its recorded hash, if any.
package struct StateCursor<App: ReplayableApp> {
  /// The distance beyond which a snapshot on the way may be nearer than the current state.
  private static var nearby: Int { 16 }

  /// It has the rules of the current state's session.
  var replayer: Replayer<App>
  private var current: (seq: Int, folded: FoldedState<App>)?
  private var reader: JournalReader?
  /// States to return to, by their seqs.
  var kept: [Int: App.State] = [:]
  /// The last state whose changes were wanted, with its seq.
  private var tracked: (tracker: StateTracker, rules: RedactionRules, seq: Int)?
  /// The approximate number of lines that rewinds made the cursor read again.
  private var repeated = 0

  /// Creates a cursor before the first state of a journal.
  package init(_ replayer: Replayer<App>) { self.replayer = replayer }

  /// Returns the state with a seq as a tree.
  ///
  /// - Throws: `JournalError` for a damaged line on the way. `ReplayError` if the state can't be rebuilt or differs from
  ///   the recorded one, or if rewinds exceed the limit.
  package mutating func state(at seq: Int) throws -> JSONValue {
    let folded = try folded(at: seq)
    do { return try replayer.encoder.tree(folded.state) } catch { throw replayer.unencodable(seq: seq, because: error) }
  }

  /// Returns the state with a seq as JSON text.
  ///
  /// - Throws: As `state(at:)`.
  package mutating func text(at seq: Int) throws -> [UInt8] {
    let folded = try folded(at: seq)
    do { return try replayer.encoder.encode(folded.state) } catch {
      throw replayer.unencodable(seq: seq, because: error)
    }
  }

  /// Returns the changes from the state before a seq, and for each the value that it removes or replaces, or `nil`.
  ///
  /// - Throws: As `state(at:)`.
  package mutating func changes(at seq: Int) throws -> (patch: JSONPatch, replaced: [JSONValue?]) {
    if tracked?.seq != seq - 1 { tracked = nil }
    if tracked == nil { try track(try folded(at: seq - 1).state, at: seq - 1) }
    let folded = try folded(at: seq)
    if tracked?.rules == replayer.encoder.rules {
      try track(folded.state, at: seq)
      if let changes = tracked?.tracker.changes { return changes }
    }
    // Between sessions with other rules.
    let new = try state(at: seq)
    return JSONPatch.changes(from: try state(at: seq - 1), to: new)
  }

  private mutating func track(_ state: App.State, at seq: Int) throws {
    let encoder = replayer.encoder
    let tracker =
      tracked?.tracker
      ?? StateTracker(
        rules: encoder.rules, session: encoder.followingSession(limit: .max), findsReplaced: true)
    do { try tracker.follow(state) } catch { throw replayer.unencodable(seq: seq, because: error) }
    tracked = (tracker, encoder.rules, seq)
  }

  /// Moves to the state with a seq, and checks it.
  mutating func folded(at seq: Int) throws -> FoldedState<App> {
    if current?.seq != seq, let state = kept[seq] {
      try replayer.enter(replayer.rules(at: seq))
      (current, reader) = ((seq, FoldedState(state, of: replayer)), nil)
    } else if try !advance(to: seq) {
      current = nil
      try replayer.enter(replayer.rules(at: seq))
      var lines = 0
      current = (seq, FoldedState(try replayer.state(at: seq, countingLines: &lines), of: replayer))
      repeated += lines
      let limit = replayer.limit.at(seq)
      guard repeated <= limit else {
        throw try replayer.error(.tooManyRewinds(limit: limit), at: replayer.entry(settingSeq: seq), seq: seq)
      }
      reader = nil
    }
    guard let current else { throw try replayer.error(.unreachable, at: replayer.entry(settingSeq: seq), seq: seq) }
    return current.folded
  }

  /// Applies the action in a line.
  ///
  /// - Returns: The action; `nil` if none, or if it can't be replayed. Then a snapshot of the state may follow.
  func apply(_ line: JournalLine, to folded: FoldedState<App>) throws -> PlainAction? {
    do {
      guard let action = try replayer.action(of: line) else { return nil }
      _ = try folded.apply(action, at: line)
      return action
    } catch let error as ReplayError where error.problem.unfolded != nil {
      return nil
    }
  }

  /// Forgets the current state, which the caller changes.
  mutating func release() { (current, reader) = (nil, nil) }

  /// Moves to a state that follows from one that the cursor had.
  mutating func hold(_ folded: FoldedState<App>, at seq: Int) { current = (seq, folded) }

  /// Replays the actions up to a seq; `false` if they don't lead there.
  private mutating func advance(to seq: Int) throws -> Bool {
    guard let (start, folded) = current, start <= seq else { return false }
    if start == seq { return true }
    // Volatile values come from the snapshot at which every other replay of the state begins.
    if seq - start > StateCursor.nearby || !replayer.encoder.rules.volatile.isEmpty,
      try replayer.file.baseSnapshot(of: replayer.entry(settingSeq: seq)).map({ $0.seq > start }) ?? true
    {
      return false
    }
    let reader = try self.reader ?? replayer.file.entries(fromOffset: replayer.entry(settingSeq: start + 1).offset)
    self.reader = reader
    // A replay that fails halfway leaves no usable state.
    current = nil
    while let line = try reader.nextLine() {
      if case .header(let header)? = line.entry?.record { replayer.enter(header.rules) }
      guard line.setsState else { continue }
      guard let action = try apply(line, to: folded) else { return false }
      guard line.seq == seq else { continue }
      if let recorded = action.hash { try prove(folded, is: recorded, at: line) }
      current = (seq, folded)
      return true
    }
    return false
  }

  /// Checks a state against its recorded hash, which the state often has.
  private func prove(_ folded: FoldedState<App>, is recorded: StateHash, at line: JournalLine) throws {
    if replayer.schemas?.upgrade(at: line.offset) == nil,
      try folded.hash(seq: line.seq, expecting: recorded) == recorded
    {
      return
    }
    try replayer.prove(folded.state, is: recorded, at: replayer.entry(settingSeq: line.seq))
  }
}
