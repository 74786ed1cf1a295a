import StateTree

/// The way of states and actions from the schema that a session has to the app's.
struct SchemaUpgrade {
  /// The changes, in their order.
  private let changes: [SchemaChange]

  /// Creates the way; `nil` if there is nothing to change.
  init?(from recorded: Int, to current: Int, by changes: [SchemaChange]) {
    self.changes =
      changes.filter { recorded < $0.version && $0.version <= current && !$0.isEmpty }
      .sorted { $0.version < $1.version }
    if self.changes.isEmpty { return nil }
  }

  /// Whether states have another shape afterwards, so that their recorded hashes say nothing about it.
  var reshapesStates: Bool { changes.contains { $0.upcastState != nil } }

  /// Whether actions are changed, or only states.
  var changesActions: Bool {
    changes.contains { $0.upcastAction != nil || !$0.renamedActions.isEmpty || !$0.renamedTypes.isEmpty }
  }

  /// The members that were added, as pointers.
  var added: [String] { changes.flatMap { $0.added.map(\.pointer) } }

  /// A recorded state as the app has it now.
  func state(_ recorded: JSONNode) throws -> JSONValue {
    var state = recorded.value
    for change in changes {
      if let upcast = change.upcastState { state = try upcast(state) }
      for member in change.added { member.add(to: &state) }
    }
    return state
  }

  /// A recorded action, and the name of its type, as the app has them now.
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

  /// A state's hash as that of a state to which nothing was added.
  func hash(_ state: JSONValue, leavingOut volatile: VolatileHasher) throws -> StateHash {
    var state = state
    for change in changes { for member in change.added { member.remove(from: &state) } }
    return try volatile.hash(JSONDocument(Array(state.compact.utf8)).root)
  }

  /// Whether a place of the state is in what was added.
  func added(at pointer: String) -> Bool {
    guard let place = try? JSONPointer(pointer) else { return false }
    return changes.contains { $0.added.contains { $0.holds(place) } }
  }

  /// Renames the cases of an action that has a path; `false` if it has another one, and is left as it is.
  ///
  /// An enum's value is encoded as `{case: {label: payload}}`, where the payload of one without a label has the key `_0`.
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
