import StatePrivacy
import StateTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The stand-in for secrets of a type; determined once per type.
enum StandIn: TypeKnowledge {
  static let table = TypeTable<StandIn>()
  static func id(of type: any Encodable.Type) -> ObjectIdentifier { ObjectIdentifier(type) }

  /// The encoded value, with each scalar replaced.
  case parts
  /// A value, for a type that can't be decoded from replaced parts, such as `UUID`.
  case value(JSONValue)
  /// The first case of an enum.
  case firstCase(JSONValue)
  /// A value, unless parts of the secret may be written.
  case whole(JSONValue)
  /// The stand-in for the kind of JSON value.
  case json

  /// The stand-in for data.
  static let data = JSONValue.string(Data(SecretFormat.redactedText.utf8).base64EncodedString())

  init(_ type: any Encodable.Type) {
    self =
      switch type as Any.Type {
      case is JSONValue.Type: .json
      case let selected as any SelectedValue.Type: StandIn.selected(selected.valueType)
      case is Data.Type: .value(StandIn.data)
      case is URL.Type: .value(.string(SecretFormat.redactedText + ":"))
      case is UUID.Type: .value(.string("00000000-0000-0000-0000-000000000000"))
      case is Decimal.Type: .value(.number(0))
      case is TimeZone.Type: .value(["identifier": "GMT"])
      case let type as any SecretStandIn.Type: StandIn.chosen(by: type)
      case let collection as any TreeEncodableCollection.Type: .whole(collection.emptyTree)
      case let optional as any OptionalType.Type where optional.isNested: .value(.null)
      case let cases as any (CaseIterable & Encodable).Type: StandIn.firstCase(of: cases)
      default: .parts
      }
  }

  /// Parts of a JSON value come without a wrapper.
  private static func selected(_ type: any Encodable.Type) -> StandIn {
    if case .json = StandIn(type) { .parts } else { StandIn(type) }
  }

  private static func chosen<Chosen: SecretStandIn>(by _: Chosen.Type) -> StandIn {
    (try? StateEncoder().tree(Chosen.standIn)).map { .whole($0) } ?? .parts
  }

  private static func firstCase<Cases: CaseIterable & Encodable>(of _: Cases.Type) -> StandIn {
    Cases.allCases.first.flatMap { try? StateEncoder().tree($0) }.map { .firstCase($0) } ?? .parts
  }

  /// Whether a value is a case of an enum with raw values, whose text is a name of the app and not a secret.
  static func isCase(_ value: Any) -> Bool {
    value is any RawRepresentable && Mirror(reflecting: value).displayStyle == .enum
  }

  /// The stand-in for a JSON value.
  static func json(for value: JSONValue) -> JSONValue {
    switch value {
    case .null: .null
    case .bool: .bool(false)
    case .number: .number(0)
    case .string: .string(SecretFormat.redactedText)
    case .array: .array([])
    case .object: .object(JSONObject())
    }
  }
}

/// The type of a value of which only selected members are encoded.
protocol SelectedValue {
  static var valueType: any Encodable.Type { get }
}
