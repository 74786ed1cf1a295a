/// A collection with a different order in each process.
protocol UnorderedCollection {
  /// The first elements, keys or values, in the order of this process.
  func orders(of count: Int) -> [[Any]]
}

extension Set: UnorderedCollection {
  func orders(of count: Int) -> [[Any]] { [Array(prefix(count))] }
}

extension Dictionary: UnorderedCollection {
  func orders(of count: Int) -> [[Any]] { [Array(keys.prefix(count)), Array(values.prefix(count))] }
}
