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
package struct EntityKey: CodingKey {
  package let stringValue: String

  package init(_ id: String) { stringValue = id }
  package init?(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { stringValue = String(intValue) }

  package var intValue: Int? { Int(stringValue) }
}
