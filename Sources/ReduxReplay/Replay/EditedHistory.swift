import ReduxJournal
import StateCoding
import StateTree

/// A pass over the lines of a history that applies changes to its actions.
struct EditedHistory<App: ReplayableApp> {
  private let edits: ActionEdits
  private let replayer: Replayer<App>
  /// The actions that were skipped or replaced so far.
  private var dropped: Set<Int> = []
  /// The seqs of replaced actions, and of states before inserted ones, that weren't met yet.
  private var pending: Set<Int>

  /// Prepares for a pass that starts in a state.
  init(_ edits: ActionEdits, of replayer: Replayer<App>, from start: Int) {
    self.edits = edits
    self.replayer = replayer
    pending = Set(edits.inserted.keys).subtracting([start]).union(edits.replaced.keys)
  }

  /// Replays a line that sets the state.
  mutating func replay(_ line: JournalLine, in folded: FoldedState<App>) throws {
    pending.remove(line.seq)
    if let action = edits.replaced[line.seq] {
      dropped.insert(line.seq)
      try reduce(action, with: line.inputs, at: line, in: folded)
    } else if skips(line) {
      dropped.insert(line.seq)
    } else {
      try folded.applyAction(in: line)
    }
    try insert(after: line, in: folded)
  }

  /// Reduces the actions that are inserted after a line.
  mutating func insert(after line: JournalLine, in folded: FoldedState<App>) throws {
    for (number, action) in (edits.inserted[line.seq] ?? []).enumerated() {
      try reduce(action, with: inputs(number, after: line), at: line, in: folded)
    }
  }

  /// Throws if a replaced action or a state before an inserted one was not on the way.
  func finish(at seq: Int) throws {
    guard let missed = pending.min() else { return }
    throw replayer.error(.notOnTheWay(to: seq), at: try replayer.entry(settingSeq: missed), seq: missed)
  }

  private func skips(_ line: JournalLine) -> Bool {
    if edits.skipped.contains(where: { $0.contains(line.seq) }) { return true }
    return edits.skipsCaused && line.cause.map(dropped.contains) == true
  }

  /// The inputs of an inserted action: the same in each replay, and others than those of all recorded actions.
  private func inputs(_ number: Int, after line: JournalLine) -> ActionInputs? {
    let header = replayer.file.header
    let first = ActionInputs(now: header.started.microseconds, seed: StateHash(low: 0, high: UInt64(line.seq)))
    guard let before = line.inputs ?? (header.declaresInputs ? first : nil) else { return nil }
    var seed = SipHash(key: (before.seed.low, before.seed.high))
    // Reducers count from 0.
    seed.update(UInt64.max - UInt64(number))
    return ActionInputs(now: before.now, seed: seed.finalized())
  }

  private func reduce(
    _ action: JSONValue, with inputs: ActionInputs?, at line: JournalLine, in folded: FoldedState<App>
  ) throws {
    let decoded: App.Action
    do {
      decoded = try replayer.actions.decode(written: JSONDocument(Array(action.compact.utf8)).root)
    } catch {
      throw replayer.error(.undecodableEdit(reason: error.explanation), at: line, seq: line.seq)
    }
    if let refusal = folded.apply(decoded, with: inputs, seq: line.seq) {
      throw replayer.error(.refusedEdit(reason: refusal.explanation), at: line, seq: line.seq)
    }
  }
}

extension JournalLine {
  /// The seq of the action that caused this line's.
  fileprivate var cause: Int? {
    switch content {
    case .action(let action): action.cause
    case .record(.action(let record)): record.cause
    case .record: nil
    }
  }
}
