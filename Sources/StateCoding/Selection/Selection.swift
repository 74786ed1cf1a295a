import StatePrivacy
import StateTree

/// The values of a state that a question names, as a tree of their pointers.
package struct Selection: Hashable, Sendable {
  /// Whether a value is selected with everything in it.
  package private(set) var isWhole = false
  package private(set) var members: [String: Selection] = [:]

  /// Selects the values at pointers; the root's pointer selects everything.
  package init(_ pointers: [JSONPointer]) {
    for pointer in pointers { insert(pointer.tokens[...]) }
  }

  /// Everything.
  package static let whole = Selection([.root])

  private mutating func insert(_ tokens: ArraySlice<String>) {
    guard !isWhole else { return }
    guard let token = tokens.first else {
      isWhole = true
      return members = [:]
    }
    members[token, default: Selection([])].insert(tokens.dropFirst())
  }

  /// The part that a key leads to; `nil` if nothing there is selected.
  ///
  /// An `@Observable` type encodes its property `count` as `_count`.
  package subscript(key: String) -> Selection? {
    if isWhole { return self }
    return members[key] ?? (key.utf8.first == UInt8(ascii: "_") ? members[String(key.dropFirst())] : nil)
  }

  /// The number of elements of an array up to the last selected one.
  func elementCount(of count: Int) -> Int {
    if isWhole { return count }
    return members.keys.compactMap(JSONPointer.index).filter { $0 < count }.reduce(0) { max($0, $1 + 1) }
  }

  /// The names in an object that decide how the rules apply to another member. They are encoded with it.
  static let companions: Set<String> = Set(SecretPair.companions + ["op", "path"])

  /// Returns the selected part of a value, to encode in its place.
  package func part<Value: Encodable>(of value: Value) -> any Encodable {
    if isWhole { return value }
    switch EncodingStrategy.table.knowledge(of: Value.self, ObjectIdentifier(Value.self)) {
    case .plain, .keepingHash, .table, .collection: return Selected(value: value, selection: self)
    case .json: return part(of: same(value, as: JSONValue.self))
    default: return value
    }
  }

  private func part(of value: JSONValue) -> JSONValue {
    if isWhole { return value }
    switch value {
    case .object(let object):
      return .object(
        JSONObject(
          object.compactMap { key, member in
            if let part = self[key] { return (key, part.part(of: member)) }
            return Selection.companions.contains(key) ? (key, member) : nil
          }))
    case .array(let elements):
      return .array(
        elements.prefix(elementCount(of: elements.count)).enumerated().map { index, element in
          self[String(index)]?.part(of: element) ?? .null
        })
    case .null, .bool, .number, .string: return value
    }
  }
}

extension StateEncoder {
  /// The selected members of a value as JSON text, where the whole text has them.
  ///
  /// Other members are left out, and other elements before a selected one are `null`. Rules apply as to the whole value.
  ///
  /// - Throws: As `encode(_:)`.
  package func encode(_ value: some Encodable, only selection: Selection) throws -> [UInt8] {
    try encode(selection.part(of: value))
  }
}
