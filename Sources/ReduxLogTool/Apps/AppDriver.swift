import CommandLineKit
package import ReduxJournal
package import ReduxRecorder
package import ReduxReplay
package import StateTree

/// What commands do with an app, without knowing its types.
package protocol AppDriver: Sendable {
  /// The app's name, version and schema.
  var identity: AppIdentity { get }

  /// What the app declares to be volatile.
  var volatile: [RedactionRules.Pointer] { get }

  /// The state with a seq, as JSON text.
  ///
  /// - Throws: `JournalError` or `ReplayError`.
  func state(at seq: Int, in file: JournalFile) throws -> [UInt8]

  /// The state with a seq, as JSON text under other rules than those it was recorded under.
  ///
  /// - Throws: `JournalError` or `ReplayError`.
  func state(at seq: Int, in file: JournalFile, by rules: RedactionRules) throws -> [UInt8]

  /// The state with a seq, as JSON text, as it would be without some of the actions before it.
  ///
  /// - Throws: `JournalError` or `ReplayError`.
  func state(at seq: Int, skipping: [ClosedRange<Int>], in file: JournalFile) throws -> [UInt8]

  /// Folds a journal up to a seq, or all of it, checking every step. A fold from a snapshot has one thread.
  ///
  /// - Returns: The state as JSON text (`nil` if there is none, or it diverges), and what was found.
  /// - Throws: `JournalError` or `ReplayError`, or what `onStep` throws.
  func replay(
    _ file: JournalFile, to seq: Int?, fromSnapshot: Bool, jobs: Int, onStep: (Int) throws -> Void
  ) throws -> (state: [UInt8]?, report: VerifyReport)

  /// Folds a whole journal, checking every step, and does what a search says where something differs. What cannot be encoded
  /// was recorded without a hash, and is no failure.
  ///
  /// - Throws: `JournalError` or `ReplayError`, or what `onStep` throws.
  func verify(
    _ file: JournalFile, _ search: DivergenceSearch, jobs: Int, onStep: (Int) throws -> Void
  ) throws -> VerifyReport

  /// How well a journal goes with the app: see `Replayer.compatibility`.
  ///
  /// - Throws: `JournalError`.
  func compatibility(_ file: JournalFile) throws -> SchemaCompatibility

  /// Whether states of a journal are brought to the app's schema before they are shown.
  func upgrades(_ file: JournalFile) -> Bool

  /// Folds a whole journal, checking every step, and writes a copy with more snapshots: see `Replayer.index`.
  ///
  /// - Throws: `JournalError` or `ReplayError`, or what the closures throw.
  func index(
    _ file: JournalFile, every byteCount: Int?, acceptingRedacted: Bool, onStep: (Int) throws -> Void,
    write: ([UInt8]) throws -> Void
  ) throws -> (report: VerifyReport, added: Int)

  /// Folds a whole journal, checking every step, and writes a self-contained copy: see `Replayer.bake`.
  ///
  /// - Throws: `JournalError` or `ReplayError`, or what the closures throw.
  func bake(
    _ file: JournalFile, acceptingRedacted: Bool, onStep: (Int) throws -> Void, write: ([UInt8]) throws -> Void
  ) throws -> (report: VerifyReport, patched: Int)

  /// Folds a whole journal, checking every step, and writes it down again under rules: see `Replayer.redact`. The key
  /// with which the journal is read proves the copy.
  ///
  /// - Throws: `JournalError` or `ReplayError`, or what `onStep` throws.
  func redact(
    _ file: JournalFile, by rules: RedactionRules, to path: String, maximumLineBytes: Int,
    onStep: (Int) throws -> Void
  ) throws -> (report: VerifyReport, redactions: Int)

  /// Begins to drive the app with actions.
  ///
  /// - Parameter initial: The state to start from; the app's own if there is none.
  /// - Returns: The app in that state.
  /// - Throws: `DecodingError` if the state is none of the app's.
  func session(initial: JSONNode?) throws -> any AppSession

  /// Begins to look at the states of a journal one after the other, as trees.
  func states(of file: JournalFile) -> any AppStates
}

/// The states of a journal, for those who look at many of them in order.
package protocol AppStates {
  /// The state with a seq. Going forward folds only the actions in between.
  ///
  /// - Throws: `JournalError` or `ReplayError`; also once going elsewhere has cost too much.
  mutating func state(at seq: Int) throws -> JSONValue

  /// The state with a seq as JSON text.
  ///
  /// - Throws: As `state(at:)`.
  mutating func text(at seq: Int) throws -> [UInt8]
}

extension StateCursor: AppStates {}

/// An app that is being driven with actions, one after the other, and recorded.
package protocol AppSession {
  /// Gives a recorder the state to start from. Not needed before the first action.
  func start(_ recorder: Recorder)

  /// Reads an action that a person has written, to be reduced next. Nothing is recorded yet.
  ///
  /// - Throws: `DecodingError` or `UnknownActionType` for what is no action of the app.
  mutating func read(_ written: JSONNode) throws

  /// Reduces the action that was read last, and records it.
  ///
  /// - Returns: What the reducer threw.
  mutating func reduce(recordedBy recorder: Recorder) -> (any Error)?
}

/// The driver of one app.
package struct TypedAppDriver<App: ReplayableApp>: AppDriver {
  private let observer: @Sendable (JournalFile) -> (any ReducerObserver)?

  package init(
    _: App.Type, observer: @escaping @Sendable (JournalFile) -> (any ReducerObserver)? = { _ in nil }
  ) { self.observer = observer }

  package var identity: AppIdentity { AppIdentity(App.self) }

  package var volatile: [RedactionRules.Pointer] { App.volatile }

  private func replayer(of file: JournalFile) -> Replayer<App> { Replayer(file: file, observer: observer(file)) }

  package func state(at seq: Int, in file: JournalFile) throws -> [UInt8] {
    try state(at: seq, in: file, by: replayer(of: file).rules(at: seq))
  }

  package func state(at seq: Int, in file: JournalFile, by rules: RedactionRules) throws -> [UInt8] {
    try text(of: replayer(of: file).state(at: seq), in: file, by: rules)
  }

  package func state(at seq: Int, skipping: [ClosedRange<Int>], in file: JournalFile) throws -> [UInt8] {
    let replayer = replayer(of: file)
    return try text(of: replayer.state(at: seq, skipping: skipping), in: file, by: replayer.rules(at: seq))
  }

  package func replay(
    _ file: JournalFile, to seq: Int?, fromSnapshot: Bool, jobs: Int, onStep: (Int) throws -> Void
  ) throws -> (state: [UInt8]?, report: VerifyReport) {
    let replayer = replayer(of: file)
    let (state, report) = try replayer.replay(to: seq, fromSnapshot: fromSnapshot, jobs: jobs, onStep: onStep)
    let rules = try seq.map(replayer.rules(at:)) ?? file.redaction()
    return (try state.map { try text(of: $0, in: file, by: rules) }, report)
  }

  package func verify(
    _ file: JournalFile, _ search: DivergenceSearch, jobs: Int, onStep: (Int) throws -> Void
  ) throws -> VerifyReport {
    try replayer(of: file).replay(jobs: jobs, search: search, onStep: onStep).report
  }

  package func compatibility(_ file: JournalFile) throws -> SchemaCompatibility {
    try replayer(of: file).compatibility()
  }

  package func upgrades(_ file: JournalFile) -> Bool {
    !App.schemaChanges.isEmpty && replayer(of: file).needsUpgrade
  }

  package func index(
    _ file: JournalFile, every byteCount: Int?, acceptingRedacted: Bool, onStep: (Int) throws -> Void,
    write: ([UInt8]) throws -> Void
  ) throws -> (report: VerifyReport, added: Int) {
    try replayer(of: file).index(every: byteCount, acceptingRedacted: acceptingRedacted, onStep: onStep, write: write)
  }

  package func bake(
    _ file: JournalFile, acceptingRedacted: Bool, onStep: (Int) throws -> Void, write: ([UInt8]) throws -> Void
  ) throws -> (report: VerifyReport, patched: Int) {
    try replayer(of: file).bake(acceptingRedacted: acceptingRedacted, onStep: onStep, write: write)
  }

  package func redact(
    _ file: JournalFile, by rules: RedactionRules, to path: String, maximumLineBytes: Int,
    onStep: (Int) throws -> Void
  ) throws -> (report: VerifyReport, redactions: Int) {
    let writer = try JournalWriter.open(
      path: path, durability: .buffered(bytes: 1 << 20), maximumLineBytes: maximumLineBytes, key: file.key)
    let result = try replayer(of: file).redact(by: rules, to: writer, onStep: onStep)
    try writer.close()
    return result
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

  package func states(of file: JournalFile) -> any AppStates { StateCursor<App>(replayer(of: file)) }
}

private struct TypedAppSession<App: ReplayableApp>: AppSession {
  private var state: App.State
  private var next: App.Action?
  private let actions = App.actions

  init(state: App.State) { self.state = state }

  func start(_ recorder: Recorder) { recorder.start(state) }

  mutating func read(_ written: JSONNode) throws { next = try actions.decode(written: written) }

  mutating func reduce(recordedBy recorder: Recorder) -> (any Error)? {
    guard let action = next else { return nil }
    next = nil
    let recorded = recorder.begin(action, in: state)
    do {
      try App.reduce(&state, action)
    } catch {
      recorder.finish(recorded, in: state, error: error)
      return error
    }
    recorder.finish(recorded, in: state)
    return nil
  }
}
