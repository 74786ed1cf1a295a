package import CommandLineKit
package import ReducerIsolation
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree

/// New hashes for a journal whose app was changed on purpose: for `verify --update`, and for tests.
package struct JournalUpdate {
  /// The result of an update.
  package enum Outcome {
    /// The copy has the states to which today's reducers lead. Its hashes are proven, but the file isn't at its place yet.
    case updated(UpdateReport)
    /// New hashes wouldn't make the journal pass.
    case refused(Verification)
  }

  package let path: String
  package let apps: AppCatalog
  /// The verification of the journal, but for the path. It goes on after divergences.
  package let job: VerifyJob
  package let isolation: ReducerIsolation

  package init(path: String, apps: AppCatalog, job: VerifyJob, isolation: ReducerIsolation) {
    self.path = path
    self.apps = apps
    self.job = job
    self.isolation = isolation
  }

  /// Verifies the journal, writes the copy, and proves the copy.
  package func run(into output: OutputFile, onStep: (Int) throws -> Void = { _ in }) throws -> Outcome {
    var job = job
    job.input.path = path
    job.keepsGoing = true
    let found = try isolation.verify(job, onStep: onStep)
    switch found.outcome {
    case .ok: break
    case .diverged: try refuseImpureReducers(found.report)
    case .intact, .impure, .unproven, .schema, .failed, .crashed: return .refused(found)
    }
    let file = try JournalFile(path: path, options: job.input.options)
    let states = try apps.app(of: file).replayer(of: file).update(onStep: onStep) { try output.write($0) }
    job.input.path = output.temporaryPath
    job.keepsGoing = false
    switch try isolation.verify(job, onStep: onStep).outcome {
    case .ok: return .updated(UpdateReport(of: found, states: states))
    case .diverged(let divergence):
      throw failure(
        "a second replay leads to other states again, from state \(divergence.seq) on, after \(divergence.type)")
    case .intact, .impure, .unproven, .schema, .failed, .crashed:
      throw failure("the new hashes can't be proven")
    }
  }

  private func refuseImpureReducers(_ report: VerifyReport) throws {
    guard let location = report.divergences.locations.first(where: { $0.impure > 0 }) else { return }
    throw failure(
      "\(location.first.type) gives \(location.pointer ?? "the state") another value in each run, so new hashes wouldn't hold"
    )
  }

  private func failure(_ message: String) -> CommandFailure {
    CommandFailure(
      message, file: path,
      advice: "Does a reducer read a clock, random numbers, or the order of a set? Pass the value with the action, or "
        + "declare the place volatile.", exitCode: .finding)
  }
}

/// The changes of an update: the actions that lead to other states than recorded, and the places.
package struct UpdateReport {
  /// The number of states with new hashes.
  let states: Int
  private let divergences: DivergentLocations

  init(of verification: Verification, states: Int) {
    self.states = states
    divergences = verification.report.divergences
  }

  /// The numbers, in a sentence without a full stop.
  package var summary: String {
    guard states > 0 || divergences.actions > 0 else { return "no state differs" }
    let count = states == 1 ? "1 state has a new hash" : "\(states) states have new hashes"
    guard divergences.actions > 0 else { return count }
    let actions = divergences.actions == 1 ? "1 action" : "\(divergences.actions) actions"
    return "\(count), because \(actions) \(divergences.actions == 1 ? "does" : "do") something else"
  }

  /// The places with the types of the actions, one a line.
  ///
  ///     /cart/total
  ///       cart.coupon: 3 actions
  ///       In state 12: 8 → 7 (recorded → replayed)
  package var lines: [StyledText] {
    var lines: [StyledText] = []
    for location in divergences.locations {
      lines.append("\(location.name, .key)")
      for (type, count) in location.types.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
        lines.append("  \(type): \(count == 1 ? "1 action" : "\(count) actions")")
      }
      if let pointer = location.pointer, let place = try? JSONPointer(pointer),
        let difference = location.values?.difference(at: place)
      {
        lines.append("  In state \("\(location.first.seq)"): \(difference)")
      }
    }
    if divergences.areMore { lines.append("and more places") }
    return lines
  }
}
