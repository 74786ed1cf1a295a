package import CommandLineKit
package import ReducerIsolation
import ReduxJournal
package import ReduxReplay
import Synchronization

/// Differences that a user accepts.
package struct Tolerance: Codable, Hashable, Sendable {
  /// Divergences that redaction may explain.
  package var redacted = false
  /// States that have changed shape.
  package var schemaChanges = false
  /// States that can't be proven.
  package var unproven = false

  package init(redacted: Bool = false, schemaChanges: Bool = false, unproven: Bool = false) {
    self.redacted = redacted
    self.schemaChanges = schemaChanges
    self.unproven = unproven
  }
}

/// A job whose replays reduce actions with other values in place of redacted ones.
package protocol VaryingJob: ReducerJob {
  /// The seq of the first action that must not be reduced with such values; `nil` for none.
  var firstUnvaried: Int? { get set }
}

extension ReducerIsolation {
  /// Does a job. If a reducer crashes with other values in place of redacted ones, it does it again without them from
  /// there on, and returns the seqs of such actions, too.
  private func perform<Job: VaryingJob>(
    survivingVariationsOf job: Job, onStep: (Int) throws -> Void
  ) throws -> (end: Result<Job.Answer>, job: Job, unvaried: [Int]) {
    var job = job
    var unvaried: [Int] = []
    while true {
      let end = try perform(job, onStep: onStep)
      guard case .failure(let failure) = end, failure.isVaried, let seq = failure.seq,
        job.firstUnvaried.map({ seq < $0 }) ?? true
      else { return (end, job, unvaried) }
      job.firstUnvaried = seq
      unvaried.append(seq)
    }
  }
}

/// Checks and proves all of a journal.
package struct VerifyJob: VaryingJob {
  package var input: JobInput
  package let tolerance: Tolerance
  /// Whether to continue after a divergence.
  package var keepsGoing: Bool
  /// The pointers at which states may differ.
  private let ignored: [String]
  package var firstUnvaried: Int?

  package init(
    _ input: JobInput, accepting tolerance: Tolerance = Tolerance(), keepsGoing: Bool = false,
    ignoring ignored: [RedactionRules.Pointer] = []
  ) {
    self.input = input
    self.tolerance = tolerance
    self.keepsGoing = keepsGoing
    self.ignored = ignored.map(\.description)
  }

  package func answer(
    on bench: ReducerBench, onStep: (Int) throws -> Void
  ) throws -> (answer: Verification, bytes: [UInt8]?) {
    let search = DivergenceSearch(
      keepingGoing: keepsGoing, ignoring: ignored.compactMap { try? RedactionRules.Pointer(parsing: $0) },
      passingSecrets: true, varyingBefore: firstUnvaried)
    let verifier = Verifier(
      apps: bench.apps, options: input.options, tolerance: tolerance, search: search, threads: input.threads)
    return (try verifier.verify(input.path, onRecord: onStep), nil)
  }
}

extension ReducerIsolation {
  /// Verifies a journal. A damaged journal or a reducer that crashes is a result, not an error.
  package func verify(_ job: VerifyJob, onStep: (Int) throws -> Void = { _ in }) throws -> Verification {
    let (end, job, unvaried) = try perform(survivingVariationsOf: job, onStep: onStep)
    var verification: Verification
    switch end {
    case .answer(let answer, _): verification = answer
    case .failure(let failure):
      verification =
        try job.keepsGoing
        ? verify(job, upTo: failure, onStep: onStep) : Verification(path: job.input.path, outcome: .crashed(failure))
    }
    for seq in unvaried.reversed() { verification.warn(ReducerIsolation.warning(ofUnvaried: seq)) }
    return verification
  }

  /// Verifies a journal up to its first divergence, if that precedes a crash: after it, the reducer may have crashed in
  /// a state that the app never had.
  private func verify(
    _ job: VerifyJob, upTo failure: ReducerFailure, onStep: (Int) throws -> Void
  ) throws -> Verification {
    var first = job
    first.keepsGoing = false
    guard case .answer(var found, _) = try perform(first, onStep: onStep), case .diverged = found.outcome else {
      return Verification(path: job.input.path, outcome: .crashed(failure))
    }
    found.warn("verification can't continue after the divergence: \(failure.failure.message)")
    return found
  }

  fileprivate static func warning(ofUnvaried seq: Int) -> String {
    "with other values in place of redacted ones, the reducer crashes at action \(seq): whether redaction explains "
      + "differences from there isn't known"
  }
}

/// Rebuilds a state.
package struct StateJob: VaryingJob {
  /// The ways to a state.
  package enum Way: Codable, Hashable, Sendable {
    /// Replay the journal up to it, checking every step.
    case proving(fromSnapshot: Bool)
    /// Replay it, perhaps with other actions, checking nothing.
    case changing(ActionEdits)
  }

  package var input: JobInput
  package let seq: Int
  package let way: Way
  package let tolerance: Tolerance
  package var firstUnvaried: Int?

  package init(_ input: JobInput, seq: Int, _ way: Way, accepting tolerance: Tolerance = Tolerance()) {
    self.input = input
    self.seq = seq
    self.way = way
    self.tolerance = tolerance
  }

  /// Returns the divergence before the state, or else the state's bytes; neither for a journal without states.
  package func answer(
    on bench: ReducerBench, onStep: (Int) throws -> Void
  ) throws -> (answer: Divergence?, bytes: [UInt8]?) {
    let file = try input.file()
    switch way {
    case .changing(let edits):
      return (nil, try bench.apps.app(of: file).replayer(of: file).text(at: seq, with: edits))
    case .proving(let fromSnapshot):
      let (text, report) = try bench.apps.appOrPatches(of: file).replayer(of: file).proven(
        to: seq, fromSnapshot: fromSnapshot, search: DivergenceSearch(varyingBefore: firstUnvaried),
        jobs: input.threads, onStep: onStep)
      if let divergence = report.divergence ?? (tolerance.redacted ? nil : report.redacted.first) {
        return (divergence, nil)
      }
      if let failure = failure(of: report, hasState: text != nil, in: file) { throw failure }
      return (nil, text)
    }
  }

  /// The reason why a replay without divergence has not proven its state; `nil` if it has.
  private func failure(of report: VerifyReport, hasState: Bool, in file: JournalFile) -> CommandFailure? {
    if report.hasReshapedStates, !tolerance.schemaChanges || report.differing > 0 {
      return report.schemaFailure(file: file.path)
    }
    if let range = hasState && tolerance.unproven ? nil : report.unproven.first {
      let place = range.line.flatMap { file.locations(ofLines: [$0]).first }
      let seq = range.seqs.lowerBound
      let advice =
        hasState
        ? "A later snapshot holds the state: add --from-snapshot, or accept the gap with --allow-unproven."
        : range.type == nil
          ? "No whole snapshot follows it before the state. 'reduxlog log' shows what was recorded."
          : "No snapshot follows it before the state: add --skip \(seq) to replay without this action, or record with states: .patches."
      return CommandFailure(
        "state \(seq) can't be rebuilt: \(range.reason)", file: place?.path ?? file.path, line: place?.line,
        advice: advice)
    }
    if !hasState, let divergence = report.redacted.last {
      return CommandFailure(
        divergence.warning, file: divergence.path, line: divergence.line,
        advice: "No state can be rebuilt from there to the next snapshot: try --from-snapshot, or a later state.",
        exitCode: .finding)
    }
    return nil
  }
}

extension ReducerIsolation {
  /// Rebuilds a state.
  package func state(
    _ job: StateJob, onStep: (Int) throws -> Void = { _ in }
  ) throws -> (text: [UInt8]?, divergence: Divergence?) {
    switch try perform(survivingVariationsOf: job, onStep: onStep).end {
    case .answer(let divergence, let text): return (text, divergence)
    case .failure(let failure): throw failure.failure
    }
  }
}

/// Reducers that can't answer a question: they crash, hang, or lead to other states than the recorded ones.
package struct FailedReplay: ReportableError {
  /// The result of `verify` for the journal.
  package let verification: Verification

  package func commandFailure(tool: String) -> CommandFailure {
    if case .diverged(let divergence) = verification.outcome {
      return CommandFailure(
        divergence.message, file: divergence.path, line: divergence.line,
        advice: "'\(tool) verify \(ShellWord.quoted(verification.path))' shows the difference.", exitCode: .finding)
    }
    return verification.failure ?? CommandFailure("the reducers' process gave no answer", file: verification.path)
  }
}

/// The first action of a journal that must not be reduced with other values in place of redacted ones.
///
/// A command that copies a journal runs the reducers in its own process, which a crash would end. So a child tries these
/// values first, but only if the journal diverges beside a redacted value.
package final class VariationLimit: Sendable {
  private let input: JobInput
  private let context: CommandContext
  private let timeout: Duration
  private let found = Mutex<Int??>(nil)

  private init(_ input: JobInput, in context: CommandContext, timeout: Duration) {
    self.input = input
    self.context = context
    self.timeout = timeout
  }

  /// Returns a search that reduces varied values only as far as a child survives them, or all if there is no child.
  package static func search(
    of input: JobInput, in context: CommandContext, timeout: Duration
  ) -> DivergenceSearch {
    guard context.isolatesReducers else { return DivergenceSearch() }
    let limit = VariationLimit(input, in: context, timeout: timeout)
    return DivergenceSearch(varyingBefore: try limit.seq())
  }

  private func seq() throws -> Int? {
    try found.withLock { found in
      if let found { return found }
      let seq = try search()
      found = .some(seq)
      return seq
    }
  }

  /// The action whose reducer crashes with other values in place of redacted ones, with a warning, or behind a divergence.
  private func search() throws -> Int? {
    let isolation = ReducerIsolation(in: context, timeout: timeout)
    guard
      case .failure(let failure) = try isolation.perform(
        VerifyJob(input), onStep: { _ in try context.interruption.check() })
    else { return nil }
    if failure.isVaried, let seq = failure.seq {
      try context.warn("\(ReducerIsolation.warning(ofUnvaried: seq))", file: input.path)
    }
    return failure.seq
  }
}
