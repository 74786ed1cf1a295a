import ReduxJournal
package import StateTree

/// A place in a journal that gives one state after the other, for those who look at many states in order.
///
/// Going forward folds the actions in between; anything else is a new start from the nearest snapshot. Each state that
/// is given was checked against its recorded hash, if it has one.
package struct StateCursor<App: ReplayableApp> {
  /// So many states ahead, a snapshot on the way may be nearer than the state that is there already.
  private static var nearby: Int { 16 }

  /// Its rules are those of the session in which the state is.
  private var replayer: Replayer<App>
  private var current: (seq: Int, folded: FoldedState<App>)?
  private var reader: JournalReader?
  /// How many lines were read more than once because of rewinds, about.
  private var repeated = 0

  /// Creates a cursor before the first state of a journal.
  package init(_ replayer: Replayer<App>) { self.replayer = replayer }

  /// The state with a seq as a tree.
  ///
  /// - Throws: `JournalError` for a damaged line on the way, `ReplayError` where the state cannot be rebuilt, or is not
  ///   what was recorded; and once rewinds have led far back too often.
  package mutating func state(at seq: Int) throws -> JSONValue {
    let folded = try folded(at: seq)
    do { return try replayer.encoder.tree(folded.state) } catch { throw replayer.unencodable(seq: seq, because: error) }
  }

  /// The state with a seq as JSON text.
  ///
  /// - Throws: As `state(at:)`.
  package mutating func text(at seq: Int) throws -> [UInt8] {
    let folded = try folded(at: seq)
    do { return try replayer.encoder.encode(folded.state) } catch {
      throw replayer.unencodable(seq: seq, because: error)
    }
  }

  private mutating func folded(at seq: Int) throws -> FoldedState<App> {
    if try !advance(to: seq) {
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

  /// The action in a line; `nil` if there is none, or it can't be folded: then the state may be written out behind it.
  private func foldable(_ line: JournalLine) throws -> PlainAction? {
    do { return try replayer.action(of: line) } catch let error as ReplayError where error.problem.unfolded != nil {
      return nil
    }
  }

  /// Folds the actions up to a seq; `false` if the way there is no such fold.
  private mutating func advance(to seq: Int) throws -> Bool {
    guard let (start, folded) = current, start <= seq else { return false }
    if start == seq { return true }
    let target = try replayer.entry(settingSeq: seq)
    // What is volatile is what a snapshot says: the way of others to the state begins there.
    if seq - start > StateCursor.nearby || !replayer.encoder.rules.volatile.isEmpty,
      try replayer.file.baseSnapshot(of: target).map({ $0.seq > start }) ?? true
    {
      return false
    }
    let reader = try self.reader ?? replayer.file.entries(fromOffset: replayer.entry(settingSeq: start + 1).offset)
    self.reader = reader
    // Whatever can't be folded to its end is no state to go on from.
    current = nil
    while let line = try reader.nextLine() {
      if case .header(let header)? = line.entry?.record { replayer.enter(header.rules) }
      guard line.setsState else { continue }
      guard let action = try foldable(line) else { return false }
      _ = try folded.apply(action, at: line)
      guard line.seq == seq else { continue }
      if let recorded = action.hash { try replayer.prove(folded.state, is: recorded, at: target) }
      break
    }
    current = (seq, folded)
    return true
  }
}
