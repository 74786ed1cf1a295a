import CommandLineKit
package import JSONQuery
package import ReducerIsolation
import ReduxDiagnostics
package import ReduxJournal
import ReduxRecorder
import ReduxReplay
package import StateCoding
package import StateTree

/// Finds the states of a journal: directly if it contains them, else from its patches or with the app's reducers.
package struct StateLookup {
  package let file: JournalFile
  let apps: AppCatalog
  /// Whether the app converts the journal's states, because its schema is newer.
  private let upgrades: Bool

  /// Whether states are wanted in their recorded shape, for writing them again.
  private let asRecorded: Bool

  package init(file: JournalFile, apps: AppCatalog, asRecorded: Bool = false) {
    self.file = file
    self.apps = apps
    self.asRecorded = asRecorded
    upgrades = (try? apps.app(of: file))?.upgrades(file) ?? false
  }

  /// Returns the state with a seq, checked against its recorded hash.
  func state(at seq: Int) throws -> JSONValue {
    try node(at: seq, nil).value
  }

  /// Returns the state with a seq as JSON text, checked against its recorded hash.
  package func text(at seq: Int) throws -> [UInt8] {
    try checkedState(at: seq)?.bytes ?? replayedState(at: seq)
  }

  /// Returns the state with a seq as JSON text, for reading many states. States that the journal doesn't contain come
  /// from a cursor, which is created when needed.
  package func text(at seq: Int, from place: inout (any AppStates)?) throws -> [UInt8] {
    if let held = try checkedState(at: seq) { return held.bytes }
    try checkShape(of: seq)
    var states = try place ?? apps.states(of: file)
    defer { place = states }
    return try checkingReplay(of: seq) { try states.text(at: seq) }
  }

  /// Returns the state with a seq, or the value in it at a revision's pointer, as parsed JSON.
  package func node(at seq: Int, _ pointer: JSONPointer?) throws -> JSONNode {
    guard let pointer else { return try checkedState(at: seq) ?? JSONDocument(replayedState(at: seq)).root }
    let state = try values([pointer], at: seq)
    guard let value = state.storedPlace(of: pointer).flatMap({ state[$0] }) else {
      let hint = try? node(at: seq, nil).hint(for: pointer)
      throw CommandFailure(
        "state \(seq) has no value at \(pointer)\(hint ?? "")", file: file.path,
        advice: "'reduxlog show \(file.path)@\(seq)' shows the whole state.")
    }
    return value
  }

  /// Returns the value at a revision's pointer in a state, or the state itself.
  package func value(at seq: Int, _ pointer: JSONPointer?) throws -> JSONValue {
    try node(at: seq, pointer).value
  }

  /// Returns a state's values at pointers, where the whole state has them; others may be missing.
  package func values(_ pointers: [JSONPointer], at seq: Int) throws -> JSONNode {
    if let held = try checkedState(at: seq) { return held }
    try checkShape(of: seq)
    var states = try apps.states(of: file)
    return try JSONDocument(checkingReplay(of: seq) { try states.answer(.values(Selection(pointers)), at: seq) }).root
  }

  /// Returns the volatile places that have a value in a state but not the recorded one, because today's reducers rebuilt
  /// the state.
  package func recomputedPlaces(in state: JSONNode, at seq: Int) throws -> [JSONPointer] {
    let patterns = file.redaction(before: try file.entry(settingSeq: seq)?.offset).volatile
      .compactMap { try? JSONPointer($0.description) }
    if patterns.isEmpty || file.isSelfContained { return [] }
    if try checkedState(at: seq) != nil { return [] }
    return patterns.filter { state.hasValue(at: $0.tokens[...]) }
  }

  /// Returns the places of dates in a state, as far as the app's types say so.
  package func dates(in state: JSONNode) -> PointerPatterns {
    (try? apps.app(of: file))?.type.dates(in: state) ?? .none
  }

  /// Returns the recorded hash of a state; `nil` if there is none.
  package func hash(at seq: Int) throws -> StateHash? {
    try file.entry(settingSeq: seq)?.record.hash
  }

  /// Returns the hash of a state's written form.
  package func hash(of text: [UInt8], at seq: Int) throws -> StateHash {
    let rules = file.redaction(before: try file.entry(settingSeq: seq)?.offset)
    return VolatileHasher(of: rules).hash(try JSONDocument(text).root)
  }

  /// Returns the state if the journal contains it.
  private func checkedState(at seq: Int) throws -> JSONNode? {
    if upgrades, !asRecorded { return nil }
    guard let (held, origin) = try heldState(at: seq) else { return nil }
    guard let entry = try file.entry(settingSeq: seq), let recorded = entry.record.hash, held.stateHash != recorded
    else { return held }
    let found = VolatileHasher(of: file.redaction(before: entry.offset)).hash(held)
    if found == recorded { return held }
    // A session with other rules may return to the state; its text differs there.
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

  /// Returns the state from a snapshot, following rewinds and references to earlier states, and the offset of the
  /// record that originally led to the state.
  private func heldState(at seq: Int) throws -> (JSONNode, origin: Int)? {
    var seq = seq
    var jumps = 0
    while let entry = try file.entry(settingSeq: seq) {
      jumps += 1
      // After many rewinds to rewinds, reading the whole journal is cheaper than more lookups.
      if jumps == 64 {
        seq = try origin(of: seq, through: entry.offset)
        continue
      }
      switch entry.record {
      case .rewind(let rewind):
        // The writer puts the state after a rewind that leads out of its segment.
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

  /// Returns the seq at which a state originated, before rewinds. O(n).
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

  /// Returns the snapshot after the action that led to a state, if there is one.
  private func snapshot(after entry: JournalEvent) -> JSONNode? {
    // Lines after a state aren't needed for it, so damage there is no reason to refuse it.
    guard let reader = try? file.entries(fromOffset: entry.offset + entry.byteCount) else { return nil }
    while let next = (try? reader.next()) ?? nil, next.seq == entry.seq {
      if case .snapshot(let snapshot) = next.record, let node = snapshot.state { return node }
    }
    return nil
  }
}

extension JSONNode {
  /// Whether a place that matches a pointer's tokens has a value; `*` matches any key or index.
  fileprivate func hasValue(at tokens: ArraySlice<String>) -> Bool { value.hasValue(at: tokens) }

  /// Returns the pointer to the value that a pointer with names from code means: an `@Observable` type encodes `count` as
  /// `_count`. `nil` if there is no value.
  func storedPlace(of pointer: JSONPointer) -> JSONPointer? {
    var (place, node) = (JSONPointer.root, self)
    for token in pointer.tokens {
      guard let name = [token, "_" + token].first(where: { node[JSONPointer(tokens: [$0])] != nil }),
        let next = node[JSONPointer(tokens: [name])]
      else { return nil }
      (place, node) = (place.appending(name), next)
    }
    return place
  }
}

extension JSONValue {
  fileprivate func hasValue(at tokens: ArraySlice<String>) -> Bool {
    guard let token = tokens.first else { return self != .null }
    let parts: [JSONValue] =
      switch self {
      case .object(let object): token == "*" ? object.values : object[token].map { [$0] } ?? []
      case .array(let elements): token == "*" ? elements : self[JSONPointer(tokens: [token])].map { [$0] } ?? []
      default: []
      }
    return parts.contains { $0.hasValue(at: tokens.dropFirst()) }
  }
}

extension JournalFile {
  /// Returns warnings about volatile values in a state that today's reducers computed.
  package func volatileCaveats(_ places: [JSONPointer], at seq: Int) throws -> [String] {
    guard !isSelfContained else { return [] }
    return redaction(before: try entry(settingSeq: seq)?.offset).volatile.compactMap { place in
      guard let pattern = try? JSONPointer(place.description), places.contains(where: { $0.mayOverlap(pattern) }) else {
        return nil
      }
      return "\(place) is volatile: today's reducers compute it, and other values may have been recorded"
    }
  }
}

extension JSONPointer {
  /// Whether a value at the pointer may be, hold, or be inside one that matches a pattern; `*` matches any token.
  package func mayOverlap(_ pattern: JSONPointer) -> Bool {
    zip(pattern.tokens, tokens).allSatisfy { $0 == "*" || $0 == $1 }
  }
}

extension CommandContext {
  /// Notes why an answer may not be that of the app: the caveats of its conditions, and states that no hash proves.
  package func note(_ caveats: [String], of file: JournalFile) throws {
    for note in try apps.notes(caveats, of: file) { try self.note("\(file.path): note: \(note)") }
  }

  /// Warns of queries that selected nothing in the states looked at, with the name that a misspelt one may mean.
  package func warn(
    ofEmpty queries: [EmptyQuery], ofStates participle: String, of file: JournalFile, state: () throws -> JSONNode
  ) throws {
    for query in queries {
      try warn(
        "\(JSONNode.warning(ofEmpty: query.text, in: query.places("state", participle), state: state))", file: file.path
      )
    }
  }
}

extension AppCatalog {
  /// Why an answer may not be that of the app: the caveats of its conditions, and states that no hash proves.
  package func notes(_ caveats: [String], of file: JournalFile) throws -> [String] {
    guard let app = try? app(of: file), app.upgrades(file), try app.replayer(of: file).compatibility().reshapesStates
    else {
      return caveats
    }
    return caveats + [
      "states of an older schema have a changed shape, so no hash proves them; 'reduxlog verify' compares their snapshots"
    ]
  }
}

extension SchemaCompatibility {
  fileprivate var reshapesStates: Bool {
    reasons.contains { if case .reshapedStates = $0 { true } else { false } }
  }
}

extension JSONNode {
  /// The warning of a query that selected nothing, with the name that a misspelt one may mean.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - places: What it selected nothing in, such as `any state`.
  ///   - state: A state in which to look for names.
  /// - Returns: The warning.
  package static func warning(
    ofEmpty query: String, in places: String, state: () throws -> JSONNode?
  ) rethrows -> String {
    let scope = (try? JSONPath(query))?.scopes.first
    let hint = try scope.flatMap { try state()?.hint(for: $0) } ?? ""
    return "'\(query)' selected nothing in \(places)\(hint.isEmpty ? "; check its names" : hint)"
  }

  /// A clause with the name that the first unknown name of a pointer may mean; empty without one.
  package func hint(for pointer: JSONPointer) -> String {
    var node = self
    for token in pointer.tokens {
      guard let next = node[JSONPointer(tokens: [token])] else {
        return Suggestion.clause(for: token, among: node.members.prefix(1000).map(\.key))
      }
      node = next
    }
    return ""
  }
}

extension ReplayableApp {
  /// Returns the places of dates in a state, as far as its type says so; none for a state of another shape.
  fileprivate static func dates(in state: JSONNode) -> PointerPatterns {
    guard State.self != JSONValue.self, let state = try? StateDecoder().decode(State.self, from: state) else {
      return .none
    }
    return PointerPatterns(StateAudit.dates(in: state))
  }
}
