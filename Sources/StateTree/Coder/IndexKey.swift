/// The index of an array's element as a coding key.
struct IndexKey: CodingKey {
  let index: Int

  init(_ index: Int) { self.index = index }
  init?(intValue: Int) { index = intValue }
  init?(stringValue: String) { nil }

  var intValue: Int? { index }
  var stringValue: String { "Index \(index)" }
}

/// The id of an entity as a coding key: a name of a secret is no more than an id there.
struct EntityKey: CodingKey {
  let stringValue: String

  init(_ id: String) { stringValue = id }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { stringValue = String(intValue) }

  var intValue: Int? { Int(stringValue) }
}

/// Any string as a coding key.
struct NameKey: CodingKey {
  let stringValue: String

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { stringValue = String(intValue) }

  var intValue: Int? { Int(stringValue) }
}
