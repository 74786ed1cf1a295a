import StateTree

/// The upgrade of states and actions from a session's schema to the app's.
struct SchemaUpgrade {
  /// The changes, in order.
  private let changes: [SchemaChange]

  /// Creates an upgrade; `nil` if nothing needs to change.
  init?(from recorded: Int, to current: Int, by changes: [SchemaChange]) {
    self.changes =
      changes.filter { recorded < $0.version && $0.version <= current && !$0.isEmpty }
      .sorted { $0.version < $1.version }
    if self.changes.isEmpty { return nil }
  }

  /// Whether the upgrade changes the shape of states, so that recorded hashes no longer prove them.
  var reshapesStates: Bool { changes.contains { $0.upcastState != nil } }

  /// Whether the upgrade changes actions.
  var changesActions: Bool {
    changes.contains { $0.upcastAction != nil || !$0.renamedActions.isEmpty || !$0.renamedTypes.isEmpty }
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

  /// Returns a recorded action and its type's name in the app's schema.
  func action(_ recorded: JSONNode, type: String?) throws -> (action: JSONDocument, type: String?) {
    var action = recorded.value
    var type = type
    for change in changes {
      if let name = type, let renamed = change.renamedTypes[name] { type = renamed }
      for (old, new) in change.renamedActions {
        let paths = (old.split(separator: ".").map(String.init)[...], new.split(separator: ".").map(String.init)[...])
        if SchemaUpgrade.rename(paths.0, to: paths.1, in: &action) { break }
      }
      if let upcast = change.upcastAction { action = try upcast(action, type) }
    }
    var text: [UInt8] = []
    action.appendCompact(to: &text)
    return (try JSONDocument(text), type)
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

  /// Renames the cases of an action with a path; `false` leaves an action with another path unchanged.
  ///
  /// An enum's value is encoded as `{case: {label: payload}}`. A payload without a label has the key `_0`.
  private static func rename(
    _ old: ArraySlice<String>, to new: ArraySlice<String>, in action: inout JSONValue
  ) -> Bool {
    guard let name = old.first, let renamed = new.first, old.count == new.count, let object = action.object,
      object.count == 1, var payload = object[name]
    else { return false }
    if old.count > 1 {
      guard var labels = payload.object, labels.count == 1, let label = labels.keys.first, var inner = labels[label],
        rename(old.dropFirst(), to: new.dropFirst(), in: &inner)
      else { return false }
      labels[label] = inner
      payload = .object(labels)
    }
    action = .object(JSONObject([(renamed, payload)]))
    return true
  }
}
