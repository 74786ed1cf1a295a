import RuntimeLayout
import StateCoding

/// The name of an action in a journal.
struct ActionName: Hashable {
  /// The label to search for.
  ///
  /// It is the dotted case path of an enum (`tasks.create`), or a type's qualified name without its module
  /// (`MoviesActions.SetDetail`).
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
    let cases = path.steps.isEmpty ? nil : path.steps.map(\.name).joined(separator: ".")
    if ObjectIdentifier(type) == ObjectIdentifier(Action.self) {
      label = cases ?? TypeName.of(type)
    } else {
      let names = types.names(of: type)
      swiftType = names.qualified
      module = names.module
      label = cases.map { "\(names.qualified).\($0)" } ?? names.qualified
    }
  }
}
