#if SQLite
  /// A column of a table, and how to get its value from a model.
  ///
  /// ```swift
  /// [.column("author", \.author), .column("tags") { $0.tags.joined(separator: " ") }]
  /// ```
  public struct SQLiteColumn<Model>: Sendable {
    let name: String
    let value: @Sendable (Model) -> SQLiteValue

    /// Makes a column.
    ///
    /// - Parameters:
    ///   - name: its name in the schema.
    ///   - value: a key path or closure that returns its value.
    /// - Returns: the column.
    public static func column<Value: SQLiteConvertible>(
      _ name: String, _ value: @escaping @Sendable (Model) -> Value
    ) -> Self {
      Self(name: name) { value($0).sqliteValue }
    }
  }

  extension String {
    /// The name, quoted for SQL.
    var quoted: String {
      "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
  }
#endif
