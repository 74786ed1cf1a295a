#if SQLite
  import StateTree

  /// A single value of the state, stored as the only row of a table.
  ///
  /// ```swift
  /// let profile = SQLiteRow<Profile?>("profile", in: database, columns: [.column("name", \.name)]) { row in
  ///   Profile(name: try row["name"])
  /// }
  /// ```
  ///
  /// The database's migrations must create the table with these columns. The value is the row whose `rowid` is 1, so the
  /// table must not have an `INTEGER PRIMARY KEY` or `WITHOUT ROWID`; other rows are left alone.
  ///
  /// If another program makes the row unreadable, the table's rows move to another table, `profile_aside_1`, and the slice
  /// starts afresh.
  public struct SQLiteRow<Value: Encodable & Sendable>: SlicePersistence {
    /// The slice's name, which is the table's.
    public let name: String
    private let database: SQLiteDatabase
    /// Returns the values of the columns; `nil` for a value without a row.
    private let values: @Sendable (Value) -> [SQLiteValue]?
    private let read: @Sendable (SQLiteReader) throws -> Value
    /// The value that has no row.
    private let none: Value?
    private let select: String
    private let insert: String
    private let delete: String

    /// Keeps a value that always exists.
    ///
    /// - Parameters:
    ///   - name: the name of the table and the slice.
    ///   - database: the database.
    ///   - columns: the columns, at least one.
    ///   - read: makes a value from the row; if it throws, the row is unusable.
    public init(
      _ name: String, in database: SQLiteDatabase, columns: [SQLiteColumn<Value>],
      read: @escaping @Sendable (SQLiteReader) throws -> Value
    ) {
      self.init(
        name, database, columns.map(\.name), none: nil, read: read,
        values: { value in columns.map { $0.value(value) } })
    }

    /// Keeps an optional value; `nil` has no row.
    ///
    /// - Parameters:
    ///   - name: the name of the table and the slice.
    ///   - database: the database.
    ///   - columns: the columns, at least one.
    ///   - read: makes a value from the row; if it throws, the row is unusable.
    public init<Model>(
      _ name: String, in database: SQLiteDatabase, columns: [SQLiteColumn<Model>],
      read: @escaping @Sendable (SQLiteReader) throws -> Model
    ) where Value == Model? {
      self.init(
        name, database, columns.map(\.name), none: .some(nil), read: read,
        values: { value in value.map { value in columns.map { $0.value(value) } } })
    }

    private init(
      _ name: String, _ database: SQLiteDatabase, _ columns: [String], none: Value?,
      read: @escaping @Sendable (SQLiteReader) throws -> Value, values: @escaping @Sendable (Value) -> [SQLiteValue]?
    ) {
      self.name = name
      self.database = database
      self.values = values
      self.read = read
      self.none = none
      let names = columns.map(\.quoted).joined(separator: ", ")
      // Qualified by the table's name: SQLite takes a quoted name of no column for a text.
      let found = columns.map { "\(name.quoted).\($0.quoted)" }.joined(separator: ", ")
      select = "SELECT \(found) FROM \(name.quoted) WHERE rowid = 1"
      insert =
        "INSERT OR REPLACE INTO \(name.quoted) (rowid, \(names)) VALUES (1\(String(repeating: ", ?", count: columns.count)))"
      delete = "DELETE FROM \(name.quoted) WHERE rowid = 1"
    }

    /// The database.
    public var transaction: (any PersistenceTransaction)? { database }

    /// Reads the row.
    ///
    /// - Throws: `PersistenceError` if it can't be read, or the schema lacks the table or a column.
    public func restore() throws(PersistenceError) -> RestoredSlice<Value> {
      var result = RestoredSlice<Value>.absent
      try database.perform { () throws(PersistenceError) in
        guard let row = try database.run(select).first else {
          result = database.absence()
          if let none, try database.hasStored(name) { result = .restored(none, migratedFrom: database.migratedFrom) }
          return
        }
        do {
          result = .restored(try read(row), migratedFrom: database.migratedFrom)
        } catch {
          let obstacle = UnreadableRow(error, id: .integer(1))
          result = .setAside(place: try database.setAside(rowsOf: name, because: obstacle), reason: obstacle.reason)
        }
      }
      return result
    }

    /// Replaces the stored value, with one statement.
    ///
    /// - Throws: `PersistenceError`; then the row is unchanged.
    public func store(_ value: Value) throws(PersistenceError) {
      try database.perform { () throws(PersistenceError) in
        if let values = values(value) {
          try database.run(insert, values)
        } else {
          try database.run(delete)
        }
        if try !database.hasStored(name) { try database.note(stored: name) }
      }
    }
  }
#endif
