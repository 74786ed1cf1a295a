import StateTree

/// What an action is called in a journal.
struct ActionName: Hashable {
  /// The label that people search for: the dotted case path of an enum (`tasks.create`), or a type's qualified name
  /// without its module (`MoviesActions.SetDetail`).
  var label: String
  /// The name of the action's type, where the store's action type is a protocol.
  var swiftType: String?

  /// Names an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - json: Its JSON text, which names the case where the value itself hides it.
  init<Action>(of action: Action, json: [UInt8]) {
    self.init(of: action, path: CasePath(of: action, json: json))
  }

  /// Names an action whose cases are known.
  init<Action>(of action: Action, path: CasePath) {
    let type = Swift.type(of: action as Any)
    let cases = path.steps.isEmpty ? nil : path.steps.map(\.name).joined(separator: ".")
    if ObjectIdentifier(type) == ObjectIdentifier(Action.self) {
      label = cases ?? TypeName.of(type)
    } else {
      let name = TypeName.of(type)
      swiftType = name
      label = cases.map { "\(name).\($0)" } ?? name
    }
  }
}
