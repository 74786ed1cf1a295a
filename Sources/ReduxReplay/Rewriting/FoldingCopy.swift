import ReduxJournal
import StateTree

/// Folds a journal line by line, checking every step, and copies the lines on the way, with what is added to them.
struct FoldingCopy<App: ReplayableApp> {
  private let file: JournalFile
  private let acceptsRedacted: Bool
  private var run: VerifyingRun<App>
  private var copy: JournalCopy
  /// The line that was folded last.
  private var line: JournalLine?
  private var tail = JournalTail.notClosed

  init(of replayer: Replayer<App>, acceptingRedacted acceptsRedacted: Bool) {
    file = replayer.file
    self.acceptsRedacted = acceptsRedacted
    run = VerifyingRun(replayer: replayer)
    copy = JournalCopy(maximumLineBytes: file.maximumLineBytes, key: file.key)
  }

  /// What was found. It grows with the journal, so it is not kept twice.
  var report: VerifyReport {
    var report = run.report
    report.tail = VerifyReport.Tail(tail)
    return report
  }

  /// Whether the line that was folded last has set the state, and it is known.
  var hasState: Bool { line.map(run.hasState) ?? false }

  /// Whether hashes leave anything out in the session that was reached last.
  var hasVolatile: Bool { !run.replayer.encoder.rules.volatile.isEmpty }

  /// The state that was reached last as JSON text, as its session writes it; `nil` if it is not known.
  func text() throws -> [UInt8]? {
    guard run.progress.stateIsKnown, let state = run.state else { return nil }
    return try run.replayer.encoder.encode(state)
  }

  /// Folds the next line; `false` if replay and recording have parted, where the copy ends.
  ///
  /// - Throws: `JournalError` and `ReplayError` for what can't be folded.
  mutating func fold(_ line: JournalLine) throws -> Bool {
    try run.take(line)
    self.line = line
    return !run.diverges && (acceptsRedacted || run.report.redacted.isEmpty)
  }

  /// The bytes of the line that was folded last, with some members changed; none if the copy doesn't need it.
  mutating func copied(changing changes: [MemberChange] = []) throws -> [UInt8] {
    guard let line else { return [] }
    let text = try file.line(of: line)
    return try composed { copy throws(JournalError.Problem) in try copy.line(text, changing: changes) }
  }

  /// The bytes of the action that was folded last, with what it did to the state; `nil` if no line can hold that.
  mutating func copied(adding patch: [UInt8]) throws -> [UInt8]? {
    let before = copy
    do {
      return try copied(changing: [.set("patch", json: patch, before: ["us", "base"])])
    } catch let error as JournalError where error.isOfLimit {
      copy = before
      return nil
    }
  }

  /// Whether a line is a snapshot of the state that was set last.
  func isFollowedBySnapshot(_ next: JournalLine?) -> Bool {
    guard let next, next.seq == line?.seq, case .record(.snapshot(let snapshot)) = next.content else { return false }
    return snapshot.holdsWholeState
  }

  /// A snapshot of the state to which the line that was folded last led; `nil` if it is no action, there is nothing to prove
  /// the state by, or it would not come back as it is.
  mutating func snapshot() throws -> [UInt8]? {
    guard let line, hasState, let state = run.state,
      case .action(let record) = try file.entry(atOffset: line.offset).record,
      let hash = try record.hash ?? (record.unhashed == nil ? run.replayer.hash(of: state, seq: line.seq) : nil)
    else { return nil }
    let text = try run.replayer.encoder.encode(state)
    guard let restored = try? StateDecoder().decode(App.State.self, from: text),
      try run.replayer.hash(of: restored, seq: line.seq) == hash
    else { return nil }
    return try composed { copy throws(JournalError.Problem) in
      try copy.snapshot(seq: line.seq, at: record.at, state: text, hash: hash)
    }
  }

  /// What ends the copy as the journal ends; `nil` if there is nothing to add.
  mutating func end(_ tail: JournalTail) throws -> [UInt8]? {
    self.tail = tail
    guard case .torn(let torn) = tail, !torn.beingWritten else { return nil }
    return torn.isWhole
      ? try composed { copy throws(JournalError.Problem) in try copy.line(torn.bytes) } : torn.bytes
  }

  private mutating func composed<Result>(
    _ body: (inout JournalCopy) throws(JournalError.Problem) -> Result
  ) throws(JournalError) -> Result {
    do { return try body(&copy) } catch { throw JournalError(error, path: file.path, line: line?.line) }
  }
}

extension JournalError {
  /// Whether a line would have become longer or richer than a reader takes.
  fileprivate var isOfLimit: Bool {
    switch problem {
    case .lineTooLong, .tooManyValues: true
    default: false
    }
  }
}
