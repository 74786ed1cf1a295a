import CommandLineKit
import ReduxDiagnostics
package import ReduxJournal
package import ReduxRecorder
package import ReduxReplay
package import StateCoding
package import StateTree

/// The operations of commands on an app, independent of its types.
package protocol AppDriver: Sendable {
  /// The app's name, version and schema.
  var identity: AppIdentity { get }

  /// The app's type as Swift writes it, with its module: `CartKit.CartApp`.
  var swiftName: String { get }

  /// The places that the app declares volatile.
  var volatile: [RedactionRules.Pointer] { get }

  /// The names of the app's checks.
  var checks: [String] { get }

  /// The labels that the app's actions can have: see `ActionCoding.labels`.
  var actionLabels: [String]? { get }

  /// Whether the app's reducer uses `ReplayInputs`.
  var usesInputs: Bool { get }

  /// Returns the state with a seq, as JSON text.
  ///
  /// - Throws: `JournalError` or `ReplayError`.
  func state(at seq: Int, in file: JournalFile) throws -> [UInt8]

  /// Returns the state with a seq, as JSON text under rules other than the recorded ones.
  ///
  /// - Throws: `JournalError` or `ReplayError`.
  func state(at seq: Int, in file: JournalFile, by rules: RedactionRules) throws -> [UInt8]

  /// Returns the state with a seq, as JSON text, as it would be with other actions before it.
  ///
  /// - Throws: `JournalError` or `ReplayError`.
  func state(at seq: Int, with edits: ActionEdits, in file: JournalFile) throws -> [UInt8]

  /// Whether a journal has states whose recorded shape can't be restored.
  func reshapesStates(of file: JournalFile) throws -> Bool

  /// Returns what the state with a seq answers to a question, as JSON text. Nothing is checked against the journal.
  ///
  /// - Throws: `JournalError` or `ReplayError`; `UnknownCheck`.
  func answer(_ question: StateQuestion, uncheckedAt seq: Int, in file: JournalFile) throws -> [UInt8]

  /// Replays a journal up to a seq, or all of it, checking every step. A replay from a snapshot has one thread.
  ///
  /// - Returns: The state as JSON text (`nil` if there is none, or it diverges), and the report.
  /// - Throws: `JournalError`, `ReplayError`, or the errors of `onStep`.
  func replay(
    _ file: JournalFile, to seq: Int?, fromSnapshot: Bool, _ search: DivergenceSearch, jobs: Int,
    onStep: (Int) throws -> Void
  ) throws -> (state: [UInt8]?, report: VerifyReport)

  /// Replays a whole journal, checking every step, and handles differences as a search demands. A state that can't be
  /// encoded was recorded without a hash, and is not a failure.
  ///
  /// - Throws: `JournalError`, `ReplayError`, or the errors of `onStep`.
  func verify(
    _ file: JournalFile, _ search: DivergenceSearch, jobs: Int, onStep: (Int) throws -> Void
  ) throws -> VerifyReport

  /// Checks that each patch of a self-contained journal leads to the recorded state: see `Replayer.checkPatches`.
  ///
  /// - Throws: `JournalError`, `ReplayError`, or the errors of `onStep`.
  func checkPatches(_ file: JournalFile, besides report: VerifyReport, jobs: Int, onStep: (Int) throws -> Void) throws

  /// Returns how well a journal fits the app: see `Replayer.compatibility`.
  ///
  /// - Throws: `JournalError`.
  func compatibility(_ file: JournalFile) throws -> SchemaCompatibility

  /// Whether states of a journal are converted to the app's schema before they are shown.
  func upgrades(_ file: JournalFile) -> Bool

  /// Replays a whole journal, checking every step, and writes a copy with more snapshots: see `Replayer.index`.
  ///
  /// - Throws: `JournalError`, `ReplayError`, or the closures' errors.
  func index(
    _ file: JournalFile, every byteCount: Int?, acceptingRedacted: Bool, _ search: DivergenceSearch,
    onStep: (Int) throws -> Void, write: ([UInt8]) throws -> Void
  ) throws -> (report: VerifyReport, added: Int)

  /// Replays a whole journal, checking every step, and writes a self-contained copy: see `Replayer.bake`.
  ///
  /// - Throws: `JournalError`, `ReplayError`, or the closures' errors.
  func bake(
    _ file: JournalFile, acceptingRedacted: Bool, _ search: DivergenceSearch, onStep: (Int) throws -> Void,
    write: ([UInt8]) throws -> Void
  ) throws -> (report: VerifyReport, patched: Int)

  /// Replays a whole journal, checking every step, and writes a copy under redaction rules: see `Replayer.redact`. The
  /// key that reads the journal also proves the copy.
  ///
  /// - Throws: `JournalError`, `ReplayError`, or the errors of `onStep`.
  func redact(
    _ file: JournalFile, by rules: RedactionRules, to path: String, maximumLineBytes: Int, _ search: DivergenceSearch,
    onStep: (Int) throws -> Void
  ) throws -> (report: VerifyReport, redactions: Int)

  /// Replays a whole journal, and writes a copy with the states to which the reducers lead: see `Replayer.update`.
  ///
  /// - Returns: The number of states with new hashes.
  /// - Throws: `JournalError`, `ReplayError`, or the closures' errors.
  func update(_ file: JournalFile, onStep: (Int) throws -> Void, write: ([UInt8]) throws -> Void) throws -> Int

  /// Starts a session with the app.
  ///
  /// - Parameter initial: The initial state; `nil` for the app's own.
  /// - Returns: The session in that state.
  /// - Throws: `DecodingError` if the state isn't one of the app's.
  func session(initial: JSONNode?) throws -> any AppSession

  /// Returns the places of dates in a state, as far as its type says so; none for a state of another shape.
  func dates(in state: JSONNode) -> PointerPatterns

  /// Returns a cursor for reading the states of a journal in order, as trees.
  func states(of file: JournalFile) -> any AppStates

  /// Returns the way to a state, for leaving out actions: see `TriedHistory`.
  ///
  /// - Throws: As `TriedHistory.init`.
  func tries(to seq: Int, in file: JournalFile) throws -> any AppTries
}

/// The actions that lead to a state, for trying what some of them lead to: see `TriedHistory`.
package protocol AppTries {
  /// Lists the actions.
  ///
  /// - Throws: As `TriedHistory.listing`.
  mutating func listing(onStep: (Int) throws -> Void) throws -> TriedActions

  /// Reduces a subset of a list of actions.
  ///
  /// - Throws: As `TriedHistory.result`.
  mutating func result(
    of subset: ActionSubset, in list: [Int], from start: Int, asking question: StateQuestion?
  ) throws -> TriedStates?

  /// Writes a journal of some of the actions.
  ///
  /// - Throws: As `TriedHistory.write`.
  mutating func write(_ actions: [Int], from start: Int, crashes: Bool, to writer: JournalWriter) throws
}

extension TriedHistory: AppTries {}

/// The states of a journal, for reading many of them in order.
package protocol AppStates {
  /// Returns the state with a seq. Moving forward replays only the actions in between.
  ///
  /// - Throws: `JournalError` or `ReplayError`, also if jumps have cost too much.
  mutating func state(at seq: Int) throws -> JSONValue

  /// Returns the state with a seq as JSON text.
  ///
  /// - Throws: As `state(at:)`.
  mutating func text(at seq: Int) throws -> [UInt8]

  /// Returns the changes from the state before a seq, and for each the value that it removes or replaces, or `nil`.
  ///
  /// - Throws: As `state(at:)`.
  mutating func changes(at seq: Int) throws -> (patch: JSONPatch, replaced: [JSONValue?])

  /// Returns what the state with a seq answers to a question, as JSON text.
  ///
  /// - Throws: As `state(at:)`.
  mutating func answer(_ question: StateQuestion, at seq: Int) throws -> [UInt8]

  /// Calls the body with what the states on a way answer to a question, `nil` for a state that is unknown, until it
  /// returns `false`: see `StateCursor.forEach`.
  ///
  /// - Throws: As `state(at:)`, and the errors of the body.
  mutating func forEach(
    _ question: StateQuestion, along way: History.Way, where isAsked: (Int) -> Bool,
    _ body: (Int, [UInt8]?) throws -> Bool) throws

  /// Keeps some states on a way, to return to them without replaying: see `StateCursor.keep`.
  ///
  /// - Throws: As `state(at:)`, and the errors of `onStep`.
  mutating func keep(_ seqs: [Int], along way: History.Way, onStep: (Int) throws -> Void) throws -> [Int]

  /// Checks the state with a seq against its recorded hash, if it has one.
  ///
  /// - Throws: As `state(at:)`.
  mutating func prove(at seq: Int) throws
}

extension AppStates {
  /// Asks all states on a way.
  ///
  /// - Throws: As `state(at:)`, and the errors of the body.
  mutating func forEach(
    _ question: StateQuestion, along way: History.Way, _ body: (Int, [UInt8]?) throws -> Bool
  ) throws {
    try forEach(question, along: way, where: { _ in true }, body)
  }
}

extension StateCursor: AppStates {}

/// A session with an app that reduces and records actions, one at a time.
package protocol AppSession {
  /// Passes the initial state to a recorder. Not needed before the first action.
  func start(_ recorder: Recorder)

  /// Decodes an action that a developer wrote, to be reduced next. Records nothing yet.
  ///
  /// - Throws: `DecodingError` or `UnknownActionType` if it isn't an action of the app.
  mutating func read(_ written: JSONNode) throws

  /// Returns the number of secrets that an encoder redacts in the action that was read last; before the first, in the state.
  func redactions(by encoder: StateEncoder) -> Int

  /// Reduces the action that was read last, and records it.
  ///
  /// - Returns: The error that the reducer threw, if any.
  mutating func reduce(recordedBy recorder: Recorder) -> (any Error)?
}

/// The driver of a single app.
package struct TypedAppDriver<App: ReplayableApp>: AppDriver {
  private let observer: @Sendable (JournalFile) -> (any ReducerObserver)?

  package init(
    _: App.Type, observer: @escaping @Sendable (JournalFile) -> (any ReducerObserver)? = { _ in nil }
  ) { self.observer = observer }

  package var identity: AppIdentity { AppIdentity(App.self) }

  package var swiftName: String { String(reflecting: App.self) }

  package var volatile: [RedactionRules.Pointer] { App.volatile }

  package var checks: [String] { App.checks.map(\.name) }

  package var actionLabels: [String]? { App.coding.labels() }

  package var usesInputs: Bool { App.usesInputs }

  private func replayer(of file: JournalFile) -> Replayer<App> { Replayer(file: file, observer: observer(file)) }

  package func state(at seq: Int, in file: JournalFile) throws -> [UInt8] {
    try state(at: seq, in: file, by: replayer(of: file).rules(at: seq))
  }

  package func state(at seq: Int, in file: JournalFile, by rules: RedactionRules) throws -> [UInt8] {
    try text(of: replayer(of: file).state(at: seq), in: file, by: rules)
  }

  package func state(at seq: Int, with edits: ActionEdits, in file: JournalFile) throws -> [UInt8] {
    let replayer = replayer(of: file)
    return try text(of: replayer.state(at: seq, with: edits), in: file, by: replayer.rules(at: seq))
  }

  package func reshapesStates(of file: JournalFile) -> Bool { replayer(of: file).reshapesStates }

  package func answer(_ question: StateQuestion, uncheckedAt seq: Int, in file: JournalFile) throws -> [UInt8] {
    try replayer(of: file).answer(question, uncheckedAt: seq)
  }

  package func replay(
    _ file: JournalFile, to seq: Int?, fromSnapshot: Bool, _ search: DivergenceSearch, jobs: Int,
    onStep: (Int) throws -> Void
  ) throws -> (state: [UInt8]?, report: VerifyReport) {
    let replayer = replayer(of: file)
    let (state, report) = try replayer.replay(
      to: seq, fromSnapshot: fromSnapshot, jobs: jobs, search: search, onStep: onStep)
    let rules = try seq.map(replayer.rules(at:)) ?? file.redaction()
    return (try state.map { try text(of: $0, in: file, by: rules) }, report)
  }

  package func verify(
    _ file: JournalFile, _ search: DivergenceSearch, jobs: Int, onStep: (Int) throws -> Void
  ) throws -> VerifyReport {
    try replayer(of: file).replay(jobs: jobs, search: search, onStep: onStep).report
  }

  package func checkPatches(_ file: JournalFile, besides report: VerifyReport, jobs: Int, onStep: (Int) throws -> Void)
    throws
  {
    try replayer(of: file).checkPatches(besides: report, jobs: jobs, onStep: onStep)
  }

  package func compatibility(_ file: JournalFile) throws -> SchemaCompatibility {
    try replayer(of: file).compatibility()
  }

  package func upgrades(_ file: JournalFile) -> Bool {
    !App.schemaChanges.isEmpty && replayer(of: file).needsUpgrade
  }

  package func index(
    _ file: JournalFile, every byteCount: Int?, acceptingRedacted: Bool, _ search: DivergenceSearch,
    onStep: (Int) throws -> Void, write: ([UInt8]) throws -> Void
  ) throws -> (report: VerifyReport, added: Int) {
    try replayer(of: file).index(
      every: byteCount, acceptingRedacted: acceptingRedacted, search: search, onStep: onStep, write: write)
  }

  package func bake(
    _ file: JournalFile, acceptingRedacted: Bool, _ search: DivergenceSearch, onStep: (Int) throws -> Void,
    write: ([UInt8]) throws -> Void
  ) throws -> (report: VerifyReport, patched: Int) {
    try replayer(of: file).bake(
      acceptingRedacted: acceptingRedacted, search: search, onStep: onStep, write: write)
  }

  package func redact(
    _ file: JournalFile, by rules: RedactionRules, to path: String, maximumLineBytes: Int, _ search: DivergenceSearch,
    onStep: (Int) throws -> Void
  ) throws -> (report: VerifyReport, redactions: Int) {
    let writer = try JournalWriter.open(
      path: path, durability: .buffered(bytes: 1 << 20), maximumLineBytes: maximumLineBytes, key: file.key)
    let result = try replayer(of: file).redact(by: rules, to: writer, search: search, onStep: onStep)
    try writer.close()
    return result
  }

  package func update(_ file: JournalFile, onStep: (Int) throws -> Void, write: ([UInt8]) throws -> Void) throws -> Int
  {
    try replayer(of: file).update(onStep: onStep, write: write)
  }

  private func text(of state: App.State, in file: JournalFile, by rules: RedactionRules) throws -> [UInt8] {
    do { return try Replayer<App>.encoder(by: rules).encode(state) } catch {
      throw CommandFailure("the state cannot be encoded: \(error.explanation)", file: file.path)
    }
  }

  package func session(initial: JSONNode?) throws -> any AppSession {
    let state = try initial.map { try StateDecoder().decode(App.State.self, from: $0) } ?? App.initialState
    return TypedAppSession<App>(state: state)
  }

  package func dates(in state: JSONNode) -> PointerPatterns {
    guard App.State.self != JSONValue.self, let state = try? StateDecoder().decode(App.State.self, from: state) else {
      return .none
    }
    return PointerPatterns(StateAudit.dates(in: state))
  }

  package func states(of file: JournalFile) -> any AppStates { StateCursor<App>(replayer(of: file)) }

  package func tries(to seq: Int, in file: JournalFile) throws -> any AppTries {
    try TriedHistory(of: replayer(of: file), to: seq)
  }
}

private struct TypedAppSession<App: ReplayableApp>: AppSession {
  private var state: App.State
  private var next: App.Action?
  private let actions = App.coding

  init(state: App.State) { self.state = state }

  func start(_ recorder: Recorder) { recorder.start(state) }

  mutating func read(_ written: JSONNode) throws { next = try actions.decode(written: written) }

  func redactions(by encoder: StateEncoder) -> Int {
    guard let value = (next.map { $0 as Any } ?? state) as? any Encodable else { return 0 }
    // The recorder reports a value that can't be encoded.
    return (try? encoder.redactions(in: value)) ?? 0
  }

  mutating func reduce(recordedBy recorder: Recorder) -> (any Error)? {
    guard let action = next else { return nil }
    next = nil
    let recorded = recorder.begin(action, in: state)
    do {
      try recorded.withInputs { try App.reduce(&state, action) }
    } catch {
      recorder.finish(recorded, in: state, error: error)
      return error
    }
    recorder.finish(recorded, in: state)
    return nil
  }
}
