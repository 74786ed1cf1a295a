package import ReduxJournal
import StateCoding
package import StateTree

/// Plays made sessions through an app's reducers, and writes them as the sessions of one journal.
///
/// Each session begins with the app's initial state. An action is written ahead of its reducer, so the journal names the
/// action that crashes. Nothing is redacted: the actions are made of recorded ones, whose secrets are gone.
package final class SessionPlayer<App: ReplayableApp> {
  private let writer: JournalWriter
  private let observer: (any ReducerObserver)?
  private let coding = App.coding
  private let rules: RedactionRules
  private let encoder: StateEncoder
  private let started: WallClock
  /// Follows the states of a session.
  private var session: EncodingSession
  private var current: App.State
  private var hash = StateHash.null
  /// The JSON of the state, once it is asked for.
  private var document: JSONDocument?
  /// A copy of the state to which the same actions are applied, and that is restored from its JSON before each.
  private var restored: App.State?
  /// Whether states are compared by `==` when they are restored. That sees volatile places, too.
  private let comparesValues: Bool
  /// Whether a state of this session isn't equal once it is restored.
  private var isUnequal = false

  /// Creates the journal.
  ///
  /// - Parameters:
  ///   - path: The path of the new journal.
  ///   - maximumLineBytes: The most bytes of a line.
  ///   - started: The start of its first session.
  ///   - comparesValues: Whether states are compared by `==` when they are restored, not only by their JSON.
  ///   - observer: Observes the reducers.
  /// - Throws: `JournalError`.
  package init(
    path: String, maximumLineBytes: Int, started: WallClock, comparesValues: Bool, observer: (any ReducerObserver)?
  ) throws {
    self.comparesValues = comparesValues && App.volatile.isEmpty
    writer = try JournalWriter.open(path: path, durability: .process, maximumLineBytes: maximumLineBytes)
    self.started = started
    self.observer = observer
    rules = App.rulesWithoutRedaction
    encoder = StateEncoder(rules: rules)
    session = encoder.followingSession(limit: .max)
    current = App.initialState
  }

  private func reduce(_ action: App.Action, _ inputs: ActionInputs?, in state: inout App.State, seq: Int) -> (
    any Error
  )? {
    observer?.reducerWillRun(seq: seq, thread: 0)
    defer { observer?.reducerDidRun(thread: 0) }
    do {
      if let inputs {
        try InputScope.run(with: inputs) { try App.reduce(&state, action) }
      } else {
        try App.reduce(&state, action)
      }
      return nil
    } catch {
      return error
    }
  }
}

// MARK: The restored copy

extension SessionPlayer {
  private enum Restoring {
    case done
    /// It isn't equal by `==` to what was encoded, though its JSON is the same: the first time in this session.
    case unequal
    case failed
  }

  /// Restores the copy from its JSON. If that fails, or loses something of it, there is no copy any more.
  private func restore() -> Restoring {
    guard let copy = restored.take() else { return .done }
    do {
      // The copy's JSON is that of the state, unless they may differ in volatile places.
      let json = try App.volatile.isEmpty ? state() : observer.whileAppRuns { try JSONDocument(encoder.encode(copy)) }
      return try observer.whileAppRuns { try restore(copy, from: json) }
    } catch {
      return .failed
    }
  }

  private func restore(_ copy: App.State, from json: JSONDocument) throws -> Restoring {
    let decoded = try StateDecoder().decode(App.State.self, from: json.root)
    restored = decoded
    guard comparesValues, !RestoredEquality.holds(copy, decoded) else { return .done }
    guard try encoder.encode(decoded) == json.bytes else {
      // The next action may hide it.
      restored = nil
      return .failed
    }
    defer { isUnequal = true }
    return isUnequal ? .done : .unequal
  }

  /// Applies an action to the copy; whether the states are the same. Otherwise there is no copy any more.
  private func reduceRestored(_ action: App.Action, _ inputs: ActionInputs?, seq: Int) -> Bool {
    guard var copy = restored.take() else { return true }
    // Whether the reducer refuses shows in the state, or doesn't matter.
    _ = reduce(action, inputs, in: &copy, seq: seq)
    do {
      // By hashes, to which 1 and 1.0 are the same, as in the state itself.
      let isSame = try observer.whileAppRuns { try encoder.hash(copy) == hash }
      if isSame { restored = copy }
      return isSame
    } catch {
      return false
    }
  }
}

extension SessionPlayer: AppPlayer {
  /// Starts a session.
  ///
  /// - Parameters:
  ///   - time: The microseconds since the start of the first session.
  ///   - restoring: Whether a copy of the state is restored from its JSON before each action.
  /// - Throws: `JournalError`, and errors of encoding.
  package func startSession(at time: Int, restoring: Bool) throws {
    current = observer.whileAppRuns { App.initialState }
    document = nil
    restored = restoring ? current : nil
    isUnequal = false
    session = encoder.followingSession(limit: .max)
    try writer.writeHeader(
      app: AppIdentity(App.self), started: WallClock(microseconds: started.microseconds + time), rules: rules,
      identity: App.identity, declaringInputs: App.usesInputs)
    hash = try observer.whileAppRuns { try session.hash(current) }
    try writer.writeSnapshot(at: 0, state: state().bytes, hash: hash, setsState: true)
  }

  /// Reduces an action, and writes it.
  ///
  /// - Returns: What it did; `nil` if the app can't decode it, and nothing was written.
  /// - Throws: `JournalError`; `StateNotEncoded`, after which the journal ends with the action, as if its reducer had crashed.
  package func play(_ action: MadeAction, with inputs: ActionInputs?) throws -> PlayedAction? {
    let bytes = Array(action.payload.compact.utf8)
    guard
      let decoded = observer.whileAppRuns({
        try? coding.decode(JSONDocument(bytes).root, swiftType: action.swiftType, module: action.module)
      })
    else { return nil }
    let seq = writer.seq + 1
    // Before the action begins: it isn't to blame for what decoding and `==` do.
    let restoring = restore()
    try writer.beginAction(
      ActionHead(
        at: action.at, type: action.label, swiftType: action.swiftType, module: action.module, cause: action.cause,
        inputs: inputs, action: bytes))
    let error = reduce(decoded, inputs, in: &current, seq: seq)
    let before = hash
    do { hash = try observer.whileAppRuns { try session.hash(current) } } catch { throw StateNotEncoded(seq: seq) }
    // A volatile place may have changed without changing the hash.
    let changesState = hash != before || !App.volatile.isEmpty
    if changesState { document = nil }
    try writer.finishAction(ActionOutcome(hash: hash, error: error.map(rules.text)))
    if restoring == .unequal { try writer.mark(at: action.at, to: seq, name: SessionPlayerMark.inequality) }
    let isSame = restoring != .failed && reduceRestored(decoded, inputs, seq: seq)
    if !isSame { try writer.mark(at: action.at, to: seq, name: SessionPlayerMark.loss) }
    return PlayedAction(seq: seq, changesState: changesState)
  }

  /// Returns the state as JSON.
  ///
  /// - Throws: Errors of encoding.
  package func state() throws -> JSONDocument {
    if let document { return document }
    let made = try observer.whileAppRuns { try JSONDocument(encoder.encode(current)) }
    document = made
    return made
  }

  /// Returns what the state answers to a question.
  ///
  /// - Parameter question: The question, which may be one that only the app's types can answer.
  /// - Returns: JSON text.
  /// - Throws: `UnknownCheck`, and errors of encoding.
  package func answer(_ question: StateQuestion) throws -> [UInt8] {
    try observer.whileAppRuns { try App.answer(question, in: current, by: encoder) }
  }

  /// Notes that the state is the first of the session that breaks a condition.
  ///
  /// - Parameter condition: The number of the condition, as the caller counts them.
  /// - Throws: `JournalError`.
  package func markBreach(of condition: Int) throws {
    try writer.mark(name: SessionPlayerMark.breach, text: "\(condition)")
  }

  /// Closes the journal.
  ///
  /// - Throws: `JournalError`.
  package func close() throws {
    try writer.seal()
    try writer.close()
  }
}

extension ReplayableApp {
  fileprivate static var rulesWithoutRedaction: RedactionRules {
    var rules = RedactionRules.off
    rules.volatile = volatile
    return rules
  }

  /// What the initial state loses when it is restored from its JSON, in a sentence; `nil` for nothing.
  package static func lossOfInitialState(_ observer: (any ReducerObserver)?) -> String? {
    observer.whileAppRuns { lossOfInitialState() }
  }

  private static func lossOfInitialState() -> String? {
    let encoder = StateEncoder(rules: rulesWithoutRedaction)
    // It may be another one each time.
    let initial = initialState
    do {
      let text = try encoder.encode(initial)
      let restored = try StateDecoder().decode(State.self, from: JSONDocument(text).root)
      guard try encoder.hash(restored) != encoder.hash(initial) else { return nil }
      let changes = try JSONPatch.changes(
        from: JSONDocument(text).root, to: JSONDocument(encoder.encode(restored)).root)
      let place = changes.patch.operations.first.map { "\($0.path)" } ?? ""
      return "the app's initial state, restored from its JSON, is another one\(place.isEmpty ? "" : " at \(place)")"
    } catch {
      return "the app's initial state can't be restored from its JSON: \(error.explanation)"
    }
  }

  /// Returns the player of made sessions: see `SessionPlayer.init`.
  ///
  /// - Parameters:
  ///   - path: The path of the new journal.
  ///   - maximumLineBytes: The most bytes of a line.
  ///   - started: The start of its first session.
  ///   - comparesValues: Whether states are compared by `==` when they are restored.
  ///   - observer: Observes the reducers.
  /// - Returns: The player.
  /// - Throws: As `SessionPlayer.init`.
  package static func player(
    writingTo path: String, maximumLineBytes: Int, started: WallClock, comparesValues: Bool,
    observer: (any ReducerObserver)?
  ) throws -> any AppPlayer {
    try SessionPlayer<Self>(
      path: path, maximumLineBytes: maximumLineBytes, started: started, comparesValues: comparesValues,
      observer: observer)
  }
}
