#if SQLite
  import StateTree

  /// A single value of the state as the only row of a table of a database.
  ///
  /// ```swift
  /// let profile = SQLiteRow<Profile?>("profile", in: database, columns: [.column("name", \.name)]) { row in
  ///   Profile(name: try row["name"])
  /// }
  /// ```
  ///
  /// The schema is the database's: it has the table, with the columns that are declared here. The row is the one whose
  /// `rowid` is 1, so the table has neither an `INTEGER PRIMARY KEY` nor `WITHOUT ROWID`; other rows are left alone.
  ///
  /// When the row can't be read, because somebody has changed it, the table's rows go to another table, `profile_aside_1`,
  /// and the slice begins anew.
  public struct SQLiteRow<Value: Encodable & Sendable>: SlicePersistence {
    /// What the slice is called: the table's name.
    public let name: String
    private let database: SQLiteDatabase
    /// What stands in the columns; `nil` for a value without a row.
    private let values: @Sendable (Value) -> [SQLiteValue]?
    private let read: @Sendable (SQLiteReader) throws -> Value
    /// The value that has no row.
    private let none: Value?
    private let select: String
    private let insert: String
    private let delete: String

    /// Keeps a value that there always is.
    ///
    /// - Parameters:
    ///   - name: the table's name in the schema, and the slice's.
    ///   - database: where it is.
    ///   - columns: the columns, at least one.
    ///   - read: makes a value of the row; what it throws says that the row can't be used.
    public init(
      _ name: String, in database: SQLiteDatabase, columns: [SQLiteColumn<Value>],
      read: @escaping @Sendable (SQLiteReader) throws -> Value
    ) {
      self.init(
        name, database, columns.map(\.name), none: nil, read: read,
        values: { value in columns.map { $0.value(value) } })
    }

    /// Keeps a value that there may be; without one, there is no row.
    ///
    /// - Parameters:
    ///   - name: the table's name in the schema, and the slice's.
    ///   - database: where it is.
    ///   - columns: the columns, at least one.
    ///   - read: makes a value of the row; what it throws says that the row can't be used.
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
      // With the table's name before it: SQLite takes a quoted name that no column has for a text.
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
    /// - Throws: `PersistenceError` if it can't be read, or the schema has no such table and columns.
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

    /// Stores the value in the place of the one before, as one statement.
    ///
    /// - Throws: `PersistenceError`; the database then has the row that it had.
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
