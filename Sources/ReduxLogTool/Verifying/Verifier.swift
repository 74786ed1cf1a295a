import CommandLineKit
import ReduxJournal
import ReduxReplay

/// Verifies journals: their integrity, and unless that is not wanted, every state by replay.
struct Verifier {
  let apps: AppCatalog
  let replays: Bool
  var options = JournalReader.Options()
  /// Whether states may differ where a secret may be why.
  var acceptsRedacted = false
  /// Whether states may have another shape than they had, as long as none differs.
  var acceptsSchema = false
  /// What to do where states differ.
  var search = DivergenceSearch()
  /// How many threads may share the replay of a journal.
  var jobs = 1

  /// Verifies one journal. What is wrong with it is part of the result.
  ///
  /// - Parameters:
  ///   - path: The journal's file.
  ///   - onRecord: Called now and then with how far it has come.
  /// - Returns: What was found.
  /// - Throws: What `onRecord` throws.
  func verify(_ path: String, onRecord: (Int) throws -> Void) throws -> Verification {
    do {
      return replays ? try replay(path, onRecord: onRecord) : try read(path, onRecord: onRecord)
    } catch let error as JournalError {
      return failed(path, CommandFailure(error))
    } catch let error as ReplayError {
      return failed(path, CommandFailure(error))
    } catch var failure as CommandFailure {
      if failure.exitCode == .reducer, let advice = failure.advice {
        failure.advice = advice + Verifier.withoutReplay
      }
      return failed(path, failure)
    }
  }

  private func failed(_ path: String, _ failure: CommandFailure) -> Verification {
    var result = Verification(path: path)
    result.outcome = .failed(failure)
    return result
  }

  private func replay(_ path: String, onRecord: (Int) throws -> Void) throws -> Verification {
    let file = try JournalFile(path: path, options: options)
    let app: any AppDriver
    do throws(CommandFailure) { app = try apps.app(of: file) } catch {
      guard file.isSelfContained else { throw error }
      return try patch(file, without: error, onRecord: onRecord)
    }
    let reasons = try app.compatibility(file).reasons.filter(\.isOfSchema)
    let report: VerifyReport
    do { report = try app.verify(file, search, jobs: jobs, onStep: onRecord) } catch let error as ReplayError {
      guard error.isOfShape, !reasons.isEmpty else { throw error }
      var result = Verification(path: path, outcome: .schema(CommandFailure(error)))
      result.warn(of: reasons)
      return result
    }
    var result = Verification(path: path, report)
    result.warn(of: reasons)
    var accepted = report.redacted[...]
    if let divergence = report.divergence {
      result.outcome = .diverged(divergence)
    } else {
      result.add(report.tail)
      result.add(report, accepting: acceptsSchema)
      if !acceptsRedacted, let first = accepted.popFirst() { result.outcome = .diverged(first) }
      result.settleUndecided()
      result.settle(file, provenBy: options.key)
    }
    result.locateLines(in: file)
    for divergence in accepted { result.addAccepted(divergence) }
    if report.divergence == nil { result.warn(ofUnhashed: report) }
    return result
  }

  /// Looks whether a self-contained journal agrees with itself, as there are no reducers to verify it.
  private func patch(
    _ file: JournalFile, without reducers: CommandFailure, onRecord: (Int) throws -> Void
  ) throws -> Verification {
    let report = try AppCatalog.patches.verify(file, DivergenceSearch(), jobs: jobs, onStep: onRecord)
    var result = Verification(path: file.path, report)
    if let divergence = report.divergence ?? report.redacted.first {
      result.outcome = .failed(
        CommandFailure(
          "state \(divergence.seq) is not what the action \(divergence.type) did to the one before, as its record has it",
          file: divergence.path, line: divergence.line, advice: "The journal was changed, or not written by a recorder."
        ))
      return result
    }
    result.add(report.tail)
    result.locateLines(in: file)
    var failure = reducers
    failure.message += "; its \(report.proven) states agree with what the actions did, but nothing was reduced"
    if let advice = failure.advice { failure.advice = advice + Verifier.withoutReplay }
    result.outcome = .failed(failure)
    return result
  }

  private static let withoutReplay = " Or check the integrity alone: --no-replay."

  private func read(_ path: String, onRecord: (Int) throws -> Void) throws -> Verification {
    let file = try JournalFile(path: path, options: options)
    let reader = try file.entries(fromOffset: 0)
    var result = Verification(path: path)
    var records = 0
    while let entry = try reader.next() {
      if entry.setsState { result.lastSeq = entry.seq }
      switch entry.record {
      case .header(let header): if header.startsSession || entry.offset == 0 { result.sessions += 1 }
      case .action(let action):
        result.actions += 1
        if action.interrupted {
          result.addInterrupted(action.type, seq: action.seq, line: entry.line)
        } else if action.error != nil {
          result.refused += 1
        }
      case .rewind: result.rewinds += 1
      case .gap(let gap): result.add(gap, line: entry.line)
      case .snapshot, .mark, .seal, .unknown: break
      }
      records += 1
      try onRecord(records)
    }
    result.add(reader.tail)
    result.settle(file, provenBy: options.key)
    result.locateLines(in: file)
    return result
  }
}

extension Verification {
  /// Adds how well a journal goes with the app's schema.
  fileprivate mutating func warn(of reasons: [SchemaCompatibility.Reason]) {
    for reason in reasons { warn(reason.verdict == .risky ? "risky: \(reason)" : "\(reason)") }
  }

  /// Adds how much was not proven by itself.
  fileprivate mutating func warn(ofUnhashed report: VerifyReport) {
    guard report.unhashed > 0 else { return }
    unhashed = report.unhashed
    unsettled = report.unsettled
    var message = "\(unhashed) states were recorded without a hash"
    if unhashed > unsettled { message += ": they are proven as far as they lead to the next one that has one" }
    if unsettled > 0 { message += "; \(unsettled) of them lead to none" }
    warn(message)
  }

  /// Adds what a change of schema did to the states.
  fileprivate mutating func add(_ report: VerifyReport, accepting: Bool) {
    schema = SchemaFinding(report)
    guard let schema else { return }
    for difference in schema.differences { warn("\(difference)", line: difference.line) }
    if case .ok = outcome, !accepting || schema.differing > 0 { outcome = .schema(schema.failure(file: path)) }
  }
}

extension SchemaCompatibility.Reason {
  /// Whether it is the app's schema, and not the journal.
  fileprivate var isOfSchema: Bool {
    switch self {
    case .newerSchema, .undeclaredChanges, .addedMembers, .changedActions, .reshapedStates: true
    case .otherApp, .undecodableState, .partialState, .withoutValues: false
    }
  }
}

extension ReplayError {
  /// Whether a state or an action has not the shape that the app expects.
  fileprivate var isOfShape: Bool {
    switch problem {
    case .undecodableState, .undecodableAction: true
    default: false
    }
  }
}
