/// The rows to measure: those whose names contain one of some texts, or all.
struct Selection: Equatable {
  let filters: [String]

  func contains(_ name: String) -> Bool { filters.isEmpty || filters.contains { name.contains($0) } }

  /// The groups with at least one selected row.
  func groups(_ effort: Effort) -> [Group] {
    Group.all(effort).filter { group in group.rows.contains { contains($0.name) } }
  }
}
