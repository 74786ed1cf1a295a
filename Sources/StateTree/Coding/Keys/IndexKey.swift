/// The index of an array's element as a coding key.
package struct IndexKey: CodingKey {
  package let index: Int

  package init(_ index: Int) { self.index = index }
  package init?(intValue: Int) { index = intValue }
  package init?(stringValue: String) { nil }

  package var intValue: Int? { index }
  package var stringValue: String { "Index \(index)" }
}

/// The id of an entity as a coding key, which is never the name of a secret.
struct EntityKey: CodingKey {
  let stringValue: String

  init(_ id: String) { stringValue = id }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { stringValue = String(intValue) }

  var intValue: Int? { Int(stringValue) }
}

/// Any string as a coding key.
package struct NameKey: CodingKey {
  package let stringValue: String

  package init(_ name: String) { stringValue = name }
  package init?(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { stringValue = String(intValue) }

  package var intValue: Int? { Int(stringValue) }
}
