import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree

/// Gives the states of a journal: those that it holds as they are, others made of what actions did to them, or through the
/// app's reducers.
struct StateLookup {
  let file: JournalFile
  let apps: AppCatalog
  /// Whether the app makes other states of those that the journal holds, because its schema is newer.
  private let upgrades: Bool

  /// Whether states are wanted in the shape in which they were recorded, to be written down again.
  private let asRecorded: Bool

  init(file: JournalFile, apps: AppCatalog, asRecorded: Bool = false) {
    self.file = file
    self.apps = apps
    self.asRecorded = asRecorded
    upgrades = (try? apps.app(of: file))?.upgrades(file) ?? false
  }

  /// The state with a seq, checked against its recorded hash.
  ///
  /// - Throws: `CommandFailure` if it is not what was recorded, or no reducers are there to rebuild it; `JournalError`;
  ///   `ReplayError`.
  func state(at seq: Int) throws -> JSONValue {
    let node = try node(at: seq, nil)
    guard node.valueCount <= JSONLimits.treeValues else {
      throw CommandFailure(
        "state \(seq) has more than \(JSONLimits.treeValues) values and keys, too many to look into", file: file.path,
        advice: "'reduxlog show \(file.path)@\(seq)' prints the whole state.")
    }
    return node.value
  }

  /// The state with a seq as JSON text, checked against its recorded hash.
  ///
  /// - Throws: As `state(at:)`.
  func text(at seq: Int) throws -> [UInt8] {
    try checkedState(at: seq)?.bytes ?? replayedState(at: seq)
  }

  /// The state with a seq as JSON text, for those who look at many: one that is not held comes from a place in the
  /// journal that goes with them, and that begins to be there when the first is needed.
  ///
  /// - Throws: As `state(at:)`, and `ReplayError` once rewinds have led far back too often.
  func text(at seq: Int, from place: inout (any AppStates)?) throws -> [UInt8] {
    if let held = try checkedState(at: seq) { return held.bytes }
    try checkShape(of: seq)
    var states = try place ?? apps.states(of: file)
    defer { place = states }
    return try checkingReplay(of: seq) { try states.text(at: seq) }
  }

  /// The state with a seq, or the value in it that a revision's pointer leads to, as JSON that has been read.
  ///
  /// - Throws: As `value(at:_:)`.
  func node(at seq: Int, _ pointer: JSONPointer?) throws -> JSONNode {
    guard pointer == nil else {
      return try JSONDocument(Array(value(at: seq, pointer).compact.utf8)).root
    }
    return try checkedState(at: seq) ?? JSONDocument(replayedState(at: seq)).root
  }

  /// The value that a revision's pointer leads to in a state, or the state itself.
  ///
  /// - Throws: As `state(at:)`, and `CommandFailure` if the state has no such value.
  func value(at seq: Int, _ pointer: JSONPointer?) throws -> JSONValue {
    let state = try state(at: seq)
    guard let pointer else { return state }
    guard let value = state[pointer] ?? state.stored(at: pointer) else {
      throw CommandFailure(
        "state \(seq) has no value at \(pointer)", file: file.path,
        advice: "'reduxlog show \(file.path)@\(seq)' shows the whole state.")
    }
    return value
  }

  /// The recorded hash of a state; `nil` if there is none.
  func hash(at seq: Int) throws -> StateHash? {
    try file.entry(settingSeq: seq)?.record.hash
  }

  /// The hash of a state with a seq, as it is written.
  func hash(of text: [UInt8], at seq: Int) throws -> StateHash {
    let rules = file.redaction(before: try file.entry(settingSeq: seq)?.offset)
    return VolatileHasher(of: rules).hash(try JSONDocument(text).root)
  }

  /// The state as the journal holds it, if it does.
  private func checkedState(at seq: Int) throws -> JSONNode? {
    if upgrades, !asRecorded { return nil }
    guard let (held, origin) = try heldState(at: seq) else { return nil }
    guard let entry = try file.entry(settingSeq: seq), let recorded = entry.record.hash, held.stateHash != recorded
    else { return held }
    let found = VolatileHasher(of: file.redaction(before: entry.offset)).hash(held)
    if found == recorded { return held }
    // A state that was taken up again by a session with other rules is another text there.
    if origin < entry.offset, file.redaction(before: origin) != file.redaction(before: entry.offset) { return nil }
    throw mismatch(seq, recorded: recorded.description, found: found.description)
  }

  private func replayedState(at seq: Int) throws -> [UInt8] {
    try checkShape(of: seq)
    var states = try apps.states(of: file)
    return try checkingReplay(of: seq) { try states.text(at: seq) }
  }

  private func checkShape(of seq: Int) throws(CommandFailure) {
    guard upgrades, asRecorded, !file.isSelfContained else { return }
    throw CommandFailure(
      "state \(seq) can't be rebuilt as recorded: the app has a newer schema", file: file.path,
      advice: "Use a state with a snapshot, or a tool from that time.")
  }

  private func checkingReplay(of seq: Int, _ body: () throws -> [UInt8]) throws -> [UInt8] {
    do { return try body() } catch let error as ReplayError {
      guard case .diverges(let recorded, let replayed) = error.problem else { throw error }
      throw mismatch(error.seq ?? seq, recorded: recorded, found: replayed)
    }
  }

  private func mismatch(_ seq: Int, recorded: String, found: String) -> CommandFailure {
    CommandFailure(
      "state \(seq) is not what was recorded: it has the hash \(found), expected \(recorded)", file: file.path,
      advice: "'reduxlog verify \(file.path)' shows where it begins to differ.", exitCode: .finding)
  }

  /// The state as a snapshot of it holds it, found through rewinds and references to earlier states, and where the record
  /// starts that led to the state then.
  private func heldState(at seq: Int) throws -> (JSONNode, origin: Int)? {
    var seq = seq
    var jumps = 0
    while let entry = try file.entry(settingSeq: seq) {
      jumps += 1
      // Rewinds to rewinds: looking up each costs more than reading through the journal, once there are many.
      if jumps == 64 {
        seq = try origin(of: seq, through: entry.offset)
        continue
      }
      switch entry.record {
      case .rewind(let rewind):
        // The writer puts the state behind a rewind that leads out of its segment.
        if let node = snapshot(after: entry) { return (node, entry.offset) }
        seq = rewind.to
      case .snapshot(let snapshot):
        switch snapshot.content {
        case .sameAs(let earlier): seq = earlier
        case .state(let node): return (node, entry.offset)
        }
      case .action(let action):
        return action.interrupted ? nil : snapshot(after: entry).map { ($0, entry.offset) }
      default: return nil
      }
    }
    return nil
  }

  /// The seq that a state has where it is no earlier state taken up again. O(n).
  private func origin(of seq: Int, through end: Int) throws -> Int {
    let reader = try file.entries(fromOffset: 0)
    var origins: [Int: Int] = [:]
    while let entry = try reader.next(), entry.offset <= end {
      guard entry.setsState else { continue }
      switch entry.record {
      case .rewind(let rewind): origins[entry.seq] = origins[rewind.to] ?? rewind.to
      case .snapshot(let snapshot):
        if case .sameAs(let earlier) = snapshot.content { origins[entry.seq] = origins[earlier] ?? earlier }
      default: break
      }
    }
    return origins[seq] ?? seq
  }

  /// The whole state that is written out after the action that led to it, if it is.
  private func snapshot(after entry: JournalEntry) -> JSONNode? {
    // What comes after a state is not needed for it: damage there is no reason to refuse it.
    guard let reader = try? file.entries(fromOffset: entry.offset + entry.byteCount) else { return nil }
    while let next = (try? reader.next()) ?? nil, next.seq == entry.seq {
      if case .snapshot(let snapshot) = next.record, let node = snapshot.state { return node }
    }
    return nil
  }
}

extension JSONValue {
  /// The value at a pointer that names members as code does: what is `@Observable` encodes `count` as `_count`.
  fileprivate func stored(at pointer: JSONPointer) -> JSONValue? {
    pointer.tokens.reduce(self) { (value: JSONValue?, token) in
      value?[JSONPointer.root.appending(token)] ?? value?[JSONPointer.root.appending("_" + token)]
    }
  }
}
