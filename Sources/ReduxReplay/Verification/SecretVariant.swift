import StateTree

/// Values to put in place of the stand-ins for redacted values, so that a reducer shows whether it uses them.
///
/// Reducers may rely on the form of a value, so the values stay near the stand-ins: no text is empty, and numbers are small.
struct SecretVariant: Sendable {
  private let text: @Sendable (Int) -> String
  private let data: String
  private let offset: Int

  /// Texts of digits, of letters, short ones, and ones that can be taken apart.
  static let all = [
    SecretVariant(text: { String(10_000_000 + $0) }, data: "MTAwMDAwMDE=", offset: 0),
    SecretVariant(text: { "Other-secret-\($0)" }, data: "T3RoZXItc2VjcmV0LTE=", offset: 100),
    SecretVariant(text: { String(1000 + $0) }, data: "MTAwMQ==", offset: 10),
    SecretVariant(
      text: { "user\($0):first.second@example.org/path?key=value other-word" }, data: "eyJpZCI6MX0=", offset: 1000),
  ]

  private static let standIn = "redacted"
  private static let standInData = "cmVkYWN0ZWQ="
  private static let standInUUID = "00000000-0000-0000-0000-000000000000"

  /// Which stand-ins to replace, beside texts: `0`, `false` and the nil UUID may also be ordinary values.
  enum Others {
    case none
    case all
    /// Those that stand in this tree, too.
    case of(JSONValue?)

    fileprivate func include(_ value: JSONValue) -> Bool {
      switch self {
      case .none: false
      case .all: true
      case .of(let tree): tree == value
      }
    }

    fileprivate func member(_ key: String) -> Others {
      guard case .of(let tree) = self else { return self }
      return .of(tree?.object?[key])
    }

    fileprivate func element(_ index: Int, of count: Int) -> Others {
      guard case .of(let tree) = self else { return self }
      return .of(tree?.array.flatMap { $0.count == count ? $0[index] : nil })
    }
  }

  /// Whether a tree contains a text that stands for a redacted one.
  static func isText(in tree: JSONValue) -> Bool {
    switch tree {
    case .null, .bool, .number: false
    case .string(let text): text == standInData || text.contains(standIn)
    case .array(let elements): elements.contains(where: isText)
    case .object(let object): object.values.contains(where: isText)
    }
  }

  /// Replaces the stand-ins in a tree, each by another value, and returns their number.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - others: The stand-ins that are not texts.
  ///   - start: The number of the first value.
  /// - Returns: How many stand-ins it replaced.
  func replaceStandIns(in tree: inout JSONValue, _ others: Others, from start: Int = 0) -> Int {
    var number = start
    tree = replaced(tree, others, &number)
    return number - start
  }

  private func replaced(_ tree: JSONValue, _ others: Others, _ number: inout Int) -> JSONValue {
    switch tree {
    case .null: return tree
    case .string(SecretVariant.standInData):
      number += 1
      return .string(data)
    case .string(SecretVariant.standInUUID), .bool(false), .number(0):
      guard others.include(tree) else { return tree }
      number += 1
      return other(than: tree, number)
    case .string(let value) where value.contains(SecretVariant.standIn):
      number += 1
      return .string(value.replacing(SecretVariant.standIn, with: text(number)))
    case .string, .bool, .number: return tree
    case .array(let elements):
      return .array(
        elements.enumerated().map { replaced($1, others.element($0, of: elements.count), &number) })
    case .object(let object):
      return .object(
        JSONObject(
          zip(object.keys, object.values).map { ($0, replaced($1, others.member($0), &number)) }))
    }
  }

  /// Another value of the same kind; for containers, other values in them.
  func other(than value: JSONValue, _ number: Int) -> JSONValue {
    switch value {
    case .null: return .string(text(number))
    case .bool(let value): return .bool(!value)
    case .number(let value): return .number(sum(value, offset + number))
    case .string(SecretVariant.standInUUID):
      return .string("00000000-0000-4000-8000-\(100_000_000_000 + offset + number)")
    case .string: return .string(text(number))
    case .array(let elements): return .array(elements.map { other(than: $0, number) })
    case .object(let object):
      return .object(JSONObject(zip(object.keys, object.values).map { ($0, other(than: $1, number)) }))
    }
  }
  private func sum(_ value: JSONNumber, _ addend: Int) -> JSONNumber {
    if let integer = Int(value.literal) { return JSONNumber(integer &+ addend) }
    return JSONNumber(value.double + Double(addend)) ?? JSONNumber(addend)
  }
}
