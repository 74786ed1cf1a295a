import ReduxJournal
import StateTree

extension Replayer {
  /// Whether any session has an older schema than the app, so that its states and actions are changed.
  package var needsUpgrade: Bool { schemas?.needsUpgrade ?? false }

  /// The action in a line as the app has it now.
  func decode(_ action: PlainAction, at line: JournalLine) throws -> App.Action {
    guard let upgrade = schemas?.upgrade(at: line.offset) else {
      return try actions.decode(action.action, swiftType: action.swiftType, module: action.module)
    }
    let upcast = try upgrade.action(action.action, type: action.swiftType)
    return try actions.decode(upcast.action.root, swiftType: upcast.type, module: action.module)
  }

  /// Refuses a journal whose states would have to be brought to the app's schema: a copy with them would have hashes and
  /// actions of one shape and a header that names another.
  ///
  /// - Throws: `ReplayError`.
  func checkHasNoOlderSchema() throws {
    guard needsUpgrade, let oldest = schemas?.recorded.first else { return }
    throw ReplayError(
      path: file.path, line: nil, offset: nil, seq: nil,
      problem: .olderSchema(recorded: oldest, app: App.schema ?? 0))
  }
}
