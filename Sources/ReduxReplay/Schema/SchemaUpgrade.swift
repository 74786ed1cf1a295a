import StateTree

/// The upgrade of states and actions from a session's schema to the app's.
struct SchemaUpgrade {
  /// The changes, in order.
  let changes: [SchemaChange]
  /// The session's schema.
  let schema: Int
  /// The journal's actions under the names of each version.
  let names: ActionNames

  /// Creates an upgrade; `nil` if nothing needs to change.
  ///
  /// - Parameters:
  ///   - recorded: The session's schema.
  ///   - current: The app's schema.
  ///   - changes: The app's changes.
  ///   - journal: The journal's actions, among which short names must be unambiguous.
  init?(from recorded: Int, to current: Int, by changes: [SchemaChange], in journal: RecordedActions? = nil) {
    schema = recorded
    names = ActionNames(journal, schema: recorded)
    self.changes =
      changes.filter { recorded < $0.version && $0.version <= current && !$0.isEmpty }
      .sorted { $0.version < $1.version }
    if self.changes.isEmpty { return nil }
  }

  /// Whether the upgrade changes the shape of states, so that recorded hashes no longer prove them.
  var reshapesStates: Bool { changes.contains { $0.upcastState != nil } }

  /// Whether the upgrade changes actions.
  var changesActions: Bool {
    changes.contains { $0.upcastAction != nil || !$0.renames.isEmpty }
  }

  /// The pointers of added members.
  var added: [String] { changes.flatMap { $0.added.map(\.pointer) } }

  /// Returns a recorded state in the app's schema.
  func state(_ recorded: JSONNode) throws -> JSONValue {
    var state = recorded.value
    for change in changes {
      if let upcast = change.upcastState { state = try upcast(state) }
      for member in change.added { member.add(to: &state) }
    }
    return state
  }

  /// Returns the hash of a state without the added members.
  func hash(_ state: JSONValue, leavingOut volatile: VolatileHasher) throws -> StateHash {
    var state = state
    for change in changes { for member in change.added { member.remove(from: &state) } }
    return try volatile.hash(JSONDocument(Array(state.compact.utf8)).root)
  }

  /// Whether a pointer leads into an added member.
  func added(at pointer: String) -> Bool {
    guard let place = try? JSONPointer(pointer) else { return false }
    return changes.contains { $0.added.contains { $0.holds(place) } }
  }
}
