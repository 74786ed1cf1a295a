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

  /// Writes states with named entries, under the rules of the current state's session; `nil` if entries have no names.
  private var namer: StateEncoder?
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
  ///
  /// - Parameters:
  ///   - replayer: The replay.
  ///   - namingEntries: Whether the entries of dictionaries and sets get names. In JSON without types, no array is one.
  package init(_ replayer: Replayer<App>, namingEntries: Bool = false) {
    self.replayer = replayer
    if namingEntries, App.State.self != JSONValue.self { namer = StateEncoder(namingEntriesBy: replayer.encoder.rules) }
  }

  package var namesEntries: Bool { namer != nil }

  /// Writes states.
  private var writer: StateEncoder { namer ?? replayer.encoder }

  /// Adopts a session's rules.
  private mutating func enter(_ rules: RedactionRules) {
    guard replayer.enter(rules), namesEntries else { return }
    namer = StateEncoder(namingEntriesBy: rules)
  }

  /// Returns the state with a seq as a tree.
  ///
  /// - Throws: `JournalError` for a damaged line on the way. `ReplayError` if the state can't be rebuilt or differs from
  ///   the recorded one, or if rewinds exceed the limit.
  package mutating func state(at seq: Int) throws -> JSONValue {
    let folded = try folded(at: seq)
    do { return try writer.tree(folded.state) } catch {
      throw replayer.unencodable(folded.state, seq: seq, because: error)
    }
  }

  /// Returns the state with a seq as JSON text.
  ///
  /// - Throws: As `state(at:)`.
  package mutating func text(at seq: Int) throws -> [UInt8] {
    let folded = try folded(at: seq)
    do { return try writer.encode(folded.state) } catch {
      throw replayer.unencodable(folded.state, seq: seq, because: error)
    }
  }

  /// Returns the changes from the state before a seq, and for each the value that it removes or replaces, or `nil`.
  ///
  /// - Throws: As `state(at:)`.
  package mutating func changes(at seq: Int) throws -> (patch: JSONPatch, replaced: [JSONValue?]) {
    if tracked?.seq != seq - 1 { tracked = nil }
    if tracked == nil { try track(try folded(at: seq - 1).state, at: seq - 1) }
    let folded = try folded(at: seq, isTracked: true)
    if tracked?.rules == replayer.encoder.rules {
      if tracked?.seq != seq { try track(folded.state, at: seq) }
      if let changes = tracked?.tracker.changes { return changes }
    }
    // Between sessions with other rules.
    let new = try state(at: seq)
    return JSONPatch.changes(from: try state(at: seq - 1), to: new)
  }

  private mutating func track(_ state: App.State, at seq: Int) throws {
    let encoder = writer
    let tracker =
      tracked?.tracker
      ?? StateTracker(
        rules: encoder.rules, session: encoder.followingSession(limit: .max), findsReplaced: true)
    do { try tracker.follow(state) } catch { throw replayer.unencodable(state, seq: seq, because: error) }
    tracked = (tracker, encoder.rules, seq)
  }

  /// Moves to the state with a seq, and checks it. If it `isTracked`, its hash may come from following it.
  mutating func folded(at seq: Int, isTracked: Bool = false) throws -> FoldedState<App> {
    if current?.seq != seq, let state = kept[seq] {
      try enter(replayer.rules(at: seq))
      (current, reader) = ((seq, FoldedState(state, of: replayer)), nil)
    } else if try !advance(to: seq, isTracked: isTracked) {
      current = nil
      try enter(replayer.rules(at: seq))
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
  private mutating func advance(to seq: Int, isTracked: Bool) throws -> Bool {
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
      if case .header(let header)? = line.entry?.record { enter(header.rules) }
      guard line.setsState else { continue }
      guard let action = try apply(line, to: folded) else { return false }
      guard line.seq == seq else { continue }
      if let recorded = action.hash {
        let isProven = try isTracked && follow(folded.state, to: recorded, at: line)
        if !isProven {
          do { try prove(folded, is: recorded, at: line) } catch {
            // Nothing may be compared with a state that isn't the recorded one.
            tracked = nil
            throw error
          }
        }
      }
      current = (seq, folded)
      return true
    }
    return false
  }

  /// Goes on tracking with a state, under the rules of the state before; whether it has its recorded hash. Its hash differs if
  /// entries have names.
  private mutating func follow(_ state: App.State, to recorded: StateHash, at line: JournalLine) throws -> Bool {
    guard tracked?.rules == replayer.encoder.rules else { return false }
    try track(state, at: line.seq)
    guard replayer.schemas?.upgrade(at: line.offset) == nil, let tracker = tracked?.tracker else { return false }
    var outline = StateOutline()
    return try tracker.outline(into: &outline) && outline.hash == recorded
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

/// Asking many states.
extension StateCursor {
  /// Returns what the state with a seq answers to a question, as JSON text.
  ///
  /// - Throws: As `state(at:)`.
  package mutating func answer(_ question: StateQuestion, at seq: Int) throws -> [UInt8] {
    // First, because moving may change the rules.
    let folded = try folded(at: seq)
    return try answer(question, of: folded, seq: seq)
  }

  /// Calls the body with what the states on a way answer to a question, `nil` for a state that is unknown or can't be encoded,
  /// until it returns `false`. Unless it `proves`, only the first state is checked against its recorded hash.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - way: The way.
  ///   - proves: Whether to check each state that has a recorded hash, before the body is called with it.
  ///   - isAsked: Whether to ask the state with a seq. The body isn't called for others.
  ///   - body: Called with a seq and the answer.
  /// - Throws: As `state(at:)`, and the errors of the body.
  package mutating func forEach(
    _ question: StateQuestion, along way: History.Way, proves: Bool, where isAsked: (Int) -> Bool,
    _ body: (Int, [UInt8]?) throws -> Bool
  ) throws {
    try walk(along: way, proves: proves) { cursor, seq, folded in
      guard isAsked(seq) else { return true }
      let answer: [UInt8]?
      do { answer = try folded.map { try cursor.answer(question, of: $0, seq: seq) } } catch let error as ReplayError
        where error.isOfUnknownState
      {
        // Two builds that can't encode a state agree; one that can differs.
        answer = question == .recordedHash ? Array("\"\"".utf8) : nil
      }
      return try body(seq, answer)
    }
  }

  /// Keeps some states on a way, to return to them without replaying, and forgets those that it kept before, except the
  /// first on the way. In place of an unknown state, it keeps the next known one.
  ///
  /// - Parameters:
  ///   - seqs: The states, ascending.
  ///   - way: The way, which ends with the last of them.
  ///   - onStep: Called with each state on the way.
  /// - Returns: The kept states, ascending.
  /// - Throws: As `state(at:)`, and the errors of `onStep`.
  package mutating func keep(_ seqs: [Int], along way: History.Way, onStep: (Int) throws -> Void) throws -> [Int] {
    var waiting = seqs[...]
    var found: [Int: App.State] = [:]
    try walk(along: way) { _, seq, folded in
      try onStep(seq)
      guard let next = waiting.first, next <= seq, let folded else { return true }
      found[seq] = folded.state
      waiting = waiting.drop { $0 <= seq }
      return !waiting.isEmpty
    }
    if let first = way.stretches.first?.seqs.lowerBound, let state = kept[first] { found[first] = state }
    kept = found
    return found.keys.filter { $0 >= seqs.first ?? .max }.sorted()
  }

  /// Checks the state with a seq against its recorded hash. If it has none, the next state that has one proves it.
  ///
  /// - Throws: As `state(at:)`.
  package mutating func prove(at seq: Int) throws {
    guard let entry = try hashedEntry(from: replayer.entry(settingSeq: seq)), let recorded = entry.record.hash else {
      return
    }
    do { try replayer.prove(folded(at: entry.seq).state, is: recorded, at: entry) } catch let error as ReplayError
      where entry.seq > seq && error.isOfUnknownState
    {}
  }

  /// The record of a state if it has a hash, else the next record that has one and to which only actions lead.
  private func hashedEntry(from entry: JournalEvent) throws -> JournalEvent? {
    guard entry.record.hash == nil else { return entry }
    let reader = try replayer.file.entries(fromOffset: entry.offset + entry.byteCount)
    while let next = try reader.next() {
      if next.setsState, next.record.kind != "action" { return nil }
      if next.record.hash != nil { return next }
    }
    return nil
  }

  private func answer(_ question: StateQuestion, of folded: FoldedState<App>, seq: Int) throws -> [UInt8] {
    if question == .recordedHash, replayer.needsUpgrade {
      let upgrade = try replayer.upgrade(at: seq)
      let hash = try folded.hash(seq: seq, as: upgrade?.reshapesStates == true ? nil : upgrade)
      return Array("\"\(hash)\"".utf8)
    }
    if question == .hash || question == .recordedHash { return Array("\"\(try folded.hash(seq: seq))\"".utf8) }
    let encoder = if case .values = question { writer } else { replayer.encoder }
    func answer() throws -> [UInt8] { try App.answer(question, in: folded.state, by: encoder) }
    do {
      // Without a check of the app, a large state may take its time.
      guard question.needsApp else { return try answer() }
      return try replayer.observer.whileAppRuns(onThread: replayer.thread, answer)
    } catch let error as UnknownCheck {
      throw error
    } catch { throw replayer.unencodable(folded.state, seq: seq, because: error) }
  }

  /// Visits each state on a way, `nil` for an unknown one, until the body returns `false`.
  private mutating func walk(
    along way: History.Way, proves: Bool = false, _ visit: (StateCursor, Int, FoldedState<App>?) throws -> Bool
  ) throws {
    var walk = Walk<App>(proves: proves)
    for stretch in way.stretches {
      let seqs = stretch.seqs
      let start = try replayer.entry(settingSeq: seqs.lowerBound)
      if case .jump(let target) = stretch.origin, walk.seq == target, walk.state != nil {
        enter(replayer.file.redaction(before: start.offset))
      } else {
        walk.state = try known(at: seqs.lowerBound)
      }
      walk.seq = seqs.lowerBound
      guard try follow(seqs, from: start, &walk, visit) else { break }
    }
    if let state = walk.state, let seq = walk.seq { hold(state, at: seq) }
  }

  /// Visits consecutive states; returns whether to go on.
  private mutating func follow(
    _ seqs: ClosedRange<Int>, from start: JournalEvent, _ walk: inout Walk<App>,
    _ visit: (StateCursor, Int, FoldedState<App>?) throws -> Bool
  ) throws -> Bool {
    // A snapshot after an unknown state may hold it.
    var isWaiting = walk.state == nil
    if !isWaiting, try !visit(self, seqs.lowerBound, walk.state) { return false }
    let reader = try replayer.file.entries(fromOffset: start.offset + start.byteCount)
    while let line = try reader.nextLine(), line.seq <= seqs.upperBound {
      if line.setsState {
        if isWaiting, try !visit(self, line.seq - 1, nil) { return false }
        walk.seq = line.seq
        if let folded = walk.state {
          if let action = try apply(line, to: folded) {
            if walk.proves, let recorded = action.hash { try prove(folded, is: recorded, at: line) }
          } else {
            walk.state = nil
          }
        }
        isWaiting = walk.state == nil
        if !isWaiting, try !visit(self, line.seq, walk.state) { return false }
      } else if let state = try state(in: line, isWanted: isWaiting) {
        walk.state = state
        if isWaiting, try !visit(self, line.seq, state) { return false }
        isWaiting = false
      }
    }
    return try isWaiting ? visit(self, seqs.upperBound, nil) : true
  }

  /// The state with a seq, for changing it in place; `nil` if it can't be had.
  private mutating func known(at seq: Int) throws -> FoldedState<App>? {
    do {
      let state = try folded(at: seq)
      release()
      return state
    } catch let error as ReplayError where error.isOfUnknownState {
      return nil
    }
  }

  /// The state of a snapshot, if it is unknown so far, or its volatile values come from there.
  private func state(in line: JournalLine, isWanted: Bool) throws -> FoldedState<App>? {
    guard isWanted || !replayer.encoder.rules.volatile.isEmpty, let entry = line.entry,
      case .snapshot(let snapshot) = entry.record, let node = replayer.usableState(of: snapshot)
    else { return nil }
    return FoldedState(try replayer.decodeState(node, snapshot, at: entry), of: replayer)
  }
}

/// The place on a way.
private struct Walk<App: ReplayableApp> {
  /// Whether states are checked against their recorded hashes.
  let proves: Bool
  var seq: Int?
  /// The current state; `nil` while it is unknown.
  var state: FoldedState<App>?
}

extension ReplayError {
  /// Whether the journal lacks what the state follows from, or the state has no encoding. Others may still be known.
  package var isOfUnknownState: Bool {
    switch problem {
    case .interrupted, .notReplayable, .noPatch, .unreachable, .droppedState, .unencodableState: true
    default: false
    }
  }
}
