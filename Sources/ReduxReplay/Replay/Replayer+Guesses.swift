import ReduxJournal
import StateCoding
import StateTree

/// Explaining states and actions that the app doesn't have.
extension Replayer {
  /// The reason why a recorded state isn't one of the app's, with the members that may have been renamed.
  func explain(_ state: JSONNode, because cause: any Error) -> String {
    // With the detail `names`, a snapshot has nothing else.
    if state.member(named: "$opaque") != nil { return "only the name of its type was recorded" }
    guard let error = cause as? DecodingError else { return cause.explanation }
    // The explanation of a single unknown member is a guess itself.
    if case .keyNotFound(let key, let context) = error,
      let unknown = (context.underlyingError as? MissingMember)?.unknown,
      unknown.count == 1
    {
      let place = JSONPointer(tokens: context.codingPath.map(\.stringValue))
      let guess = RenameGuess(old: place.appending(unknown[0]), new: place.appending(key.stringValue))
      return error.explanation + (guess.declaration.map { " (\($0))" } ?? "")
    }
    return error.explanation + differences(of: state.value).guesses.clause
  }

  /// The problem with an intact state that encodes differently once it is decoded; `nil` if that isn't the case.
  func explainChange(of state: JSONNode, decodedAs decoded: App.State) -> ReplayError.Problem? {
    guard let kept = try? encoder.tree(decoded) else { return nil }
    let recorded = state.value
    let lost = RenameGuess.compare(recorded, with: kept).gone
    guard lost.isEmpty else {
      return .undecodableState(
        reason: "it has \(lost.listed), which the app's state doesn't keep" + differences(of: recorded).guesses.clause)
    }
    guard let change = kept.firstDifference(from: recorded, at: .root) else { return nil }
    return .changedByCoding(
      pointer: change.pointer.description, recorded: change.expected?.excerpt ?? "no value",
      now: change.found?.excerpt ?? "no value")
  }

  /// The differences between the shapes of a recorded state and the app's initial state.
  private func differences(of state: JSONValue) -> (guesses: [RenameGuess], gone: [String]) {
    guard let initial = try? encoder.tree(App.initialState) else { return ([], []) }
    return RenameGuess.compare(state, with: initial)
  }

  /// The problem with an action that can't be decoded.
  func problem(with action: PlainAction, at line: JournalLine, because cause: any Error) throws -> ReplayError.Problem {
    if let cause = cause as? ActionRenameError { return .wrongRename(reason: "\(cause)") }
    let label = try record(of: line).type
    let upgrade = schemas?.upgrade(at: line.offset)
    let upcast = try? upgrade?.action(action.action, type: action.swiftType) { label }
    var reason = withAllUnknownTypes(cause).explanation
    if let renames = upcast?.renames, !renames.isEmpty {
      reason = "renamed by " + renames.map { "\"\($0.old)\": \"\($0.new)\"" }.joined(separator: ", ") + ", " + reason
    }
    if let unknown = (cause as? DecodingError)?.unknownCase {
      let node = upcast?.action.root ?? action.action
      let type = upcast.map(\.type) ?? action.swiftType
      if let name = newName(of: unknown, in: node.value, type: type, module: action.module) {
        reason += "; renamed to \(name)?"
      }
    }
    if let upgrade { reason += try unusedRenames(of: upgrade) }
    return .undecodableAction(type: label, reason: reason)
  }

  /// The renames that fit no action of the journal, for the end of a sentence; empty for none.
  private func unusedRenames(of upgrade: SchemaUpgrade) throws -> String {
    let unused = try upgrade.unusedRenames()
    guard let first = unused.first else { return "" }
    return "; no action of the journal fits the \(unused.count == 1 ? "rename" : "renames") of "
      + unused.map { "\"\($0.rename.old)\"" }.enumerated + "; it has "
      + (try upgrade.actions(before: first.index)).map(\.label).listed
  }

  /// Adds the names of all types in the journal that the app doesn't have to an error of one of them.
  private func withAllUnknownTypes(_ cause: any Error) -> any Error {
    func names(but name: String?) -> [String] {
      let recorded = schemas?.actions ?? RecordedActions(of: file)
      var names: [String] = []
      for (schema, action) in recorded.all() {
        let upgrade = schemas?.upgrades.first { $0.schema == schema }
        let current = (try? upgrade?.current(action)) ?? action
        guard let type = current.type, type != name, !names.contains(type), let find = actions.type else { continue }
        do { _ = try find(type, action.module) } catch {
          if error is UnknownActionType || (error as? ActionTypeError)?.problem == .unknown { names.append(type) }
        }
      }
      return names
    }
    if var error = cause as? ActionTypeError, error.problem == .unknown, error.name != nil {
      error.others = names(but: error.name)
      return error
    }
    if var error = cause as? UnknownActionType {
      error.others = names(but: error.name)
      return error
    }
    return cause
  }

  /// The only case that no action of the journal has, and as which the action can be decoded; `nil` for none or several.
  private func newName(
    of unknown: (case: UnknownCase, path: [String]), in action: JSONValue, type: String?, module: String?
  ) -> String? {
    let recorded = (schemas?.actions ?? RecordedActions(of: file)).all().map { schema, action in
      (try? schemas?.upgrades.first { $0.schema == schema }?.current(action)) ?? action
    }
    let used = recorded.filter { $0.type == type && $0.cases.starts(with: unknown.path) }
      .compactMap { $0.cases.dropFirst(unknown.path.count).first }
    let candidates = (unknown.case.known ?? []).filter { name in
      guard !used.contains(name) else { return false }
      var renamed = action
      let old = unknown.path + [unknown.case.name]
      SchemaUpgrade.rename(old[...], to: (unknown.path + [name])[...], in: &renamed)
      guard let document = try? JSONDocument(Array(renamed.compact.utf8)),
        let decoded = try? actions.decode(document.root, swiftType: type, module: module)
      else { return false }
      // A case without a payload accepts any.
      return (decoded as? any Encodable).map { (try? StateEncoder(rules: .off).tree($0)) == renamed } ?? true
    }
    return candidates.count == 1 ? (unknown.path + candidates).joined(separator: ".") : nil
  }
}
