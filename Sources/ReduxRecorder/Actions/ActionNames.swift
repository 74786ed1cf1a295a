import StateCoding

/// A cache of action names.
///
/// Finding a name by reflection takes longer than the rest of recording an action (2 µs). The key is the action's type
/// and, for an enum, the trail of its encoding.
struct ActionNames {
  private struct Key: Hashable {
    var type: ObjectIdentifier
    var trail: CaseTrail
  }

  /// The cached names; `nil` for keys that don't determine the name.
  private var names: [Key: ActionName?] = [:]
  private var types = TypeNames()
  private var lastKey: Key?
  private var lastName: ActionName?

  /// The maximum number of cached names, because generic types are unlimited.
  private static let limit = 4096

  /// The name of an action of any type.
  mutating func name<Action>(of action: Action) -> ActionName {
    ActionName(of: action, types: &types)
  }

  /// The name of an action whose type is the store's action type.
  mutating func name<Action>(of action: Action, trail: CaseTrail) -> ActionName {
    let key = Key(type: ObjectIdentifier(Action.self), trail: trail)
    if key == lastKey, let lastName { return lastName }
    guard let known = names[key] else { return learn(action, key: key) }
    guard let name = known else { return ActionName(of: action, types: &types) }
    (lastKey, lastName) = (key, name)
    return name
  }

  private mutating func learn<Action>(_ action: Action, key: Key) -> ActionName {
    let path = CasePath(of: action)
    let name = ActionName(of: action, path: path, types: &types)
    let isDetermined = path.isDetermined(by: key.trail) && types.names(of: Action.self).kindMember == nil
    if names.count < ActionNames.limit { names[key] = .some(isDetermined ? name : nil) }
    return name
  }
}
