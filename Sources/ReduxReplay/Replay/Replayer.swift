public import ReduxJournal
package import StateCoding
package import StateTree

/// Rebuilds and proves the states of a journal with an app's reducer.
///
///     let replayer = try Replayer<TrackerApp>(path: "session.jsonl")
///     let state = try replayer.state(at: 120)
///
/// A replayer reads the file as it was at opening, and never changes it.
public struct Replayer<App: ReplayableApp> {
  /// The journal.
  public let file: JournalFile
  let actions: ActionCoding<App.Action>
  /// Whether patches, not reducers, produce the states.
  let readsPatches: Bool
  /// Observes each action that is replayed.
  let observer: (any ReducerObserver)?
  /// The number of this replayer's thread in a parallel replay.
  let thread: Int
  /// The schema of each session; `nil` if the app's schema never changed.
  let schemas: SessionSchemas?
  /// The limit on the cost of rewinds.
  var limit = Lineage.Limit()
  /// The encoder of the current session, initially the first one.
  private(set) var encoder: StateEncoder
  /// The hasher without that session's volatile values.
  private(set) var volatile: VolatileHasher

  /// Opens a journal for replay.
  ///
  /// - Throws: `JournalError` if the file can't be read as a journal.
  public init(path: String) throws(JournalError) {
    self.init(file: try JournalFile(path: path))
  }

  /// Replays an open journal.
  public init(file: JournalFile) { self.init(file: file, observer: nil) }

  /// Replays an open journal, and reports each replayed action to an observer.
  package init(file: JournalFile, observer: (any ReducerObserver)?, thread: Int = 0) {
    self.file = file
    self.observer = observer
    self.thread = thread
    actions = App.coding
    readsPatches = App.self == PatchedStates.self
    let changes = App.schemaChanges
    schemas = changes.isEmpty ? nil : SessionSchemas(of: file, app: App.schema, changes: changes)
    encoder = Replayer.encoder(by: file.header.rules)
    volatile = VolatileHasher(of: file.header.rules)
  }

  /// Creates the encoder for a session's rules.
  ///
  /// States from patches are redacted already. Redacting them again would replace stand-ins by other stand-ins.
  package static func encoder(by rules: RedactionRules) -> StateEncoder {
    StateEncoder(rules: App.self == PatchedStates.self ? rules.withoutRedaction : rules)
  }

  /// Creates the encoder for a session's rules if it differs from the current one.
  func otherEncoder(by rules: RedactionRules) -> StateEncoder? {
    let known = encoder.rules
    // Rules rarely change between sessions.
    if rules == known || readsPatches && rules.withoutRedaction == known { return nil }
    return Replayer.encoder(by: rules)
  }

  /// Adopts a session's rules; `false` if nothing changes.
  @discardableResult
  mutating func enter(_ rules: RedactionRules) -> Bool {
    guard let other = otherEncoder(by: rules) else { return false }
    encoder = other
    volatile = VolatileHasher(of: rules)
    return true
  }

  /// Returns the hash of a state's recorded JSON.
  func hash(ofWritten state: JSONNode) -> StateHash { volatile.hash(state) }

  /// Rebuilds a state from the nearest snapshot before it, and checks it against the recorded hash.
  ///
  /// O(log n) reads in the size of the journal, plus the actions since the snapshot.
  ///
  /// - Throws: `JournalError` for a damaged line on the way, `ReplayError` if the state can't be rebuilt or differs from the
  ///   recorded one.
  public func state(at seq: Int) throws -> App.State {
    var lines = 0
    return try state(at: seq, countingLines: &lines)
  }

  /// Rebuilds a state as it would be with other actions before it.
  ///
  /// The state is unchecked, because no hash of it was recorded. O(n) in the size of the journal.
  ///
  /// - Parameters:
  ///   - seq: The state to rebuild.
  ///   - edits: The actions to skip, replace and insert.
  /// - Returns: The state.
  /// - Throws: `JournalError` for a damaged line, `ReplayError` if the state can't be rebuilt or the edits don't fit.
  public func state(at seq: Int, with edits: ActionEdits) throws -> App.State {
    try state(along: fullLineage(to: seq), with: edits)
  }

  /// Returns what a state answers to a question, as JSON text. Neither the state nor those before it are checked.
  ///
  /// O(n) in the size of the journal.
  ///
  /// - Throws: As `state(at:with:)`, and `UnknownCheck`.
  package func answer(_ question: StateQuestion, uncheckedAt seq: Int) throws -> [UInt8] {
    let state = try state(at: seq, with: ActionEdits())
    let encoder = try Replayer.encoder(by: rules(at: seq))
    if question == .recorded, let upgrade = try upgrade(at: seq) {
      do { return Array(try recorded(state, as: upgrade).compact.utf8) } catch {
        throw unencodable(seq: seq, because: error)
      }
    }
    do { return try App.answer(question, in: state, by: encoder) } catch let error as UnknownCheck {
      throw error
    } catch { throw unencodable(seq: seq, because: error) }
  }

  /// Returns the recorded hash of a state; `nil` if none was recorded.
  ///
  /// - Throws: `JournalError` for a damaged line, `ReplayError` if there is no such state.
  package func recordedHash(at seq: Int) throws -> StateHash? {
    try entry(settingSeq: seq).record.hash
  }

  /// Returns the rules of the session that recorded a state.
  ///
  /// - Throws: `JournalError` for a damaged line, `ReplayError` if there is no such state.
  package func rules(at seq: Int) throws -> RedactionRules {
    file.redaction(before: try entry(settingSeq: seq).offset)
  }
}
