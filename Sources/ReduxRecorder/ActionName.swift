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
    let type = Swift.type(of: action as Any)
    let isBehindProtocol = ObjectIdentifier(type) != ObjectIdentifier(Action.self)
    let path = ActionName.casePath(of: action, json: json)
    if isBehindProtocol {
      let name = TypeName.of(type)
      swiftType = name
      label = path.map { "\(name).\($0)" } ?? name
    } else {
      label = path ?? TypeName.of(type)
    }
  }

  /// The cases of an enum and of the enums in it, as far as each holds just the next.
  private static func casePath(of value: Any, json: [UInt8]?) -> String? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    guard let payload = mirror.children.first else { return bareCase(value, json: json) }
    guard let name = payload.label else { return nil }
    guard !(payload.value is any RawRepresentable), !(payload.value is JSONValue),
      let inner = casePath(of: payload.value, json: nil)
    else { return name }
    return "\(name).\(inner)"
  }

  /// A case without a payload is told by its description, unless the type has one of its own.
  private static func bareCase(_ value: Any, json: [UInt8]?) -> String? {
    guard value is any CustomStringConvertible || value is any CustomDebugStringConvertible else { return "\(value)" }
    guard let json, let document = try? JSONDocument(json), document.root.kind == .object else { return nil }
    return document.root.members.first?.key
  }
}
