/// The requirement that a type must meet for its values to be actions of an app.
///
/// `as? Action` checks a value, but a type that a journal names must be checked before any value of it exists. Swift can't
/// express `type is any P.Type` if `any P` is a generic parameter, so the metatype comes from the protocol's mangled name
/// plus `Xp` (Swift's ABI, "Mangling": existential metatypes).
struct ActionBound<Action> {
  /// The metatype of the types that conform to a protocol.
  private let conforming: Any.Type?

  init() {
    guard !(Action.self is AnyClass), let name = _mangledTypeName(Action.self),
      let metatype = _typeByName(name + "Xp"),
      !ActionBound.isValue(NoAction.self, of: metatype), !ActionBound.isValue(NoActionObject.self, of: metatype)
    else {
      conforming = nil
      return
    }
    conforming = metatype
  }

  /// Whether types can be checked: for a class, and for a protocol of the app that isn't private.
  var isKnown: Bool { conforming != nil || Action.self is AnyClass }

  /// Whether the values of a type are actions.
  func admits(_ type: Any.Type) -> Bool {
    if let conforming { return ActionBound.isValue(type, of: conforming) }
    return Action.self is AnyClass && type is Action.Type
  }

  private static func isValue(_ type: Any.Type, of metatype: Any.Type) -> Bool {
    func isValue<Metatype>(_: Metatype.Type) -> Bool { type as Any is Metatype }
    return _openExistential(metatype, do: isValue)
  }
}

/// A type that isn't an action of any app. A bound that admits it, such as `Any` or `any Codable`, admits every type.
private struct NoAction: Codable, Hashable, Sendable {}

/// The same for `AnyObject`.
private final class NoActionObject: Codable, Sendable {}
