/// A collection that is encoded as an array, in the order of its keys' encoded bytes.
protocol UnorderedCollection {
  associatedtype Key: Hashable & Encodable
  associatedtype Value: Encodable
  /// The number of elements of the array for each key: the key, and its value if it has one.
  static var width: Int { get }
  var count: Int { get }
  /// The keys in the order of the storage.
  var keyColumn: ContiguousArray<Key> { get }
  /// Their values; empty for a set.
  var valueColumn: ContiguousArray<Value> { get }
}

extension Set: UnorderedCollection where Element: Encodable {
  typealias Key = Element
  typealias Value = Never
  static var width: Int { 1 }
  var keyColumn: ContiguousArray<Element> { ContiguousArray(self) }
  var valueColumn: ContiguousArray<Never> { [] }
}

extension Dictionary: UnorderedCollection where Key: Encodable, Value: Encodable {
  static var width: Int { 2 }
}

extension Dictionary {
  // The fastest public way to the entries.
  var keyColumn: ContiguousArray<Key> { ContiguousArray(keys) }
  var valueColumn: ContiguousArray<Value> { ContiguousArray(values) }
}
