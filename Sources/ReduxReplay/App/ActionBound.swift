/// What a type has to be so that its values are actions of an app.
///
/// Values can be asked with `as? Action`; but where a journal names the type, none may be made before the type has been
/// asked. Swift has no way to ask `type is any P.Type` where `any P` is a generic parameter. So that metatype is made from
/// the name of the protocol, to which `Xp` is added (Swift's ABI, "Mangling": existential metatypes).
struct ActionBound<Action> {
  /// The metatype of what conforms to a protocol.
  private let conforming: Any.Type?

  init() {
    guard !(Action.self is AnyClass), let name = _mangledTypeName(Action.self),
      let metatype = _typeByName(name + "Xp"),
      !ActionBound.isValue(Stranger.self, of: metatype), !ActionBound.isValue(StrangeObject.self, of: metatype)
    else {
      conforming = nil
      return
    }
    conforming = metatype
  }

  /// Whether types can be asked: for a class, and a protocol of the app's own that isn't private.
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

/// Nobody's action: whatever takes it takes any type, as `Any` and `any Codable` do.
private struct Stranger: Codable, Hashable, Sendable {}

/// The same for `AnyObject`.
private final class StrangeObject: Codable, Sendable {}
