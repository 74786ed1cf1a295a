#if SQLite
  /// The statements of a table; their texts never contain a value.
  struct TableStatements {
    /// Returns the id, the position and the columns, ordered by position.
    let select: String
    /// Takes the values that `select` returns.
    let insert: String
    /// Takes the position, the columns, and the id.
    let update: String
    /// Takes the position, and the id.
    let move: String
    /// Takes the id.
    let delete: String

    init(table: String, id: String, position: String, columns: [String]) {
      let (table, id, position) = (table.quoted, id.quoted, position.quoted)
      let columns = columns.map(\.quoted)
      let all = [id, position] + columns
      // Qualified by the table's name: SQLite takes a quoted name of no column for a text.
      let found = all.map { "\(table).\($0)" }
      select = "SELECT \(found.joined(separator: ", ")) FROM \(table) ORDER BY \(found[1]), \(found[0])"
      insert =
        "INSERT INTO \(table) (\(all.joined(separator: ", "))) VALUES (\(all.map { _ in "?" }.joined(separator: ", ")))"
      let assignments = ([position] + columns).map { "\($0) = ?" }.joined(separator: ", ")
      update = "UPDATE \(table) SET \(assignments) WHERE \(found[0]) = ?"
      move = "UPDATE \(table) SET \(position) = ? WHERE \(found[0]) = ?"
      delete = "DELETE FROM \(table) WHERE \(found[0]) = ?"
    }
  }
#endif
