import StatePrivacy
import StateTree
import Synchronization

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

  /// Returns the pattern in the app's schema for members of recorded states.
  func current(_ pattern: RedactionRules.Pointer) -> RedactionRules.Pointer {
    let text = current(pattern.description)
    return (try? RedactionRules.Pointer(parsing: text)) ?? pattern
  }

  /// The patterns that may not lead to the same values in the app's schema: a closure converts states, or a `*` may stand for a
  /// renamed member.
  func uncertain(_ patterns: [RedactionRules.Pointer]) -> [RedactionRules.Pointer] {
    if changes.contains(where: { $0.upcastState != nil }) { return patterns }
    guard changes.contains(where: { !$0.renamedMembers.isEmpty }) else { return [] }
    return patterns.filter { $0.description.split(separator: "/").contains("*") && current($0) == $0 }
  }

  /// Returns the pointer in the app's schema to a member of a recorded state.
  func current(_ pointer: String) -> String {
    guard let place = try? JSONPointer(pointer) else { return pointer }
    var tokens = place.tokens
    for change in changes { for members in change.renamedMembers { members.rename(in: &tokens) } }
    return tokens == place.tokens ? pointer : JSONPointer(tokens: tokens).description
  }
}

extension ReplayableApp {
  /// Whether the app's schema changes convert actions that were recorded with a schema.
  package static func convertsActions(ofSchema schema: Int?) -> Bool {
    SchemaUpgrade(from: schema ?? 0, to: Self.schema ?? 0, by: schemaChanges)?.changesActions ?? false
  }
}

extension SchemaUpgrade {
  /// The actions of a journal under the names of each version, computed when first needed.
  final class ActionNames: Sendable {
    private let journal: RecordedActions?
    private let schema: Int
    private let known = Mutex<[Int: [RecordedAction]]>([:])

    init(_ journal: RecordedActions?, schema: Int) {
      self.journal = journal
      self.schema = schema
    }

    /// The actions as the change with an index finds them.
    fileprivate func actions(
      before index: Int, _ renamed: (RecordedAction, Int) throws -> RecordedAction
    ) rethrows -> [RecordedAction] {
      if let known = known.withLock({ $0[index] }) { return known }
      let actions =
        index == 0
        ? journal?.actions(ofSchema: schema) ?? []
        : try self.actions(before: index - 1, renamed).map { try renamed($0, index - 1) }
      known.withLock { $0[index] = actions }
      return actions
    }
  }

  /// Returns a recorded action and its type's name in the app's schema.
  ///
  /// - Parameters:
  ///   - recorded: The action.
  ///   - type: Its type's name.
  ///   - label: Returns what `log` prints of it; `nil` if only its JSON is known.
  /// - Returns: The action, its type's name, the renames that were applied, and its name; `nil` for the last if it is as before. Without a
  ///   label, the name may have more cases than the action.
  /// - Throws: `ActionRenameError`, or the errors of closures.
  func action(
    _ recorded: JSONNode, type: String?, label: () throws -> String? = { nil }
  ) throws -> (action: JSONDocument, type: String?, renames: [ActionRename], name: RecordedAction?) {
    var action = recorded.value
    var type = type
    var renames: [ActionRename] = []
    var name: RecordedAction?
    for (index, change) in changes.enumerated() {
      // The label tells cases from other values with one member.
      let shape = RecordedAction(type: type, cases: RecordedAction.cases(in: action))
      if change.renames.contains(where: { $0.fit(shape) != nil }) {
        var named = try name ?? label().map { RecordedAction(label: $0, type: type) } ?? shape
        let (renamed, by) = try self.renamed(named, at: index)
        if !by.isEmpty {
          let count = named.cases.count
          SchemaUpgrade.rename(named.cases[...], to: renamed.cases.prefix(count), in: &action)
          named = renamed
          renames += by
        }
        type = named.type
        name = named
      }
      if let upcast = change.upcastAction {
        let before = RecordedAction.cases(in: action)
        action = try upcast(action, type)
        let cases = RecordedAction.cases(in: action)
        // What a closure leaves as it is keeps its name.
        if cases != before { name = RecordedAction(type: type, cases: cases) }
      }
    }
    var text: [UInt8] = []
    action.appendCompact(to: &text)
    return (try JSONDocument(text), type, renames, name)
  }

  /// The journal's actions as a change finds them; the names that no rename fits are themselves.
  func actions(before index: Int) throws -> [RecordedAction] {
    try names.actions(before: index) { try renamed($0, at: $1).action }
  }

  /// The journal's actions under the names of the app's schema.
  func actions() throws -> [RecordedAction] { try actions(before: changes.count) }

  /// Renames an action by a change.
  private func renamed(
    _ action: RecordedAction, at index: Int
  ) throws -> (action: RecordedAction, by: [ActionRename]) {
    var renamed = action
    var applied: [ActionRename] = []
    for renames in [changes[index].renamedActions, changes[index].renamedTypes] {
      guard let (rename, fit) = try rename(of: action, among: renames, at: index) else { continue }
      let result = try rename.apply(to: action, fit)
      if fit.cases > 0 { renamed.cases = result.cases }
      if renamed.type == action.type { renamed.type = result.type }
      applied.append(rename)
    }
    return (renamed, applied)
  }

  /// The rename that is meant for an action: the one with most of its type's name.
  ///
  /// If a name leaves out parts of the type's name, and fits an action of another type in full, it is meant for that one.
  private func rename(
    of action: RecordedAction, among renames: [ActionRename], at index: Int
  ) throws -> (ActionRename, ActionRename.Fit)? {
    let fits = renames.compactMap { rename in rename.fit(action).map { (rename, $0) } }
      .sorted { ($0.1.types, $0.1.cases, $1.0.old) > ($1.1.types, $1.1.cases, $0.0.old) }
    for (rename, fit) in fits {
      if fit.isExact { return (rename, fit) }
      let others = try actions(before: index).compactMap { action in rename.fit(action).map { (action, $0) } }
      if others.contains(where: \.1.isExact) { continue }
      if Set(others.map(\.0.type)).count > 1 {
        var labels: [String] = []
        for label in others.map({ $0.0.label(upTo: $0.1) }) where !labels.contains(label) { labels.append(label) }
        throw ActionRenameError.ambiguous(rename, labels)
      }
      return (rename, fit)
    }
    return nil
  }

  /// The renames that fit no action of the journal, with the index of their change.
  func unusedRenames() throws -> [(rename: ActionRename, index: Int)] {
    try changes.indices.flatMap { index in
      let actions = try actions(before: index)
      return changes[index].renames.filter { rename in !actions.contains { rename.fit($0) != nil } }
        .map { ($0, index) }
    }
  }

  /// The action to which later changes rename one; `nil` if a closure converts actions, so that it can't be known.
  func renamed(_ action: RecordedAction, after index: Int) throws -> RecordedAction? {
    if changes[index...].contains(where: { $0.upcastAction != nil }) { return nil }
    return try changes.indices.dropFirst(index + 1).reduce(action) { try renamed($0, at: $1).action }
  }

  /// A recorded action under its name in the app's schema, unless closures change its cases.
  func current(_ action: RecordedAction) throws -> RecordedAction {
    try changes.indices.reduce(action) { try renamed($0, at: $1).action }
  }

  /// Renames the cases of an action, as far as its JSON has them.
  static func rename(
    _ old: ArraySlice<String>, to new: ArraySlice<String>, in action: inout JSONValue
  ) {
    guard let name = old.first, let renamed = new.first else { return }
    // An enum with raw values.
    if action == .string(name), old.count == 1 { return action = .string(renamed) }
    guard let object = action.object, object.count == 1, var payload = object[name] else { return }
    if old.count > 1, var labels = payload.object, labels.count == 1, let label = labels.keys.first,
      var inner = labels[label]
    {
      rename(old.dropFirst(), to: new.dropFirst(), in: &inner)
      labels[label] = inner
      payload = .object(labels)
    }
    action = .object(JSONObject([(renamed, payload)]))
  }
}

extension RecordedAction {
  /// Its name up to the cases that a rename fits.
  fileprivate func label(upTo fit: ActionRename.Fit) -> String {
    RecordedAction(type: type, cases: Array(cases.prefix(fit.cases))).label
  }
}
