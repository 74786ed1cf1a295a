#if SQLite
  public import StateTree
  import Synchronization

  /// An `EntityTable` of the state as a table of a database, a row for each entity.
  ///
  /// ```swift
  /// let posts = SQLiteTable<Post>(
  ///   "posts", in: database,
  ///   columns: [.column("text", \.text), .column("likes", \.likes)]
  /// ) { row in
  ///   Post(id: try row["id"], text: try row["text"], likes: try row["likes"])
  /// }
  /// ```
  ///
  /// **Only what has changed is stored**: an entity that was changed, added or removed is one statement, and so is one that
  /// was moved. That costs what the changes do, however large the table is; another order adds a look at all ids.
  ///
  /// **The order** stands in a column of positions, whole numbers with gaps between them. Where a gap is used up, the rows
  /// around it get new positions: a few with each, say, thirtieth entity that comes into the same place.
  ///
  /// The schema is the database's: it has the table, with the columns of the id and of the positions, and those that are
  /// declared here. Columns with `NOT NULL`, in a table that is `STRICT`, find mistakes early.
  ///
  /// No column but the id's is unique: two entities that swap their values are stored one after the other, and SQLite would refuse
  /// the first.
  ///
  /// What makes an entity of a row must give back what the columns hold. When a row can't be read, because somebody has
  /// changed it, all of the table's rows go to another table, `posts_aside_1`, and the slice begins anew.
  public final class SQLiteTable<Entity: Codable & Identifiable & Sendable>: SlicePersistence
  where Entity.ID: EntityID & SQLiteConvertible {
    /// What the slice is called: the table's name.
    public let name: String
    private let database: SQLiteDatabase
    private let columns: [SQLiteColumn<Entity>]
    private let statements: TableStatements
    private let read: @Sendable (SQLiteReader) throws -> Entity
    /// `nil` before the first look at the table.
    private let memory = Mutex<TableMemory<Entity>?>(nil)

    /// Keeps a table of entities.
    ///
    /// - Parameters:
    ///   - name: the table's name in the schema, and the slice's.
    ///   - database: where it is.
    ///   - id: the column of the ids, which must be unique: `TEXT PRIMARY KEY` or `INTEGER PRIMARY KEY`.
    ///   - position: the column of the positions: `INTEGER NOT NULL`, and not unique: while rows move, two may have the same.
    ///   - columns: the others.
    ///   - read: makes an entity of a row; what it throws says that the row can't be used.
    public init(
      _ name: String, in database: SQLiteDatabase, id: String = "id", position: String = "position",
      columns: [SQLiteColumn<Entity>], read: @escaping @Sendable (SQLiteReader) throws -> Entity
    ) {
      self.name = name
      self.database = database
      self.columns = columns
      self.read = read
      statements = TableStatements(table: name, id: id, position: position, columns: columns.map(\.name))
    }

    /// The database.
    public var transaction: (any PersistenceTransaction)? { database }

    /// Reads all rows, in their order.
    ///
    /// - Throws: `PersistenceError` if they can't be read, or the schema has no such table and columns.
    public func restore() throws(PersistenceError) -> RestoredSlice<EntityTable<Entity>> {
      var result = RestoredSlice<EntityTable<Entity>>.absent
      try database.perform { () throws(PersistenceError) in
        let rows = try database.run(statements.select)
        let isNoted = try database.hasStored(name)
        do throws(UnreadableRow) {
          let found = try TableMemory(rows, isNoted: isNoted, read)
          remember(found)
          result =
            rows.isEmpty && !isNoted
            ? database.absence() : .restored(found.table, migratedFrom: database.migratedFrom)
        } catch {
          let place = try database.setAside(rowsOf: name, because: error)
          remember(TableMemory())
          result = .setAside(place: place, reason: error.reason)
        }
      }
      return result
    }

    /// Stores what has changed since the table was restored, or stored last.
    ///
    /// - Throws: `PersistenceError`; the database then has the rows that it had.
    public func store(_ table: EntityTable<Entity>) throws(PersistenceError) {
      try database.alone { () throws(PersistenceError) in
        if memory.withLock({ $0 == nil }) { _ = try restore() }
        let (changes, isNoted) = memory.withLock { memory in
          let memory = memory ?? TableMemory()
          return (TableChanges(from: memory, to: table, columns), memory.isNoted)
        }
        guard !changes.isEmpty || !isNoted else {
          // They may differ in what no column holds.
          return memory.withLock { $0?.table = table }
        }
        try database.perform { () throws(PersistenceError) in
          if !isNoted { try database.note(stored: name) }
          try carryOut(changes)
          let undo = memory.withLock { $0?.apply(changes, table) }
          database.onRollback { [self] in
            guard let undo else { return }
            memory.withLock { $0?.revert(undo) }
          }
        }
      }
    }

    private func carryOut(_ changes: TableChanges<Entity>) throws(PersistenceError) {
      for id in changes.removed { try database.changeRow(statements.delete, [id.sqliteValue]) }
      for row in changes.updated {
        try database.changeRow(
          statements.update, [.integer(row.position)] + values(of: row.entity) + [row.entity.id.sqliteValue])
      }
      for row in changes.moved {
        try database.changeRow(statements.move, [.integer(row.position), row.entity.id.sqliteValue])
      }
      for row in changes.inserted {
        try database.changeRow(
          statements.insert, [row.entity.id.sqliteValue, .integer(row.position)] + values(of: row.entity))
      }
    }

    private func values(of entity: Entity) -> [SQLiteValue] {
      var values: [SQLiteValue] = []
      for column in columns { values.append(column.value(entity)) }
      return values
    }

    /// Takes note of what the table holds, unless that is rolled back.
    private func remember(_ found: TableMemory<Entity>) {
      let earlier = memory.withLock { memory in
        defer { memory = found }
        return memory
      }
      database.onRollback { [self] in memory.withLock { $0 = earlier } }
    }
  }
#endif
