import StateTree

/// The reflected elements of a set, which the coder sorts.
struct ReflectedSet: Encodable, TreeEncodableCollection {
  static var emptyTree: JSONValue { [] }

  let elements: [Reflected]

  func encodeCollection(to core: EncodingCore) throws { try core.encodeSet(elements) }

  func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

/// The members of a dictionary with reflected values, whose keys can be an object's.
struct ReflectedMembers<Value: Encodable>: Encodable, TreeEncodableCollection {
  static var emptyTree: JSONValue { [:] }

  let members: [(key: String, value: Value)]

  func encodeCollection(to core: EncodingCore) throws { try core.encodeMembers(members) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NameKey.self)
    for (key, value) in members { try container.encode(value, forKey: NameKey(key)) }
  }
}

/// The reflected keys and values of a dictionary, which the coder sorts.
struct ReflectedPairs: Encodable, TreeEncodableCollection {
  static var emptyTree: JSONValue { [] }

  let pairs: [(key: Reflected, value: Reflected)]

  func encodeCollection(to core: EncodingCore) throws { try core.encodePairs(pairs) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for (key, value) in pairs {
      try container.encode(key)
      try container.encode(value)
    }
  }
}
