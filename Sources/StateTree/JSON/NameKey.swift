/// Any string as a coding key.
package struct NameKey: CodingKey {
  package let stringValue: String

  package init(_ name: String) { stringValue = name }
  package init?(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { stringValue = String(intValue) }

  package var intValue: Int? { Int(stringValue) }
}
