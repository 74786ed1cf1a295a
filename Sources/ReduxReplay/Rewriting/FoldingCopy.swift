import ReduxJournal
import StateCoding

/// Replays a journal line by line, checking every step, and copies the lines with additions.
struct FoldingCopy<App: ReplayableApp>: ~Copyable {
  private let file: JournalFile
  private let acceptsRedacted: Bool
  private var run: VerifyingRun<App>
  private var lines: LineCopier
  /// The last line that was replayed.
  private var line: Line?
  private var tail = JournalTail.notClosed

  /// A line without its contents: the reader would need new memory for the next one.
  private struct Line {
    let offset: Int
    let seq: Int
    let setsState: Bool
    /// Where a copy changes the line, if it is a plain action's.
    let places: PlainAction.Places?
    /// Whether it is a snapshot, with a whole state.
    let isWholeSnapshot: Bool?

    init(_ line: JournalLine) {
      offset = line.offset
      seq = line.seq
      setsState = line.setsState
      places = if case .action(let action) = line.content { action.places } else { nil }
      isWholeSnapshot =
        if case .record(.snapshot(let snapshot)) = line.content { snapshot.holdsWholeState } else { nil }
    }
  }

  init(of replayer: Replayer<App>, acceptingRedacted acceptsRedacted: Bool, _ search: DivergenceSearch) throws {
    file = replayer.file
    lines = try LineCopier(of: file)
    self.acceptsRedacted = acceptsRedacted
    run = VerifyingRun(replayer: replayer, search: search)
  }

  /// The findings. They grow with the journal, so they are not stored twice.
  var report: VerifyReport {
    var report = run.report
    report.tail = VerifyReport.Tail(tail)
    return report
  }

  /// Whether the last line set the state, and the state is known.
  var hasState: Bool { line?.setsState == true && run.progress.isKnown && run.held != nil }

  /// Whether the current session excludes volatile values from hashes.
  var hasVolatile: Bool { !run.replayer.encoder.rules.volatile.isEmpty }

  /// The current state; `nil` if it is unknown.
  var state: App.State? { run.progress.isKnown ? run.state : nil }

  /// The rules of the current session.
  var rules: RedactionRules { run.replayer.encoder.rules }

  /// Returns the current state as its session's JSON text; `nil` if it is unknown.
  func text() throws -> [UInt8]? { try state.map { try run.replayer.encoder.encode($0) } }

  /// Returns the journal's next line; `nil` after the last one.
  mutating func nextLine() throws -> JournalLine? { try lines.nextLine() }

  /// Replays the line that was returned last; `false` at a divergence, where the copy ends.
  ///
  /// - Throws: `JournalError` and `ReplayError` for a line that can't be replayed.
  mutating func fold(_ line: JournalLine) throws -> Bool {
    try run.take(line)
    self.line = Line(line)
    return !run.diverges && (acceptsRedacted || run.report.redacted.isEmpty)
  }

  /// Returns the bytes of the last line with changed members; none if the copy doesn't need the line.
  mutating func copied(changing changes: [MemberChange] = []) throws -> [UInt8] {
    try changes.isEmpty ? copied(adding: nil) : lines.copied(changing: changes)
  }

  /// Returns the bytes of the last action with its patch; `nil` if no line can hold that.
  mutating func copied(adding patch: [UInt8]) throws -> [UInt8]? {
    let before = lines
    do {
      return try copied(adding: .some(patch))
    } catch let error where error.isOfLimit {
      lines = before
      return nil
    }
  }

  private mutating func copied(adding patch: [UInt8]?) throws(JournalError) -> [UInt8] {
    let (places, isWholeSnapshot) = (line?.places, line?.isWholeSnapshot)
    return try lines.copied { copy, line throws(JournalError.Problem) in
      if let places { return try copy.action(line, places, adding: patch) }
      if let isWholeSnapshot, let copied = try copy.snapshot(line, isWhole: isWholeSnapshot) { return copied }
      let change = patch.map { MemberChange.set("patch", json: $0, before: ["us", "base"]) }
      return try copy.line(Array(line), changing: change.map { [$0] } ?? [])
    }
  }

  /// Whether a line is a snapshot of the current state.
  func isFollowedBySnapshot(_ next: JournalLine?) -> Bool {
    guard let next, next.seq == line?.seq, case .record(.snapshot(let snapshot)) = next.content else { return false }
    return snapshot.holdsWholeState
  }

  /// Returns a snapshot of the state after the last action.
  ///
  /// It is `nil` if the last line isn't an action, nothing proves the state, or the state doesn't survive encoding.
  mutating func snapshot() throws -> [UInt8]? {
    guard let line, hasState, let state = run.state,
      case .action(let record) = try file.entry(atOffset: line.offset).record,
      let hash = try record.hash ?? (record.unhashed == nil ? run.replayer.hash(of: state, seq: line.seq) : nil)
    else { return nil }
    let text = try run.replayer.encoder.encode(state)
    guard let restored = try? StateDecoder().decode(App.State.self, from: text),
      try run.replayer.hash(of: restored, seq: line.seq) == hash
    else { return nil }
    let redacted = SecretDigests.pointers(to: try run.replayer.encoder.redactedPlaces(in: restored))
    return try lines.composed { copy throws(JournalError.Problem) in
      try copy.snapshot(seq: line.seq, at: record.at, state: text, hash: hash, redacted: redacted)
    }
  }

  /// Returns the bytes that end the copy like the journal; `nil` for none.
  mutating func end() throws -> [UInt8]? {
    tail = lines.tail
    return try lines.end()
  }
}
