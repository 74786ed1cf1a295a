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
        throw unencodable(state, seq: seq, because: error)
      }
    }
    do { return try App.answer(question, in: state, by: encoder) } catch let error as UnknownCheck {
      throw error
    } catch { throw unencodable(state, seq: seq, because: error) }
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

/// Reading actions.
extension Replayer {
  /// Returns the action in a line; `nil` if the line has none, or the action was interrupted.
  func action(of line: JournalLine) throws -> PlainAction? {
    switch line.content {
    case .action(let action): return try step(action) ?? foldable(record(of: line), at: line)
    case .record(.action(let record)) where !record.interrupted: return try foldable(record, at: line)
    case .record: return nil
    }
  }

  private func foldable(_ record: ActionRecord, at line: JournalLine) throws -> PlainAction {
    if let step = step(record, at: line.offset) { return step }
    throw error(obstacle(record), at: line, seq: line.seq)
  }

  /// Returns the step to replay: the action; its patch if it can't be reduced; or a step that leaves the state unchanged.
  ///
  /// A patch of an older schema doesn't apply to states that can't be restored.
  func step(_ record: ActionRecord, at offset: Int) -> PlainAction? {
    if !readsPatches, record.replayability == .replayable { return PlainAction(record) }
    let patch = schemas?.upgrade(at: offset)?.reshapesStates == true ? nil : PlainAction(patchOf: record)
    return patch ?? PlainAction(leavingStateOf: record)
  }

  /// Returns the step to replay of a plain action; `nil` if only its record says what that is.
  func step(_ action: PlainAction) -> PlainAction? { readsPatches ? PlainAction(patchOf: action) : action }

  /// Reads the whole record of the action in a line.
  func record(of line: JournalLine) throws -> ActionRecord {
    guard case .action(let record) = try file.entry(atOffset: line.offset).record else {
      throw JournalError(
        .damaged("the line was changed while it was read"), path: file.path, line: line.line, offset: line.offset)
    }
    return record
  }

  /// Why an action can't be replayed.
  func obstacle(_ action: ActionRecord) -> ReplayError.Problem {
    readsPatches
      ? .noPatch(type: action.type, reason: action.missingState)
      : .notReplayable(type: action.type, action.replayability)
  }

  func undecodable(_ action: PlainAction, at line: JournalLine, because cause: any Error) throws -> ReplayError {
    error(try problem(with: action, at: line, because: cause), at: line, seq: line.seq)
  }
}

extension Replayer {
  /// Checks from the journal's headers and first states whether the app can replay it.
  ///
  /// It replays nothing, and decodes the first state of the first session of each schema. O(log n) reads for each session.
  ///
  /// - Returns: The compatibility, with reasons.
  /// - Throws: `JournalError` for a damaged line on the way.
  package func compatibility() throws -> SchemaCompatibility {
    var sessions: [(header: HeaderRecord, offset: Int)] = []
    var end = file.byteCount
    while end > 0 {
      sessions.append(try file.lastHeader(before: end))
      end = sessions.last?.offset ?? 0
    }
    var reasons: [SchemaCompatibility.Reason] = []
    var looked = Set<Int>()
    for (header, offset) in sessions.reversed() {
      if header.app.name != App.name { reasons.append(.otherApp(recorded: header.app.name, app: App.name)) }
      if header.detail != "full" { reasons.append(.withoutValues(detail: header.detail)) }
      let schema = header.app.schema ?? 0
      guard looked.insert(schema).inserted else { continue }
      reasons += schemaReasons(schema)
      if header.detail == "full" { reasons += try stateReasons(from: offset) }
    }
    return SchemaCompatibility(reasons)
  }

  private func schemaReasons(_ recorded: Int) -> [SchemaCompatibility.Reason] {
    // An app without versions declares no changes.
    guard let current = App.schema else { return [] }
    if recorded > current { return [.newerSchema(recorded: recorded, app: current)] }
    guard recorded < current else { return [] }
    var reasons: [SchemaCompatibility.Reason] = []
    let declared = Set(App.schemaChanges.map(\.version))
    // Versions begin with the first one that the app declares.
    let first = recorded == 0 ? declared.min() ?? current : recorded + 1
    let missing = first <= current ? (first...current).filter { !declared.contains($0) } : []
    if !missing.isEmpty { reasons.append(.undeclaredChanges(recorded: recorded, missing: missing)) }
    guard let upgrade = SchemaUpgrade(from: recorded, to: current, by: App.schemaChanges) else { return reasons }
    if upgrade.reshapesStates {
      reasons.append(.reshapedStates(recorded: recorded, app: current))
    } else {
      if !upgrade.added.isEmpty { reasons.append(.addedMembers(recorded: recorded, pointers: upgrade.added)) }
      if !upgrade.renamed.isEmpty { reasons.append(.renamedMembers(recorded: recorded, members: upgrade.renamed)) }
      if upgrade.convertsBack { reasons.append(.revertedStates(recorded: recorded)) }
    }
    if upgrade.changesActions { reasons.append(.changedActions(recorded: recorded, app: current)) }
    return reasons
  }

  /// Returns the reasons in the first state after a header.
  private func stateReasons(from offset: Int) throws -> [SchemaCompatibility.Reason] {
    let reader = try file.entries(fromOffset: offset)
    while let line = try reader.nextLine() {
      guard let entry = line.entry else { return [] }
      guard case .snapshot(let snapshot) = entry.record else {
        if entry.setsState { return [] }
        continue
      }
      guard let node = snapshot.state else { return [] }
      if !snapshot.isWhole { return [.partialState(seq: entry.seq)] }
      do {
        _ = try decodeState(node, snapshot, at: entry)
      } catch let error as ReplayError {
        guard case .undecodableState(let reason) = error.problem else { throw error }
        return [.undecodableState(seq: entry.seq, reason: reason)]
      }
      return []
    }
    return []
  }
}

extension Replayer {
  /// Whether a session has an older schema than the app, so that its states or actions need an upgrade.
  package var needsUpgrade: Bool { schemas?.needsUpgrade ?? false }

  /// Returns the action in a line, upgraded to the app's schema.
  func decode(_ action: PlainAction, at line: JournalLine) throws -> App.Action {
    try decode(action.action, of: action, at: line)
  }

  /// Returns the action in a line with other values, upgraded to the app's schema.
  func decode(_ node: JSONNode, of action: PlainAction, at line: JournalLine) throws -> App.Action {
    guard let upgrade = schemas?.upgrade(at: line.offset) else {
      // By its closure: to call a method, generic code would copy the coding for each action.
      return try actions.decodeRecorded(node, action.swiftType, action.module)
    }
    let upcast = try upgrade.action(node, type: action.swiftType) { try record(of: line).type }
    return try actions.decode(upcast.action.root, swiftType: upcast.type, module: action.module)
  }

  /// Returns a recorded action as the app's schema has it.
  ///
  /// - Parameters:
  ///   - recorded: The action.
  ///   - offset: The offset of its line.
  /// - Returns: The action, with today's type and payload, today's label as far as the JSON shows it, and the places there of what was
  ///   redacted; all else is as recorded.
  /// - Throws: `ActionRenameError`, or the errors of the closures of the app's schema changes.
  package func upgraded(_ recorded: ActionRecord, at offset: Int) throws -> ActionRecord {
    guard let upgrade = schemas?.upgrade(at: offset) else { return recorded }
    let current = try upgrade.action(recorded.action, type: recorded.swiftType) { recorded.type }
    var action = recorded
    if var name = current.name {
      let old = RecordedAction.cases(in: recorded.action.value)
      let new = RecordedAction.cases(in: current.action.root.value)
      // After a closure, the name is what the JSON looks like, in which a text looks like another case.
      if name.cases == new {
        let known = RecordedAction(label: recorded.type, type: recorded.swiftType).cases.count
        name.cases = Array(new.prefix(max(1, known + new.count - old.count)))
      }
      if !name.label.isEmpty { action.type = name.label }
    }
    action.swiftType = current.type
    action.action = current.action.root
    action.redacted = Self.places(
      of: recorded.redacted, in: recorded.action.value, after: current.action.root.value,
      keepingShape: !upgrade.changes.contains { $0.upcastAction != nil })
    return action
  }

  /// The same, but an action that can't be reduced again, and that the schema changes don't read, stays as recorded.
  package func upgradedIfReadable(_ recorded: ActionRecord, at offset: Int) throws -> ActionRecord {
    do { return try upgraded(recorded, at: offset) } catch {
      guard recorded.replayability != .replayable else { throw error }
      return recorded
    }
  }

  /// The places that the values at some places of an action have after its conversion, which may only rename members.
  private static func places(
    of places: [String], in recorded: JSONValue, after current: JSONValue, keepingShape isSame: Bool
  ) -> [String] {
    guard !places.isEmpty, current != recorded else { return places }
    var found: [String] = []
    for place in places {
      // A place that doesn't lead to a value could mean any.
      guard let pointer = try? JSONPointer(place), let value = recorded[pointer] else {
        found.append("")
        continue
      }
      if isSame {
        found.append(JSONPointer(tokens: renamed(pointer.tokens, from: recorded, to: current)).description)
      } else if current[pointer] == value {
        found.append(place)
      } else {
        // A closure moves values anywhere, or makes others of them.
        let moved = current.places(of: value)
        found += moved.isEmpty ? [""] : moved
      }
    }
    return found
  }

  /// The tokens that lead to the same place after members were renamed.
  private static func renamed(_ tokens: [String], from recorded: JSONValue, to current: JSONValue) -> [String] {
    var (old, new) = (recorded, current)
    return tokens.map { token in
      guard let before = old.object, let after = new.object, before.count == after.count,
        let index = before.keys.firstIndex(of: token)
      else {
        let element = JSONPointer(tokens: [token])
        (old, new) = (old[element] ?? .null, new[element] ?? .null)
        return token
      }
      (old, new) = (before.values[index], after.values[index])
      return after.keys[index]
    }
  }

  /// Whether sessions have a schema whose states can't be restored from the app's.
  package var reshapesStates: Bool { schemas?.upgrades.contains(where: \.reshapesStates) ?? false }

  /// Returns the upgrade of the session that recorded a state; `nil` for none.
  func upgrade(at seq: Int) throws -> SchemaUpgrade? {
    guard let schemas, schemas.needsUpgrade else { return nil }
    return try schemas.upgrade(at: entry(settingSeq: seq).offset)
  }

  /// Returns a state as its session would have recorded it, or in the app's shape if it can't be restored.
  func recorded(_ state: App.State, as upgrade: SchemaUpgrade?) throws -> JSONValue {
    let tree = try encoder.tree(state)
    guard let upgrade else { return tree }
    return upgrade.reshapesStates ? tree : try upgrade.recorded(tree)
  }

  /// Refuses a journal with an older schema.
  ///
  /// A copy would contain hashes and actions of the app's schema under a header that names the older one.
  ///
  /// - Throws: `ReplayError`.
  func checkHasNoOlderSchema() throws {
    guard needsUpgrade, let oldest = schemas?.recorded.first else { return }
    throw ReplayError(
      path: file.path, line: nil, offset: nil, seq: nil,
      problem: .olderSchema(recorded: oldest, app: App.schema ?? 0))
  }
}

extension JSONValue {
  /// The pointers to a value in it.
  fileprivate func places(of value: JSONValue) -> [String] {
    var found: [String] = []
    func look(at part: JSONValue, _ tokens: [String]) {
      if part == value { found.append(JSONPointer(tokens: tokens).description) }
      switch part {
      case .object(let object): for (key, member) in object { look(at: member, tokens + [key]) }
      case .array(let elements):
        for (index, element) in elements.enumerated() { look(at: element, tokens + ["\(index)"]) }
      case .null, .bool, .number, .string: break
      }
    }
    look(at: self, [])
    return found
  }
}
