import ReduxJournal
import StateCoding
import StateTree

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
