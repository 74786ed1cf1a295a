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
  var reshapesStates: Bool { changes.contains(where: \.reshapesStates) }

  /// Whether states are the same in both schemas.
  var keepsStates: Bool { changes.allSatisfy(\.keepsStates) }

  /// Whether the upgrade changes actions.
  var changesActions: Bool {
    changes.contains { $0.upcastAction != nil || !$0.renames.isEmpty }
  }

  /// The pointers of added members.
  var added: [String] { changes.flatMap { $0.added.map(\.pointer) } }

  /// The renamed members with their new names.
  var renamed: [String] { changes.flatMap { $0.renamedMembers.flatMap(\.descriptions) } }

  /// Whether closures convert states there and back.
  var convertsBack: Bool { !reshapesStates && changes.contains { $0.upcastState != nil } }

  /// Returns a recorded state in the app's schema.
  func state(_ recorded: JSONValue) throws -> JSONValue {
    var state = recorded
    for change in changes {
      if let upcast = change.upcastState { state = try upcast(state) }
      for members in change.renamedMembers { try members.rename(in: &state) }
      for member in change.added { member.add(to: &state) }
    }
    return state
  }

  /// Returns a state in the schema in which it would have been recorded, unless the upgrade reshapes states.
  func recorded(_ state: JSONValue) throws -> JSONValue {
    var state = state
    for change in changes.reversed() {
      for member in change.added { member.remove(from: &state) }
      for members in change.renamedMembers.reversed() { try members.restore(in: &state) }
      if let downcast = change.downcastState { state = try downcast(state) }
    }
    return state
  }

  /// Returns the pointer in the app's schema to a member of a recorded state.
  func current(_ pointer: String) -> String {
    guard let place = try? JSONPointer(pointer) else { return pointer }
    var tokens = place.tokens
    for change in changes { for members in change.renamedMembers { members.rename(in: &tokens) } }
    return tokens == place.tokens ? pointer : JSONPointer(tokens: tokens).description
  }
}
