/// An encoder that passes only selected members on to another, which sees them at their places.
struct SelectingEncoder: Encoder {
  /// `nil` discards everything.
  let encoder: (any Encoder)?
  let selection: Selection

  var codingPath: [any CodingKey] { encoder?.codingPath ?? [] }
  var userInfo: [CodingUserInfoKey: Any] { encoder?.userInfo ?? [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(SelectingKeyedContainer(container: encoder?.container(keyedBy: type), selection: selection))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    SelectingUnkeyedContainer(container: encoder?.unkeyedContainer(), selection: selection)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SelectingSingleValueContainer(container: encoder?.singleValueContainer(), selection: selection)
  }
}

private struct SelectingKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  var container: KeyedEncodingContainer<Key>?
  let selection: Selection

  var codingPath: [any CodingKey] { container?.codingPath ?? [] }

  private func part(_ key: Key) -> Selection? {
    let name = key.stringValue
    return selection[name] ?? (Selection.companions.contains(name) ? .whole : nil)
  }

  mutating func encodeNil(forKey key: Key) throws { if part(key) != nil { try container?.encodeNil(forKey: key) } }
  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    if let part = part(key) { try container?.encode(part.part(of: value), forKey: key) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let part = part(key)
    let nested = part == nil ? nil : container?.nestedContainer(keyedBy: type, forKey: key)
    return KeyedEncodingContainer(SelectingKeyedContainer<NestedKey>(container: nested, selection: part ?? selection))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let part = part(key)
    return SelectingUnkeyedContainer(
      container: part == nil ? nil : container?.nestedUnkeyedContainer(forKey: key), selection: part ?? selection)
  }

  mutating func superEncoder() -> any Encoder {
    SelectingEncoder(encoder: container?.superEncoder(), selection: selection["super"] ?? Selection([]))
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    let part = part(key)
    return SelectingEncoder(
      encoder: part == nil ? nil : container?.superEncoder(forKey: key), selection: part ?? selection)
  }
}

private struct SelectingUnkeyedContainer: UnkeyedEncodingContainer {
  var container: (any UnkeyedEncodingContainer)?
  let selection: Selection
  /// The number of elements so far.
  private(set) var count = 0

  init(container: (any UnkeyedEncodingContainer)?, selection: Selection) {
    self.container = container
    self.selection = selection
  }

  var codingPath: [any CodingKey] { container?.codingPath ?? [] }

  /// The part for the next element, in place of which `null` is written if nothing in it is selected.
  private mutating func next() throws -> Selection? {
    defer { count += 1 }
    guard let part = selection[String(count)] else {
      try container?.encodeNil()
      return nil
    }
    return part
  }

  mutating func encodeNil() throws {
    count += 1
    try container?.encodeNil()
  }
  mutating func encode(_ value: some Encodable) throws {
    if let part = try next() { try container?.encode(part.part(of: value)) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = container?.nestedContainer(keyedBy: type)
    return KeyedEncodingContainer(SelectingKeyedContainer<NestedKey>(container: nested, selection: nextNested()))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let nested = container?.nestedUnkeyedContainer()
    return SelectingUnkeyedContainer(container: nested, selection: nextNested())
  }

  mutating func superEncoder() -> any Encoder {
    let nested = container?.superEncoder()
    return SelectingEncoder(encoder: nested, selection: nextNested())
  }

  private mutating func nextNested() -> Selection {
    defer { count += 1 }
    return selection[String(count)] ?? Selection([])
  }
}

private struct SelectingSingleValueContainer: SingleValueEncodingContainer {
  var container: (any SingleValueEncodingContainer)?
  let selection: Selection

  var codingPath: [any CodingKey] { container?.codingPath ?? [] }

  mutating func encodeNil() throws { try container?.encodeNil() }
  mutating func encode(_ value: some Encodable) throws { try container?.encode(selection.part(of: value)) }
}
