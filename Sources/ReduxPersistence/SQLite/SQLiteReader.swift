#if SQLite
  /// The values of one row, to make a model from.
  ///
  /// ```swift
  /// Post(id: try row["id"], author: try row["author"], likes: try row["likes"])
  /// ```
  public struct SQLiteReader: Sendable {
    let columns: [String]
    let values: [SQLiteValue]

    /// Reads the value of a column.
    ///
    /// - Throws: `SQLiteReadingError` if the value isn't of that type, or the row has no such column.
    public subscript<Value: SQLiteConvertible>(column: String) -> Value {
      get throws(SQLiteReadingError) {
        guard let index = columns.firstIndex(of: column) else {
          throw SQLiteReadingError(.noSuchColumn(columns: columns), column: column)
        }
        guard let value = Value(sqliteValue: values[index]) else {
          throw SQLiteReadingError(.mismatch(found: values[index].kind, expected: "\(Value.self)"), column: column)
        }
        return value
      }
    }
  }
#endif
