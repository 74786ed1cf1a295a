package import CommandLineKit
package import ReducerIsolation
package import ReduxJournal
import ReduxReplay
import StateCoding
package import StateTree

/// Leaves out actions of a journal, and makes the payloads of the others smaller, as long as it still fails in the same way.
package struct MinimizeRun {
  /// A try of crashing reducers may take so many times as long for an action as the longest recorded one.
  private static let patience = 20
  private static let leastTimeout = Duration.milliseconds(200)

  package let file: JournalFile
  package let symptom: Symptom
  /// The seq of the state that fails, or of the action in flight when the process died.
  package let target: Int
  package let isolation: ReducerIsolation
  package let context: CommandContext
  /// Whether to find the time limit for an action in the journal.
  package let findsTimeout: Bool
  /// Whether to make payloads smaller.
  package let shrinksPayloads: Bool
  /// When to stop; `nil` for never.
  package let deadline: ContinuousClock.Instant?
  /// Converts recorded actions to the app's schema.
  let converter: ActionConverter

  package init(
    file: JournalFile, symptom: Symptom, target: Int, isolation: ReducerIsolation, context: CommandContext,
    findsTimeout: Bool, shrinksPayloads: Bool, deadline: ContinuousClock.Instant?
  ) throws {
    converter = ActionConverter(try context.apps.app(of: file).replayer(of: file))
    self.file = file
    self.symptom = symptom
    self.target = target
    self.isolation = isolation
    self.context = context
    self.findsTimeout = findsTimeout
    self.shrinksPayloads = shrinksPayloads
    self.deadline = deadline
  }

  /// Searches.
  package func run() throws -> MinimizedHistory {
    let actions = try listing()
    guard !actions.seqs.isEmpty else {
      throw CommandFailure(
        "no action leads from state \(actions.start) to state \(target)", file: file.path,
        advice: "Name a later state with FILE@REV.")
    }
    let trigger = try trigger(actions)
    if findsTimeout {
      isolation.timeout = max(
        MinimizeRun.leastTimeout, .microseconds(actions.reducerMicroseconds * MinimizeRun.patience))
    }
    var search = MinimizeSearch(self, actions, trigger)
    try search.search()
    return try search.found()
  }

  var input: JobInput { JobInput(file) }

  /// The first place at which two states differ, with `*` for indexes; `nil` if they are equal but for volatile places.
  func firstDifference(of one: String, and other: String) throws -> String? {
    try Self.firstDifference(of: one, and: other, in: file, context)
  }

  /// Finds the first place at which two states differ.
  ///
  /// - Parameters:
  ///   - one: A state's JSON.
  ///   - other: The other state's JSON.
  ///   - file: Their journal, which names volatile places.
  ///   - context: The command's surroundings, whose app names others.
  /// - Returns: The place, with `*` for indexes; `nil` if the states are equal but for volatile places.
  /// - Throws: An error if a state is no JSON, or the app isn't known.
  package static func firstDifference(
    of one: String, and other: String, in file: JournalFile, _ context: CommandContext
  ) throws -> String? {
    guard one != other else { return nil }
    let volatile = try PointerPatterns(file.redaction().volatile + context.apps.app(of: file).type.volatile)
    let changes = JSONPatch.changes(
      from: try JSONDocument(Array(one.utf8)).root, to: try JSONDocument(Array(other.utf8)).root)
    let first = changes.patch.operations.map(\.path).filter { !volatile.contain($0) }.min {
      $0.description < $1.description
    }
    return first.map { JSONPointer(tokens: $0.tokens.map { Int($0) == nil ? $0 : "*" }).description }
  }

  /// The record of an action, or of one that was in flight when the process died, in the app's schema.
  func record(of seq: Int) throws -> ActionRecord? {
    let entry = try file.entry(settingSeq: seq)
    if let action = try file.actionInFlight(seq) {
      return try converter.record(action, at: entry?.offset ?? file.byteCount)
    }
    guard case .action(let action)? = entry?.record else { return nil }
    return try converter.record(action, at: entry?.offset ?? 0)
  }

  private func listing() throws -> TriedActions {
    var progress = context.progress("Reading")
    switch try isolation.perform(ListTrial(input: input, target: target), onStep: { try progress.update($0) }) {
    case .answer(let actions, _):
      try progress.finish()
      return actions
    case .failure(let failure): throw failure.failure
    }
  }

  /// The failure: the first actions of a list, the last of which fails, and a judge for others.
  struct Trigger {
    let count: Int
    let evidence: MinimizedHistory.Evidence
    let judge: (TriedPart) throws -> Minimization.Outcome
  }

  private func trigger(_ actions: TriedActions) throws -> Trigger {
    switch symptom {
    case .condition(let expectation): try failing(actions, expectation)
    case .crash: try crashing(actions)
    case .divergence(let tool): try diverging(actions, from: tool)
    case .impurity: try diverging(actions, from: nil)
    case .restoring: try losing(actions, comparingValues: false)
    case .inequality: try losing(actions, comparingValues: true)
    }
  }

  /// The first actions of a list.
  func all(_ count: Int, _ actions: TriedActions) -> TriedPart {
    TriedPart(ActionSubset(prefix: count, rest: []), of: actions.seqs, from: actions.start)
  }
}

/// Converts recorded actions to the app's schema.
struct ActionConverter {
  /// `nil` if nothing needs to be converted.
  private let replayer: (any AppReplayer)?

  var isNeeded: Bool { replayer != nil }

  init(_ replayer: any AppReplayer) { self.replayer = replayer.needsUpgrade ? replayer : nil }

  /// The record of an action in a line at an offset.
  func record(_ recorded: ActionRecord, at offset: Int) throws -> ActionRecord {
    try replayer?.upgradedIfReadable(recorded, at: offset) ?? recorded
  }
}

/// The actions that a search for few ones that still fail has left.
package struct MinimizedHistory {
  /// How a search ended.
  package enum Ending: Hashable, Sendable {
    /// Leaving out any other action makes the failure go away.
    case minimal
    case outOfTime
    /// The user stopped it.
    case interrupted
  }

  /// What the payloads are. The raw value is the name in JSON documents.
  package enum PayloadEnding: String, Sendable {
    /// They weren't to be made smaller.
    case recorded
    /// Nothing smaller that was tried fails.
    case minimal
    /// The search ended before.
    case limited
  }

  /// The seq of the state before the actions.
  package let start: Int
  /// The number of actions up to the one that fails.
  package let count: Int
  /// The seqs of those that are left.
  package let seqs: [Int]
  /// The payloads of those of them that were made smaller, by their seqs.
  package let payloads: [Int: JSONValue]
  /// The recorded payloads of the same ones, in the app's schema.
  package let recordedPayloads: [Int: JSONValue]
  package let payloadEnding: PayloadEnding
  package let tries: Int
  package let ending: Ending
  package let evidence: Evidence

  /// The result of the search for the failure itself.
  package enum Evidence {
    /// The answer of the search for the step that made a condition false.
    case bisected(BisectInquiry.Answer)
    case crash(ReducerFailure)
    case divergence(ProcessDifference)
    /// The place at which a restored state differs, or what else is wrong. The first state needs no action for that.
    case loss(place: String?, sentence: String?, isFirstState: Bool)
  }
}

/// How the last of some actions differs in two processes.
package enum ProcessDifference: Equatable {
  /// The place at which the states differ first.
  case place(String)
  /// The other process's reducer doesn't return.
  case noReturn
  /// The other process can't encode its state.
  case unencodable

  /// The place; `nil` without a state to compare.
  package var place: String? { if case .place(let place) = self { place } else { nil } }
}

/// The form of a failure. Fewer actions must fail in the same form.
package enum Symptom: Hashable, Sendable {
  /// A condition holds before an action, and not after it.
  case condition(Expectation)
  /// A reducer crashes or hangs.
  case crash
  /// Another tool's reducers lead to another state.
  case divergence(tool: String)
  /// The same reducers lead to another state in another process.
  case impurity
  /// A state can't be encoded; or, encoded and decoded, it is another one, or leads to another one.
  case restoring
  /// A state that is encoded and decoded isn't equal by `==`.
  case inequality

  /// Whether a command judges states. Such a command prints to the standard error of the reducers' process.
  package var runsCommand: Bool {
    if case .condition(let expectation) = self, case .command = expectation.condition { true } else { false }
  }
}
