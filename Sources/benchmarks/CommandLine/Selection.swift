/// The rows that are wanted: those whose names contain one of some texts, or all.
struct Selection: Equatable {
  let filters: [String]

  func contains(_ name: String) -> Bool { filters.isEmpty || filters.contains { name.contains($0) } }

  /// The groups that have a wanted row.
  var groups: [Group] { Group.all.filter { $0.rows.contains { contains($0.name) } } }

  /// The wanted rows.
  var rows: [RowDescription] { Group.all.flatMap(\.rows).filter { contains($0.name) } }
}
