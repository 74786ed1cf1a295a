import StateTree

/// What an action is called in a journal.
struct ActionName: Hashable {
  /// The label that people search for: the dotted case path of an enum (`tasks.create`), or a type's qualified name
  /// without its module (`MoviesActions.SetDetail`).
  var label: String
  /// The name of the action's type, where the store's action type is a protocol.
  var swiftType: String?
  /// The module in which that type is, if it is found again by both names.
  var module: String?

  /// Names an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - json: Its JSON text, which names the case where the value itself hides it.
  ///   - types: The names of the types that were met.
  init<Action>(of action: Action, json: [UInt8], types: inout TypeNames) {
    self.init(of: action, path: CasePath(of: action, json: json), types: &types)
  }

  /// Names an action whose cases are known.
  init<Action>(of action: Action, path: CasePath, types: inout TypeNames) {
    let type = Swift.type(of: action as Any)
    let cases = path.steps.isEmpty ? nil : path.steps.map(\.name).joined(separator: ".")
    if ObjectIdentifier(type) == ObjectIdentifier(Action.self) {
      label = cases ?? TypeName.of(type)
    } else {
      let names = types.names(of: type)
      swiftType = names.spoken
      module = names.module
      label = cases.map { "\(names.spoken).\($0)" } ?? names.spoken
    }
  }
}
