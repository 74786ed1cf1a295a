import StateCoding

extension ReplayableApp {
  /// The coding of the app's actions, which also searches the modules of the app's own types.
  package static var coding: ActionCoding<Action> {
    let actions = actions
    return actions.searching?({ modules }) ?? actions
  }

  /// The modules of the app, its state, and the state's members.
  private static var modules: [String] {
    let members = Mirror(reflecting: initialState).children.map { Swift.type(of: $0.value) as Any.Type }
    return ([Self.self, State.self] + members).flatMap(TypeName.modules)
  }
}
