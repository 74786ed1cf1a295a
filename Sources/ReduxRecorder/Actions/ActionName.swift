import RuntimeLayout
import StateCoding

/// The name of an action in a journal.
struct ActionName: Hashable {
  /// The label to search for.
  ///
  /// It is the dotted case path of an enum (`tasks.create`), or a type's qualified name without its module
  /// (`MoviesActions.SetDetail`), followed by the case of a member `actionType`, `type` or `kind` (`ToolbarAction.showTabs`), or by
  /// the property that `keyPath` leads to. A `CustomRecordable` action has its own name.
  var label: String
  /// The name of the action's type, if the store's action type is a protocol.
  var swiftType: String?
  /// The module of that type, if both names together identify it.
  var module: String?

  /// The name of a step that is no action.
  init(label: String) { self.label = label }

  /// Names an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - types: The cache of type names.
  init<Action>(of action: Action, types: inout TypeNames) {
    self.init(of: action, path: CasePath(of: action), types: &types)
  }

  /// Names an action whose cases are known.
  init<Action>(of action: Action, path: CasePath, types: inout TypeNames) {
    let type = Swift.type(of: action as Any)
    let names = types.names(of: type)
    if ObjectIdentifier(type) != ObjectIdentifier(Action.self) {
      swiftType = names.qualified
      module = names.module
    } else if !path.steps.isEmpty {
      label = path.steps.map(\.name).joined(separator: ".")
      return
    }
    if let name = (action as? any CustomRecordable)?.recordedForm.name {
      label = name
      return
    }
    let cases =
      path.steps.isEmpty
      ? names.kindMember.flatMap { ActionName.kind(of: action, in: $0) }
      : path.steps.map(\.name).joined(separator: ".")
    label = cases.map { "\(names.qualified).\($0)" } ?? names.qualified
  }

  /// The case of a member, if it has no payload.
  private static func kind(of action: Any, in member: String) -> String? {
    guard let value = Reflection.members(of: action).first(where: { $0.name == member })?.value else { return nil }
    if let path = value as? AnyKeyPath { return path.memberName }
    return Mirror(reflecting: value).children.isEmpty ? Reflection.caseName(of: value) : nil
  }
}
