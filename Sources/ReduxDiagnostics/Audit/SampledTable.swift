import StateTable

/// A collection whose first elements are cheaper to read directly than by reflection.
protocol SampledTable {
  /// The first elements.
  func first(_ count: Int) -> [any Encodable]
}

extension EntityTable: SampledTable {
  func first(_ count: Int) -> [any Encodable] { Array(prefix(count)) }
}
