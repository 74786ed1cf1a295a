#if SQLite
  import Synchronization

  /// A database in a file, whose tables hold slices of the state; they are stored together, all of them or none.
  ///
  /// ```swift
  /// let database = try SQLiteDatabase(
  ///   path: caches + "/feed.sqlite",
  ///   migrations: [
  ///     "CREATE TABLE posts (id TEXT PRIMARY KEY, position INTEGER NOT NULL, text TEXT NOT NULL) STRICT"
  ///   ])
  /// ```
  ///
  /// **What survives.** A process that is killed at any moment, or a disk that is full, leaves what the last whole
  /// transaction has stored. A loss of power leaves what some whole transaction has stored, which may be an earlier one.
  ///
  /// **What can't be used is set aside**, under a new name beside, and the database starts afresh: a file that is damaged or
  /// no database, one of a newer schema, one that a migration fails on. The slices say so when they are restored.
  ///
  /// One object at a time has a file open, in whichever process; that is what lets tables store only what has changed. The
  /// file is for its owner alone. Calls may come on any thread; a transaction has all others wait.
  public final class SQLiteDatabase: PersistenceTransaction {
    private struct Transaction: Sendable {
      /// How many `perform`s are under way, one in the other.
      var depth = 0
      /// What brings the memories of tables back to what is in the database, if it is rolled back.
      var undos: [@Sendable () -> Void] = []
      /// Why SQLite has rolled all of it back by itself.
      var loss: PersistenceError?
    }

    /// The file's path.
    public let path: String
    /// Where the file is now that was there, and why, if it could not be used.
    let lost: (place: String, reason: String)?
    /// The version of the schema that the file had before it was migrated.
    let migratedFrom: Int?
    private let turn = ThreadTurn()
    private let connection: Mutex<SQLiteConnection>
    private let transaction = Mutex(Transaction())

    /// Opens a database, creates it if there is none, and brings it to the newest schema.
    ///
    /// Reads all of an existing file once, to prove that it is whole.
    ///
    /// - Parameters:
    ///   - path: where the file is; its folder must exist. SQLite keeps another file beside it while it is open.
    ///   - migrations: the steps that lead from nothing to today's schema.
    ///   - patience: how long to wait for another process that has the database, and may be about to end.
    ///   - onStatement: is told each statement that runs, before it does, without its values; it must not call the database.
    /// - Throws: `PersistenceError`: `inUse` if others have the file; if it can't be opened, read or written; and if a
    ///   migration fails though there is nothing to migrate.
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

    /// Stores what `body` stores in this database, all of it or nothing.
    ///
    /// Within another `perform` it is a part of that one: if it fails, nothing of the part is stored, and the other may go on.
    ///
    /// - Throws: What `body` throws, or `PersistenceError`; then the database holds what it held.
    public func perform(_ body: () throws(PersistenceError) -> Void) throws(PersistenceError) {
      try turn.take { () throws(PersistenceError) in
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
        // What can't be taken back by itself goes with all the rest.
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

    /// Does several things while no other thread does anything.
    func alone(_ body: () throws(PersistenceError) -> Void) throws(PersistenceError) {
      try turn.take(body)
    }

    /// Runs a statement that will come again; returns the rows it has found.
    @discardableResult
    func run(_ sql: String, _ values: [SQLiteValue] = []) throws(PersistenceError) -> [SQLiteReader] {
      try turn.take { () throws(PersistenceError) in
        if let loss = transaction.withLock({ $0.loss }) { throw loss }
        do throws(PersistenceError) {
          return try connection.withLock { connection throws(PersistenceError) in try connection.run(sql, values) }
        } catch {
          noteLoss(error)
          throw error
        }
      }
    }

    /// Runs a statement that is to change one row.
    func changeRow(_ sql: String, _ values: [SQLiteValue]) throws(PersistenceError) {
      try run(sql, values)
      guard connection.withLock({ $0.changedRows }) == 1 else {
        throw PersistenceError(.database(statement: sql, reason: "the row that was stored is gone"), place: path)
      }
    }

    /// Has something done if what is being stored will not be stored after all.
    func onRollback(_ undo: @escaping @Sendable () -> Void) {
      transaction.withLock { $0.undos.append(undo) }
    }

    /// Some errors, of a full disk for one, make SQLite roll back all at once. What the caller still does then must not be
    /// stored by itself.
    private func noteLoss(_ error: PersistenceError) {
      guard !connection.withLock({ $0.isInTransaction }) else { return }
      transaction.withLock { transaction in
        if transaction.depth > 0 { transaction.loss = error }
      }
    }
  }
#endif
