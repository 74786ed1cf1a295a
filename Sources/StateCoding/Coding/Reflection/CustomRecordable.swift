/// A type that decides how its values stand in a journal where reflection writes them, and what an action is called.
///
/// Declare the conformance for a type without an encoding. It may be a type of another module:
///
///     extension ImageCache: CustomRecordable {
///       var recordedForm: RecordedForm { .opaque }
///     }
///
///     extension AnonymousAction: @retroactive CustomRecordable {
///       public var recordedForm: RecordedForm { .members(["payload": payload]).named(id) }
///     }
///
/// A type that is `Encodable` keeps its encoding, so that replays can decode it; only the name counts. With
/// `projecting: Recorder.reflection`, the form counts for these types, too.
public protocol CustomRecordable {
  /// What stands in the journal. It must be pure: the recorder asks for it each time it writes or hashes the value.
  var recordedForm: RecordedForm { get }
}

/// What stands in a journal in place of a value that reflection writes.
public struct RecordedForm {
  enum Content {
    case opaque
    case value(Any)
    case members([(name: String, value: Any)])
  }

  /// `nil` for the value's stored properties.
  let content: Content?
  /// The name of an action; `nil` for the usual one.
  package private(set) var name: String?

  private init(_ content: Content?) { self.content = content }

  /// The value's stored properties, the default.
  public static var own: RecordedForm { RecordedForm(nil) }

  /// Only the name of the type, as `{"$opaque": "ImageCache"}`.
  public static var opaque: RecordedForm { RecordedForm(.opaque) }

  /// Another value, reflected in its turn if it isn't `Encodable`.
  public static func value(_ value: Any) -> RecordedForm { RecordedForm(.value(value)) }

  /// An object of values, each reflected in its turn if it isn't `Encodable`. Members that are `nil` are left out.
  public static func members(_ members: KeyValuePairs<String, Any>) -> RecordedForm {
    RecordedForm(.members(members.map { (name: $0.key, value: $0.value) }))
  }

  /// The same form, with a name for an action, such as `[Todo] fetch`. As the payload of another action's case, its name follows
  /// that case: `binding.email`.
  public func named(_ name: String) -> RecordedForm {
    var form = self
    form.name = name.isEmpty ? nil : name
    return form
  }
}

/// Values whose type decides about their form.
final class CustomForm<Value>: TypedForm {
  let isPlain = false
  private let own: any ReflectedForm

  init(own: any ReflectedForm) { self.own = own }

  func encode(_ address: UnsafeRawPointer, to encoder: any Encoder, _ walk: Reflection) throws {
    guard let content = (read(address) as? any CustomRecordable)?.recordedForm.content else {
      return try own.encode(address, to: encoder, walk)
    }
    try walk.encode(content, of: typeName, to: encoder)
  }
}

extension Reflection {
  /// Encodes what a value's type has decided on.
  func encode(_ content: RecordedForm.Content, of type: String, to encoder: any Encoder) throws {
    // A level of its own ends a form that leads to itself.
    try nest(type, to: encoder) {
      switch content {
      case .opaque: try encodeOpaque(type, to: encoder)
      case .value(let value): try encode(value, to: encoder)
      case .members(let members):
        var container = encoder.container(keyedBy: NameKey.self)
        for (name, value) in namesFirst(members, \.name) { try encode(value, under: NameKey(name), in: &container) }
      }
    }
  }
}
