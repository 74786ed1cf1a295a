import StateTree

/// The new name of an action: of its type, its cases, or both.
///
/// The old name is what `log` prints, or its beginning. The first parts of the type's name may be missing.
struct ActionRename: Hashable {
  let old: String
  let new: String
  private let oldParts: [String]
  private let newParts: [String]
  /// Whether only types are renamed.
  private let isOfTypes: Bool

  init(_ old: String, to new: String, isOfTypes: Bool) {
    self.old = old
    self.new = new
    oldParts = DottedName.parts(old)
    newParts = DottedName.parts(new)
    self.isOfTypes = isOfTypes
  }

  /// How the old name fits an action.
  struct Fit {
    /// The number of its parts that are the end of the type's name.
    var types: Int
    /// The number of its parts that are the first cases.
    var cases: Int
    /// Whether it has the type's whole name.
    var isExact: Bool
  }

  /// How the old name fits an action, with as many parts of the type's name as possible; `nil` if it doesn't.
  func fit(_ action: RecordedAction) -> Fit? {
    let type = action.type.map { DottedName.parts($0) } ?? []
    for types in stride(from: min(oldParts.count, type.count), through: 0, by: -1) {
      let cases = oldParts.count - types
      guard cases <= action.cases.count, !isOfTypes || cases == 0, types + cases > 0 else { continue }
      if oldParts.prefix(types) == type.suffix(types), oldParts.suffix(cases) == action.cases.prefix(cases) {
        return Fit(types: types, cases: cases, isExact: types == type.count)
      }
    }
    return nil
  }

  /// The renamed action.
  ///
  /// - Throws: `ActionRenameError` if the new name has too few or too many parts.
  func apply(to action: RecordedAction, _ fit: Fit) throws(ActionRenameError) -> RecordedAction {
    guard newParts.count >= max(fit.cases, 1) else { throw .cases(self, fit.cases) }
    var action = action
    action.cases.replaceSubrange(..<fit.cases, with: newParts.suffix(fit.cases))
    let type = newParts.dropLast(fit.cases)
    guard !type.isEmpty else { return action }
    let recorded = action.type.map { DottedName.parts($0) } ?? []
    // The old name may leave out parts that the new one has.
    if fit.types == 0 {
      guard !recorded.isEmpty, recorded.suffix(type.count) == type else { throw .cases(self, fit.cases) }
    } else {
      action.type = (recorded.dropLast(fit.types) + type).joined(separator: ".")
    }
    return action
  }

  /// The actions that the new name can mean in an app: one type's cases, or a type and its cases.
  func targets(hasTypes: Bool) -> [RecordedAction] {
    if !hasTypes { return [RecordedAction(type: nil, cases: newParts)] }
    return stride(from: newParts.count, to: 0, by: -1).map { count in
      RecordedAction(type: newParts.prefix(count).joined(separator: "."), cases: Array(newParts.dropFirst(count)))
    }
  }

  /// Whether the new name names a type, as far as its spelling shows.
  var namesType: Bool { newParts.contains { $0.first?.isUppercase == true } }
}

/// The error of a rename that can't be applied.
enum ActionRenameError: Error, Hashable {
  /// The old name fits actions of several types.
  case ambiguous(ActionRename, [String])
  /// The new name doesn't have a name for each renamed case.
  case cases(ActionRename, Int)
  /// The old name fits no action of the journal, and the new one none of the app.
  case unknown(ActionRename, app: String, journal: [String])
}

extension ActionRenameError: CustomStringConvertible {
  var description: String {
    switch self {
    case .ambiguous(let rename, let labels):
      "\"\(rename.old)\" is renamed to \"\(rename.new)\", but fits actions of several types: \(labels.enumerated); "
        + "use one of these names"
    case .cases(let rename, let count):
      "\"\(rename.old)\" is renamed to \"\(rename.new)\", which must name \(count == 1 ? "1 case" : "\(count) cases"), "
        + "after the type if at all"
    case .unknown(let rename, let app, let journal):
      "\"\(rename.old)\" is renamed to \"\(rename.new)\", but the journal has no such action, and the app has none "
        + "either: \(app); the journal has \(journal.listed)"
    }
  }
}

extension [String] {
  /// The first strings, separated by commas, and the number of the others.
  var listed: String {
    let limit = 16
    if isEmpty { return "no replayable actions" }
    return prefix(limit).joined(separator: ", ") + (count > limit ? " and \(count - limit) more" : "")
  }
}
