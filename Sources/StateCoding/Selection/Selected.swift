import StateTree

/// A value of which only selected members are encoded.
struct Selected<Value: Encodable>: Encodable {
  let value: Value
  let selection: Selection

  func encode(to encoder: any Encoder) throws {
    if selection.isWhole { return try encodeWhole(value, to: encoder) }
    if let value = value as? any PartlyEncodable { return try value.encode(selection, to: encoder) }
    if value is any TreeEncodableCollection { return try encodeWhole(value, to: encoder) }
    try value.encode(to: SelectingEncoder(encoder: encoder, selection: selection))
  }
}

extension Selected: SelectedValue {
  static var valueType: any Encodable.Type { Value.self }
}

/// A collection that encodes selected elements without looking at the others.
package protocol PartlyEncodable {
  func encode(_ selection: Selection, to encoder: any Encoder) throws
}

/// Encodes a value in place of the one that the encoder belongs to.
private func encodeWhole(_ value: some Encodable, to encoder: any Encoder) throws {
  var container = encoder.singleValueContainer()
  try container.encode(value)
}

extension Array: PartlyEncodable where Element: Encodable {
  package func encode(_ selection: Selection, to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for index in 0..<selection.elementCount(of: count) {
      guard let part = selection[String(index)] else {
        try container.encodeNil()
        continue
      }
      try container.encode(part.part(of: self[index]))
    }
  }
}

extension ContiguousArray: PartlyEncodable where Element: Encodable {
  package func encode(_ selection: Selection, to encoder: any Encoder) throws {
    try Array(self).encode(selection, to: encoder)
  }
}

extension Dictionary: PartlyEncodable where Key: Encodable, Value: Encodable {
  package func encode(_ selection: Selection, to encoder: any Encoder) throws {
    var members: [String: Selected<Value>] = [:]
    func add(_ key: String, _ value: Value) {
      guard let part = selection[key] else { return }
      // Only a wrapped value of such a type is encoded like the value itself.
      let isWhole = part.isWhole || !(part.part(of: value) is Selected<Value>)
      members[key] = Selected(value: value, selection: isWhole ? .whole : part)
    }
    if Key.self == String.self {
      let entries = same(self, as: [String: Value].self)
      for key in selection.members.keys.flatMap({ [$0, "_" + $0] }) { entries[key].map { add(key, $0) } }
    } else {
      guard let keys = keys(in: encoder) else { return try encodeWhole(self, to: encoder) }
      for (key, value) in zip(keys, values) { add(key, value) }
    }
    // As a dictionary, because the rules take its keys for data.
    try encodeWhole(members, to: encoder)
  }

  /// The keys of the object, in the order of the entries; `nil` if an encoder may write an array.
  private func keys(in encoder: any Encoder) -> [String]? {
    guard encoder.userInfo.isEmpty || Key.self is any CodingKeyRepresentable.Type else { return nil }
    let objectKey = Self.objectKey(ObjectKeyReader(userInfo: [:], refusesRedacted: true))
    let keys = keys.compactMap(objectKey)
    guard keys.count == count, Set(keys.map { ByteString($0.text) }).count == count,
      keys.allSatisfy({ $0.kind == keys[0].kind })
    else { return nil }
    return keys.map(\.text)
  }
}
