#if SQLite
  /// A column of a table, and what stands in it for a model.
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
    ///   - name: what it is called in the schema.
    ///   - value: what stands in it: a key path, or a closure.
    /// - Returns: the column.
    public static func column<Value: SQLiteConvertible>(
      _ name: String, _ value: @escaping @Sendable (Model) -> Value
    ) -> Self {
      Self(name: name) { value($0).sqliteValue }
    }
  }

  extension String {
    /// The name as it stands in SQL, whatever it is.
    var quoted: String {
      "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
  }
#endif
