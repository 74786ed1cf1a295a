#if SQLite
  import Synchronization

  /// A database file whose tables hold slices of the state, stored together, all or none.
  ///
  /// ```swift
  /// let database = try SQLiteDatabase(
  ///   path: caches + "/feed.sqlite",
  ///   migrations: [
  ///     "CREATE TABLE posts (id TEXT PRIMARY KEY, position INTEGER NOT NULL, text TEXT NOT NULL) STRICT"
  ///   ])
  /// ```
  ///
  /// **Crashes.** After a kill at any moment, or on a full disk, the file holds the last whole transaction. After a loss of
  /// power it holds a whole transaction, possibly an earlier one.
  ///
  /// **Unusable files are moved aside** to a new name in the same folder, and the database starts afresh. A file is unusable
  /// if it is damaged, isn't a database, has a newer schema, or a migration fails on it. The slices report this when they are
  /// restored.
  ///
  /// Only one object, in one process, can have a file open, which lets tables store only changes. Only the owner can access
  /// the file. You may call it on any thread; calls wait for a transaction under way.
  public final class SQLiteDatabase: PersistenceTransaction {
    private struct Transaction: Sendable {
      /// The number of nested `perform`s under way.
      var depth = 0
      /// On a rollback, these reset what the tables remember of their rows.
      var undos: [@Sendable () -> Void] = []
      /// Why SQLite has rolled back the whole transaction by itself.
      var loss: PersistenceError?
    }

    /// The file's path.
    let path: String
    /// The new path of an unusable file, and why it is unusable.
    let lost: (place: String, reason: String)?
    /// The schema version of the file before it was migrated.
    let migratedFrom: Int?
    private let mutex = RecursiveLock()
    private let connection: Mutex<SQLiteConnection>
    private let transaction = Mutex(Transaction())

    /// Opens or creates a database, and migrates it to the newest schema.
    ///
    /// This reads all of an existing file once, to prove that it is whole.
    ///
    /// - Parameters:
    ///   - path: the file's path; its folder must exist. SQLite keeps another file beside it while it is open.
    ///   - migrations: the steps from an empty database to today's schema.
    ///   - patience: how long to wait while another process has the database open.
    ///   - onStatement: receives each statement before it runs, without its values; it must not call the database.
    /// - Throws: `PersistenceError`: `inUse` if another process or object has the file open; if it can't be opened, read or
    ///   written; or if a migration fails on an empty database.
    public init(
      path: String, migrations: [SQLiteMigration], patience: Duration = .seconds(1),
      onStatement: (@Sendable (_ sql: String) -> Void)? = nil
    ) throws(PersistenceError) {
      self.path = path
      var opening = DatabaseOpening(path: path, migrations: migrations, patience: patience, onStatement: onStatement)
      connection = Mutex(try opening.connection())
      lost = opening.lost
      migratedFrom = opening.migratedFrom
    }

    // MARK: Transactions

    /// Stores everything that `body` stores in this database, or nothing.
    ///
    /// If a nested `perform` fails, nothing of that part is stored, and the outer one may continue.
    ///
    /// - Throws: The error of `body`, or `PersistenceError`; then the database is unchanged.
    public func perform(_ body: () throws(PersistenceError) -> Void) throws(PersistenceError) {
      try mutex.withLock { () throws(PersistenceError) in
        let (depth, mark) = transaction.withLock { ($0.depth, $0.undos.count) }
        try run(depth == 0 ? "BEGIN IMMEDIATE" : "SAVEPOINT part")
        transaction.withLock { $0.depth += 1 }
        do throws(PersistenceError) {
          try body()
          try run(depth == 0 ? "COMMIT" : "RELEASE part")
        } catch {
          rollBack(to: mark, depth: depth)
          throw error
        }
        transaction.withLock { transaction in
          transaction.depth = depth
          if depth == 0 { transaction.undos = [] }
        }
      }
    }

    private func rollBack(to mark: Int, depth: Int) {
      do throws(PersistenceError) {
        if depth == 0 {
          try connection.withLock { connection throws(PersistenceError) in
            if connection.isInTransaction { try connection.run("ROLLBACK") }
          }
        } else {
          try run("ROLLBACK TO part")
          try run("RELEASE part")
        }
      } catch {
        // If the part can't be rolled back alone, the whole transaction is.
        transaction.withLock { if depth > 0, $0.loss == nil { $0.loss = error } }
      }
      let undos = transaction.withLock { transaction in
        let undos = transaction.undos.dropFirst(mark)
        transaction.undos.removeLast(undos.count)
        transaction.depth = depth
        if depth == 0 { transaction.loss = nil }
        return undos
      }
      for undo in undos.reversed() { undo() }
    }

    // MARK: For slices

    /// Runs `body` while other threads wait.
    func alone(_ body: () throws(PersistenceError) -> Void) throws(PersistenceError) {
      try mutex.withLock(body)
    }

    /// Runs a statement, which stays prepared, and returns its rows.
    @discardableResult
    func run(_ sql: String, _ values: [SQLiteValue] = []) throws(PersistenceError) -> [SQLiteReader] {
      try mutex.withLock { () throws(PersistenceError) in
        if let loss = transaction.withLock({ $0.loss }) { throw loss }
        do throws(PersistenceError) {
          return try connection.withLock { connection throws(PersistenceError) in try connection.run(sql, values) }
        } catch {
          noteLoss(error)
          throw error
        }
      }
    }

    /// Runs a statement that must change one row.
    func changeRow(_ sql: String, _ values: [SQLiteValue]) throws(PersistenceError) {
      try run(sql, values)
      guard connection.withLock({ $0.changedRows }) == 1 else {
        throw PersistenceError(.database(statement: sql, reason: "the stored row is missing"), place: path)
      }
    }

    /// Registers a closure to run if the transaction is rolled back.
    func onRollback(_ undo: @escaping @Sendable () -> Void) {
      transaction.withLock { $0.undos.append(undo) }
    }

    /// Notes that SQLite has rolled back everything, as on a full disk. Later statements of the transaction must fail then.
    private func noteLoss(_ error: PersistenceError) {
      guard !connection.withLock({ $0.isInTransaction }) else { return }
      transaction.withLock { transaction in
        if transaction.depth > 0 { transaction.loss = error }
      }
    }
  }
#endif
