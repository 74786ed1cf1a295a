import ReduxJournal
import StateCoding
import StateTree

/// A state that actions change in place.
///
/// Otherwise, code that is generic in the app would take the state out of an optional and put it back for each action. That
/// costs four copies, each of which retains every collection in the state, and four metadata look-ups.
final class FoldedState<App: ReplayableApp> {
  /// The state. While a reducer changes it, no other reference exists.
  @exclusivity(unchecked) private(set) var state: App.State
  private let replayer: Replayer<App>
  private let observer: (any ReducerObserver)?
  /// Follows the states, from the second hash on.
  private var session: EncodingSession?
  private var isHashed = false
  /// The inputs of the action that is reduced.
  private lazy var scope = InputScope()
  /// Whether the last action that had inputs asked for one.
  var usedInputs: Bool { scope.isUsed }

  init(_ state: App.State, of replayer: Replayer<App>) {
    self.state = state
    self.replayer = replayer
    observer = replayer.observer
  }

  /// Applies an action, and returns the error that the reducer threw.
  ///
  /// - Throws: `ReplayError` if the action can't be decoded.
  func apply(_ action: PlainAction, at line: JournalLine) throws -> (any Error)? {
    guard let observer else { return try reduce(action, at: line) }
    observer.reducerWillRun(seq: line.seq, thread: replayer.thread)
    defer { observer.reducerDidRun(thread: replayer.thread) }
    return try reduce(action, at: line)
  }

  /// Applies the action in a line, if it has one.
  ///
  /// - Throws: `ReplayError` if the action was interrupted or can't be replayed.
  func applyAction(in line: JournalLine) throws {
    if case .record(.action(let action)) = line.content, action.interrupted {
      throw replayer.error(.interrupted(type: action.type), at: line, seq: line.seq)
    }
    if let action = try replayer.action(of: line) { _ = try apply(action, at: line) }
  }

  /// Applies a decoded action, and returns the error that the reducer threw.
  func apply(_ action: App.Action, with inputs: ActionInputs?, seq: Int) -> (any Error)? {
    observer?.reducerWillRun(seq: seq, thread: replayer.thread)
    defer { observer?.reducerDidRun(thread: replayer.thread) }
    return reduce(action, with: inputs)
  }

  private func reduce(_ action: PlainAction, at line: JournalLine) throws -> (any Error)? {
    if action.isPatch {
      try patch(by: action.action, at: line)
      return nil
    }
    if action.leavesState {
      try checkIsUnchanged(by: action, at: line)
      return nil
    }
    let decoded: App.Action
    do {
      decoded = try replayer.decode(action, at: line)
    } catch {
      throw try replayer.undecodable(action, at: line, because: error)
    }
    return reduce(decoded, with: action.inputs)
  }

  private func reduce(_ action: App.Action, with inputs: ActionInputs?) -> (any Error)? {
    guard let inputs else { return reduce(action) }
    let scope = scope
    scope.restart(with: inputs)
    let outer = scope.enter()
    defer { scope.leave(to: outer) }
    return reduce(action)
  }

  private func reduce(_ action: App.Action) -> (any Error)? {
    do {
      try App.reduce(&state, action)
      return nil
    } catch {
      return error
    }
  }

  /// Refuses an action that can't be reduced, unless the state before it has the same hash as the state after it.
  private func checkIsUnchanged(by action: PlainAction, at line: JournalLine) throws {
    let upgrade = replayer.schemas?.upgrade(at: line.offset)
    let before = try replayer.file.entry(settingSeq: line.seq - 1)?.record.hash ?? hash(seq: line.seq, as: upgrade)
    guard before != action.hash else { return }
    throw replayer.error(replayer.obstacle(try replayer.record(of: line)), at: line, seq: line.seq)
  }

  /// Applies the patch of an action that shouldn't be reduced.
  private func patch(by operations: JSONNode, at line: JournalLine) throws {
    do {
      if replayer.readsPatches, let action = try PatchedStates.Action(operations) as? App.Action {
        return try App.reduce(&state, action)
      }
      let upgrade = replayer.schemas?.upgrade(at: line.offset)
      var tree = try replayer.recorded(state, as: upgrade)
      try JSONPatch(json: operations.value).apply(to: &tree)
      if let upgrade { tree = try upgrade.state(tree) }
      state = try StateDecoder().decode(App.State.self, from: JSONDocument(Array(tree.compact.utf8)).root)
    } catch {
      throw replayer.error(
        .wrongPatch(type: try replayer.record(of: line).type, reason: error.explanation), at: line, seq: line.seq)
    }
  }

  /// Returns the state's hash, in an older schema if one is given.
  ///
  /// If the journal has another hash, the result is that of the whole state, not of its difference from the last one.
  ///
  /// - Throws: `ReplayError` if the state can't be encoded.
  func hash(seq: Int, as upgrade: SchemaUpgrade? = nil, expecting recorded: StateHash? = nil) throws -> StateHash {
    if let upgrade { return try replayer.hash(of: state, seq: seq, as: upgrade) }
    // A state that is hashed once isn't worth a session.
    if isHashed, session == nil { session = replayer.encoder.followingSession(limit: .max) }
    isHashed = true
    let found = try FoldedState.hash(of: &state, replayer, session, seq)
    guard let recorded, found != recorded, session?.isFollowing == true else { return found }
    session = nil
    return try FoldedState.hash(of: &state, replayer, nil, seq)
  }

  /// The parameter is `inout` only to avoid a copy.
  private static func hash(
    of state: inout App.State, _ replayer: Replayer<App>, _ session: EncodingSession?, _ seq: Int
  ) throws -> StateHash {
    do {
      return try session?.hash(state) ?? replayer.encoder.hash(state)
    } catch {
      throw replayer.unencodable(state, seq: seq, because: error)
    }
  }
}
