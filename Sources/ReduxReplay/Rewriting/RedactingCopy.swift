import ReduxJournal
import StateCoding
import StateTree

/// Rewrites the records of a journal under redaction rules.
///
/// It encodes everything that may hold a value from the replay's states and actions. It keeps no free text and no bytes
/// of unknown meaning.
struct RedactingCopy<App: ReplayableApp> {
  private let writer: JournalWriter
  private let rules: RedactionRules
  private let path: String
  private var encoder: StateEncoder
  private var before: StateOutline?
  /// Whether the session's actions have patches in the copy.
  private var recordsPatches = false
  /// Whether the session's actions have inputs, which the copy leaves out: anything may have been made from them. Patches
  /// take their place where the reducer asked for one.
  private var dropsInputs = false
  /// The states in the copy's form.
  private var states: WrittenStates
  /// A rewind to a dropped state; its hash can be computed once the state follows.
  private var waiting: RewindRecord?
  /// The number of redacted secrets.
  private(set) var redactions = 0
  /// The number of free texts that the copy doesn't contain: notes of marks, reasons of gaps, and errors.
  private(set) var omittedTexts = 0

  init(rules: RedactionRules, path: String, to writer: JournalWriter) {
    self.rules = rules
    self.writer = writer
    self.path = path
    encoder = StateEncoder(rules: rules)
    states = WrittenStates(by: rules, findsPatches: false)
  }

  /// Writes a record.
  ///
  /// - Parameters:
  ///   - entry: The record.
  ///   - run: The replay, which has taken the record.
  /// - Throws: `JournalError`, and `ReplayError` for an unknown state.
  mutating func write(_ entry: JournalEvent, after run: borrowing VerifyingRun<App>) throws {
    let state = run.progress.isKnown ? run.state : nil
    if let rewind = waiting {
      waiting = nil
      try write(rewind, state)
    }
    switch entry.record {
    // The copy is a single file, so it omits the headers of segments.
    case .header(let header): if entry.startsSession { try write(header) }
    case .snapshot(let snapshot): try write(snapshot, state, setsState: entry.setsState)
    case .action(let action): try write(action, state, run)
    case .rewind(let rewind) where state == nil && run.progress.isKnown:
      waiting = rewind
      return
    case .rewind(let rewind): try write(rewind, state)
    case .mark(let mark):
      if mark.text != nil, !rules.writesFreeText { omittedTexts += 1 }
      try writer.mark(at: mark.at, to: mark.to, name: mark.name, text: rules.writesFreeText ? mark.text : nil)
    case .gap(let gap):
      if !rules.writesFreeText, gap.why != "redacted" { omittedTexts += 1 }
      try writer.gap(at: gap.at, why: rules.writesFreeText ? gap.why : "redacted", missing: gap.missing)
    case .seal(let seal): try writer.seal(at: seal.at)
    // What an unknown record holds is unknown.
    case .unknown, .torn, .notClosed: break
    }
    if entry.setsState, writer.seq != entry.seq {
      throw JournalError(.damaged("the copy's states have different seqs"), path: path, line: entry.line)
    }
  }

  /// Makes the copy start in the middle of a session if the journal does.
  func startInTheMiddle(_ file: JournalFile) throws {
    guard !file.header.startsSession else { return }
    try writer.startInTheMiddle(seq: file.firstStateSeq ?? file.header.seq, session: file.header.session)
  }

  /// Refuses a journal that ends with a rewind to an unknown state.
  func finish() throws {
    guard let waiting else { return }
    throw ReplayError(path: path, line: nil, offset: nil, seq: waiting.seq, problem: .unreachable)
  }

  private mutating func write(_ rewind: RewindRecord, _ state: App.State?) throws {
    let outline = try outline(of: state, at: rewind.seq)
    try writer.rewind(at: rewind.at, to: rewind.to, hash: outline.hash)
    before = outline
  }

  private mutating func write(_ header: HeaderRecord) throws {
    let rules = header.rules.united(with: rules)
    try writer.writeHeader(
      app: header.app, started: header.started, journal: header.journal, context: header.context,
      detail: header.detail, states: header.declaresInputs ? "patches" : header.states, rules: rules,
      identity: header.identity, platform: header.platform)
    dropsInputs = header.declaresInputs
    let recordsPatches = header.recordsPatches || dropsInputs
    if rules != encoder.rules || recordsPatches != self.recordsPatches {
      encoder = StateEncoder(rules: rules)
      states = WrittenStates(by: rules, findsPatches: recordsPatches)
    }
    self.recordsPatches = recordsPatches
  }

  private mutating func write(_ snapshot: SnapshotRecord, _ state: App.State?, setsState: Bool) throws {
    let outline = try outline(of: state, at: snapshot.seq)
    switch snapshot.content {
    case .sameAs(let seq): try writer.writeSnapshot(at: snapshot.at, sameAs: seq, hash: outline.hash)
    case .state:
      guard let state else { return }
      redactions += try encoder.redactions(in: state)
      try writer.writeSnapshot(
        at: snapshot.at, state: try encoder.encode(state), hash: outline.hash, setsState: setsState,
        isWhole: snapshot.isWhole,
        redacted: encoder.redactedPointers(in: state).united(with: snapshot.redacted))
    }
    before = outline
  }

  private mutating func forget() throws {
    before = nil
    try states.follow(App.State?.none)
  }

  private mutating func write(_ record: ActionRecord, _ state: App.State?, _ run: borrowing VerifyingRun<App>) throws {
    var (json, replayability, redacted) = try action(record, run.replayer)
    // Without its inputs, the action would lead elsewhere. Whether an interrupted one asks for them is unknown.
    if dropsInputs, replayability == .replayable, record.interrupted || run.held?.usedInputs == true {
      replayability = .inspectOnly
    }
    try writer.beginAction(
      ActionHead(
        at: record.at, type: record.type, swiftType: record.swiftType, module: record.module, site: record.site,
        cause: record.cause, replayability: replayability,
        redacted: redacted.united(with: record.redacted), action: json))
    guard !record.interrupted else {
      try forget()
      return try writer.abandonAction()
    }
    guard let state else {
      // The state is unknown up to the next snapshot.
      try forget()
      try writer.finishAction(
        ActionOutcome(
          hash: nil, unhashed: "redacted", error: record.error.map { _ in "redacted" }, secrets: record.secrets,
          reducerMicroseconds: record.reducerMicroseconds))
      return
    }
    let error = errorText(record, run)
    if error != record.error { omittedTexts += 1 }
    var outcome = ActionOutcome(
      hash: nil, error: error, since: record.since, reducerMicroseconds: record.reducerMicroseconds)
    let after = try? outline(of: state, at: record.seq)
    outcome.secrets = after == nil ? record.secrets : states.changedSecrets.united(with: record.secrets)
    outcome.hash = record.hash == nil ? nil : after?.hash
    let isLeftOut = record.hash == nil && record.unhashed == nil
    if outcome.hash == nil, !isLeftOut { outcome.unhashed = "redacted" }
    if record.patch != nil || dropsInputs { outcome.patch = try states.patch() }
    let isComplete = try writer.finishAction(outcome, from: before, to: after)
    if !isComplete, recordsPatches, let hash = outcome.hash ?? (isLeftOut ? after?.hash : nil) {
      try writer.writeSnapshot(
        at: record.at, state: encoder.encode(state), hash: hash,
        redacted: encoder.redactedPointers(in: state))
    }
    if after == nil { return try forget() }
    // An action lists the changes since the last state with a hash.
    if !isLeftOut { before = after }
  }

  /// The error's text that the copy may contain.
  private func errorText(_ record: ActionRecord, _ run: borrowing VerifyingRun<App>) -> String? {
    // The journal's text is redacted already.
    guard !encoder.rules.writesFreeText, run.replayer.encoder.rules.writesFreeText else { return record.error }
    return record.error == nil ? nil : run.lastError.map(encoder.rules.text)
  }

  /// The action's JSON under the rules. A value that doesn't decode to an app's action is omitted.
  private mutating func action(
    _ record: ActionRecord, _ replayer: Replayer<App>
  ) throws -> ([UInt8], ActionRecord.Replayability, redacted: [String]) {
    if record.replayability != .opaque,
      let decoded: Any = try? replayer.actions.decode(
        record.action, swiftType: record.swiftType, module: record.module),
      let encodable = decoded as? any Encodable
    {
      redactions += try encoder.redactions(in: encodable)
      return (
        try encoder.encode(encodable), record.replayability, try encoder.redactedPointers(in: encodable)
      )
    }
    redactions += 1
    return (Array(#"{"$opaque":"redacted"}"#.utf8), .opaque, [""])
  }

  /// Goes on to a state, and returns its outline.
  private mutating func outline(of state: App.State?, at seq: Int) throws -> StateOutline {
    guard let state else {
      throw ReplayError(path: path, line: nil, offset: nil, seq: seq, problem: .unreachable)
    }
    try states.follow(state)
    return try states.outline(of: state)
  }
}

extension [String] {
  /// The pointers of both lists, each once: those of a record, and those that its copy adds.
  fileprivate func united(with others: [String]) -> [String] { self + others.filter { !contains($0) } }
}
