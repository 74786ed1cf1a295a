import CommandLineKit
package import ReducerIsolation
package import ReduxJournal
package import ReduxReplay

/// Verifies journals: the integrity of their lines, and every state by replay.
package struct Verifier {
  private let apps: AppCatalog
  private let options: JournalReader.Options
  /// Whether to replay states, not only read lines.
  private let replays: Bool
  private let tolerance: Tolerance
  /// How to handle states that differ.
  private let search: DivergenceSearch
  /// The number of threads that share the replay of a journal.
  private let threads: Int

  package init(
    apps: AppCatalog, options: JournalReader.Options = .init(), replays: Bool = true,
    tolerance: Tolerance = Tolerance(), search: DivergenceSearch = DivergenceSearch(), threads: Int = 1
  ) {
    self.apps = apps
    self.options = options
    self.replays = replays
    self.tolerance = tolerance
    self.search = search
    self.threads = threads
  }

  /// Verifies one journal. A damaged journal is a result, not an error.
  package func verify(_ path: String, onRecord: (Int) throws -> Void) throws -> Verification {
    do { return replays ? try replay(path, onRecord: onRecord) : try read(path, onRecord: onRecord) } catch {
      guard var failure = CommandFailure(ofJob: error) else { throw error }
      if failure.exitCode == .reducer, let advice = failure.advice {
        failure.advice = advice + Verifier.withoutReplay
      }
      var verification = Verification(path: path, outcome: .failed(failure))
      if replays { verification.report = try proof(before: error, in: path, onRecord: onRecord) ?? VerifyReport() }
      return verification
    }
  }

  /// Replays up to the last state before an error; `nil` if that can't be replayed, either.
  private func proof(
    before error: any Error, in path: String, onRecord: (Int) throws -> Void
  ) throws -> VerifyReport? {
    do {
      let file = try JournalFile(path: path, options: options)
      let last =
        if let error = error as? ReplayError { error.seq.map { $0 - 1 } } else { try file.lastStateSeqBeforeDamage() }
      guard let last else { return nil }
      return try apps.app(of: file).replayer(of: file).proven(
        to: last, fromSnapshot: false, search: DivergenceSearch(), jobs: threads, onStep: onRecord
      ).report
    } catch {
      guard CommandFailure(ofJob: error) != nil else { throw error }
      return nil
    }
  }

  private func replay(_ path: String, onRecord: (Int) throws -> Void) throws -> Verification {
    let file = try JournalFile(path: path, options: options)
    let app: AppCatalog.App
    do throws(CommandFailure) { app = try apps.app(of: file) } catch {
      let failure = try file.isForReading ? Verifier.forReading(file) : error
      guard file.isSelfContained else { throw failure }
      return try replayPatches(of: file, without: failure, onRecord: onRecord)
    }
    let replayer = app.replayer(of: file)
    let reasons = try replayer.compatibility().reasons.filter(\.isOfSchema)
    var result: Verification
    do {
      result = Verification(path: path, try replayer.report(search: search, jobs: threads, onStep: onRecord))
    } catch let error as ReplayError {
      guard error.isOfShape, !reasons.isEmpty else { throw error }
      result = Verification(path: path, outcome: .schema(CommandFailure(error)))
      result.warn(of: reasons)
      return result
    }
    result.warn(of: reasons)
    if file.header.context[Verifier.givenState] != nil { result.report.startsElsewhere = false }
    let wrongPatch = try wrongPatch(replayer, besides: result.report, onRecord: onRecord)
    if let divergence = result.report.divergence {
      result.outcome = .diverged(divergence)
      if app.type.usesInputs, let entry = try file.entry(settingSeq: divergence.seq),
        try !file.lastHeader(before: entry.offset).header.declaresInputs
      {
        result.warn(Verifier.undeclaredInputs)
      }
      result.locateLines(in: file)
      result.report.redacted.forEach { result.warn(ofAccepted: $0) }
      if let wrongPatch { result.warn(of: wrongPatch) }
      return result
    }
    if let wrongPatch { throw wrongPatch }
    result.warn(of: result.report.tail)
    result.settleSchema(accepting: tolerance.schemaChanges)
    var accepted = result.report.redacted[...]
    if !tolerance.redacted, let first = accepted.popFirst() { result.outcome = .diverged(first) }
    result.settleUndecided()
    if tolerance.unproven { result.acceptUnproven() }
    result.settleKey(of: file, given: options.key)
    result.locateLines(in: file)
    accepted.forEach { result.warn(ofAccepted: $0) }
    result.warnOfUnhashed()
    return result
  }

  /// Returns the first patch of a self-contained journal that doesn't lead to the recorded state; `nil` for none.
  private func wrongPatch(
    _ replayer: any AppReplayer, besides report: VerifyReport, onRecord: (Int) throws -> Void
  ) throws -> CommandFailure? {
    do {
      try replayer.checkPatches(besides: report, jobs: threads, onStep: onRecord)
      return nil
    } catch let error as ReplayError {
      // A tree has fewer values than a state may have; then no command uses the patches.
      if case .undecodableState = error.problem { return nil }
      var failure = CommandFailure(error)
      if case .contradictoryPatch = error.problem { failure.advice = Verifier.contradictionAdvice }
      return failure
    }
  }

  /// The member of a header's context that says that `record --initial` gave the first state.
  package static let givenState = "initial-state"

  private static let undeclaredInputs =
    "the app's reducer uses ReplayInputs, but the session doesn't hold them, so times, ids and random numbers differ in "
    + "each replay; record with RecorderOptions(inputs: true)"

  private static let contradictionAdvice = "The journal was changed, or not written by a recorder."

  /// Checks the consistency of a self-contained journal with its patches, without the app's reducers.
  private func replayPatches(
    of file: JournalFile, without reducers: CommandFailure, onRecord: (Int) throws -> Void
  ) throws -> Verification {
    let report = try AppCatalog.patches.replayer(of: file).report(
      search: DivergenceSearch(), jobs: threads, onStep: onRecord)
    var result = Verification(path: file.path, report)
    if let divergence = report.divergence ?? report.redacted.first {
      result.outcome = .failed(
        CommandFailure(
          "state \(divergence.seq) doesn't match the changes that the action \(divergence.type) recorded",
          file: divergence.path, line: divergence.line, advice: Verifier.contradictionAdvice))
      return result
    }
    result.warn(of: report.tail)
    result.locateLines(in: file)
    var failure = reducers
    failure.message += "; its \(report.proven) states match the recorded changes, but no reducer ran"
    if let advice = failure.advice { failure.advice = advice + Verifier.withoutReplay }
    result.outcome = .failed(failure)
    return result
  }

  /// The failure of a journal that no tool can replay.
  private static func forReading(_ file: JournalFile) -> CommandFailure {
    CommandFailure(
      "the journal is for reading only: its actions or states can't be decoded, so no tool can replay it",
      file: file.path, line: 1,
      advice: "To enable replay, make the types of the actions and the state Codable."
        + (file.isSelfContained ? "" : " To read every state as it is, record with RecorderOptions(states: .patches)."),
      exitCode: .reducer)
  }

  private static let withoutReplay = " To check integrity only, add --no-replay."

  /// Checks only the lines.
  private func read(_ path: String, onRecord: (Int) throws -> Void) throws -> Verification {
    let file = try JournalFile(path: path, options: options)
    let reader = try file.entries(fromOffset: 0)
    var result = Verification(path: path)
    result.isReplayed = false
    while let entry = try reader.next() {
      if entry.setsState { result.report.lastSeq = entry.seq }
      switch entry.record {
      case .header: if entry.startsSession { result.report.sessions += 1 }
      case .action(let action):
        result.report.actions += 1
        if action.isOutsideStep { result.report.outsideChanges += 1 }
        if action.interrupted {
          result.report.addInterrupted(action, line: entry.line)
          result.report.interrupted.last.map { result.warn(of: $0) }
        } else if action.error != nil {
          result.report.refused += 1
        }
      case .rewind: result.report.rewinds += 1
      case .gap(let gap):
        result.report.add(gap, line: entry.line)
        result.report.gaps.last.map { result.warn(of: $0) }
      default: break
      }
      result.report.records += 1
      try onRecord(result.report.records)
    }
    result.report.tail = VerifyReport.Tail(reader.tail)
    result.warn(of: result.report.tail)
    result.settleKey(of: file, given: options.key)
    result.locateLines(in: file)
    return result
  }
}

extension Verification {
  /// Records whether the journal's key proved it.
  fileprivate mutating func settleKey(of file: JournalFile, given: JournalKey?) {
    key = file.header.key
    guard key != nil, given == nil else { return }
    if case .ok = outcome { outcome = .intact } else { warn("it is not proven authentic: its key is missing") }
  }

  /// Records states that may differ outside of ignored pointers.
  fileprivate mutating func settleUndecided() {
    guard report.undecided > 0 else { return }
    let states = report.undecided == 1 ? "1 state differs" : "\(report.undecided) states differ"
    warn("the journal can't show whether \(states) only in ignored places")
    if case .ok = outcome { outcome = .unproven }
  }

  /// Accepts states that can't be proven.
  fileprivate mutating func acceptUnproven() {
    guard case .unproven = outcome, let failure else { return }
    warn("\(failure.message); --allow-unproven accepts that")
    outcome = .ok
  }

  /// Records states that can't be proven because of a schema change.
  fileprivate mutating func settleSchema(accepting: Bool) {
    guard report.hasReshapedStates else { return }
    for difference in report.schemaDifferences { warn("\(difference)", line: difference.line) }
    if case .ok = outcome, !accepting || report.differing > 0 {
      outcome = .schema(report.schemaFailure(file: path))
    }
  }
}

extension SchemaCompatibility.Reason {
  /// Whether the reason is the app's schema, not the journal.
  fileprivate var isOfSchema: Bool {
    switch self {
    case .newerSchema, .undeclaredChanges, .addedMembers, .renamedMembers, .revertedStates, .changedActions,
      .reshapedStates:
      true
    case .otherApp, .undecodableState, .partialState, .withoutValues: false
    }
  }
}

extension ReplayError {
  /// Whether a state or an action lacks the shape that the app expects.
  fileprivate var isOfShape: Bool {
    switch problem {
    case .undecodableState, .undecodableAction: true
    default: false
    }
  }
}

extension JournalFile {
  /// The seq of the last state before the first damaged line; `nil` if there is none. O(n).
  fileprivate func lastStateSeqBeforeDamage() throws(JournalError) -> Int? {
    let reader = try entries(fromOffset: 0)
    var last: Int?
    while let line = try? reader.nextLine() { if line.setsState { last = line.seq } }
    return last
  }
}
