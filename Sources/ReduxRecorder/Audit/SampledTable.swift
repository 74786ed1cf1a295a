import StateTree

/// A collection that gives its first elements without being gone through, and shows others to reflection at a price.
protocol SampledTable {
  /// The first elements.
  func first(_ count: Int) -> [any Encodable]
}

extension EntityTable: SampledTable {
  func first(_ count: Int) -> [any Encodable] { Array(prefix(count)) }
}
