import StateTree

/// The names of the actions that a recorder has met.
///
/// Finding a name by reflection takes longer than all else that recording an action does (2 µs), so names are kept by what
/// tells them: the action's type, and for an enum the trail that encoding it has left.
struct ActionNames {
  private struct Key: Hashable {
    var type: ObjectIdentifier
    var trail: CaseTrail
  }

  /// By what a name is told; `nil` where it takes a look at each value.
  private var names: [Key: ActionName?] = [:]
  private var types = TypeNames()
  private var lastKey: Key?
  private var lastName: ActionName?

  /// How many are kept: generic types may be any number.
  private static let limit = 4096

  /// The name of an action of any type.
  mutating func name<Action>(of action: Action, json: [UInt8]) -> ActionName {
    ActionName(of: action, json: json, types: &types)
  }

  /// The name of an action whose type is the store's action type.
  mutating func name<Action>(of action: Action, json: [UInt8], trail: CaseTrail) -> ActionName {
    let key = Key(type: ObjectIdentifier(Action.self), trail: trail)
    if key == lastKey, let lastName { return lastName }
    guard let known = names[key] else { return learn(action, json: json, key: key) }
    guard let name = known else { return ActionName(of: action, json: json, types: &types) }
    (lastKey, lastName) = (key, name)
    return name
  }

  private mutating func learn<Action>(_ action: Action, json: [UInt8], key: Key) -> ActionName {
    let path = CasePath(of: action, json: json)
    let name = ActionName(of: action, path: path, types: &types)
    if names.count < ActionNames.limit { names[key] = .some(path.isTold(by: key.trail) ? name : nil) }
    return name
  }
}
