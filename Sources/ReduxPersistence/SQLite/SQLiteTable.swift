#if SQLite
  public import StateTable
  import Synchronization

  /// An `EntityTable` of the state, stored as a table with one row per entity.
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
  /// **Only changes are stored**: one statement for each entity that was changed, added, removed or moved. The cost depends
  /// on the changes, not on the table's size; a new order also reads all ids.
  ///
  /// **The order** is kept in a column of positions, whole numbers with gaps between them. When a gap is used up, the rows
  /// around it get new positions: a few rows for about every thirtieth entity inserted in the same place.
  ///
  /// **The schema.** The database's migrations must create the table with a column for ids, one for positions, and those
  /// declared here. `NOT NULL` columns in a `STRICT` table find mistakes early. Only the id's column may be unique: when two
  /// entities swap their values, they are stored one after the other, and SQLite would refuse the first.
  ///
  /// **Unreadable rows.** `read` must reproduce the entity whose values the columns hold. If another program makes a row
  /// unreadable, all of the table's rows move to another table, `posts_aside_1`, and the slice starts afresh.
  public final class SQLiteTable<Entity: Codable & Identifiable & Sendable>: SlicePersistence
  where Entity.ID: EntityID & SQLiteConvertible {
    /// The slice's name, which is the table's.
    public let name: String
    private let database: SQLiteDatabase
    private let columns: [SQLiteColumn<Entity>]
    private let statements: TableStatements
    private let read: @Sendable (SQLiteReader) throws -> Entity
    /// `nil` before the table is first read.
    private let memory = Mutex<TableMemory<Entity>?>(nil)

    /// Keeps a table of entities.
    ///
    /// - Parameters:
    ///   - name: the name of the table and the slice.
    ///   - database: the database.
    ///   - id: the column of the ids, which must be unique: `TEXT PRIMARY KEY` or `INTEGER PRIMARY KEY`.
    ///   - position: the column of the positions: `INTEGER NOT NULL`, and not unique: while rows move, two may share one.
    ///   - columns: the other columns.
    ///   - read: makes an entity from a row; if it throws, the row is unusable.
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

    /// Reads all rows, in order.
    ///
    /// - Throws: `PersistenceError` if they can't be read, or the schema lacks the table or a column.
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

    /// Stores the changes since the table was restored or stored last.
    ///
    /// - Throws: `PersistenceError`; then the rows are unchanged.
    public func store(_ table: EntityTable<Entity>) throws(PersistenceError) {
      try database.alone { () throws(PersistenceError) in
        if memory.withLock({ $0 == nil }) { _ = try restore() }
        let (changes, isNoted) = memory.withLock { memory in
          let memory = memory ?? TableMemory()
          return (TableChanges(from: memory, to: table, columns), memory.isNoted)
        }
        guard !changes.isEmpty || !isNoted else {
          // They may differ in properties that no column holds.
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

    /// Notes the table's rows, until a rollback.
    private func remember(_ found: TableMemory<Entity>) {
      let earlier = memory.withLock { memory in
        defer { memory = found }
        return memory
      }
      database.onRollback { [self] in memory.withLock { $0 = earlier } }
    }
  }
#endif
