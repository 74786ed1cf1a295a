/// The state of a slice as the member of an object.
struct SliceMember: Encodable {
  let slice: String
  let state: any Encodable

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: SliceKey.self)
    try container.encode(state, forKey: SliceKey(slice))
  }
}

/// The action of a slice, as the case of an enum encodes it: `{"search":{"_0":…}}`.
struct SliceAction: Encodable {
  let slice: String
  let action: any Encodable

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: SliceKey.self)
    var payload = container.nestedContainer(keyedBy: SliceKey.self, forKey: SliceKey(slice))
    try payload.encode(action, forKey: SliceKey("_0"))
  }
}

private struct SliceKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
