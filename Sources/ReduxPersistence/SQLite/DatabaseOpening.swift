#if SQLite
  /// Opens a database, and starts afresh if its file is unusable.
  struct DatabaseOpening {
    let path: String
    let migrations: [SQLiteMigration]
    let patience: Duration
    let onStatement: (@Sendable (String) -> Void)?
    private(set) var lost: (place: String, reason: String)?
    private(set) var migratedFrom: Int?

    /// Why a database can't be opened.
    private enum Obstacle: Error {
      case unusable(reason: String)
      case unavailable(PersistenceError)
    }

    init(
      path: String, migrations: [SQLiteMigration], patience: Duration, onStatement: (@Sendable (String) -> Void)?
    ) {
      self.path = path
      self.migrations = migrations
      self.patience = patience
      self.onStatement = onStatement
    }

    /// Opens the file, or a new one in place of an unusable one.
    mutating func connection() throws(PersistenceError) -> SQLiteConnection {
      try SQLiteConnection.checkLibrary(for: path)
      do throws(Obstacle) {
        return try attempt()
      } catch {
        switch error {
        case .unavailable(let error): throw error
        case .unusable(let reason): lost = (try DatabaseFile.setAside(path), reason)
        }
      }
      do throws(Obstacle) {
        return try attempt()
      } catch {
        switch error {
        case .unavailable(let error): throw error
        case .unusable(let reason): throw PersistenceError(.io(operation: "create", reason: reason), place: path)
        }
      }
    }

    /// Opens the existing file. If this throws, the file is closed.
    private mutating func attempt() throws(Obstacle) -> SQLiteConnection {
      do throws(PersistenceError) { try DatabaseFile.prepare(path) } catch { throw .unavailable(error) }
      var connection: SQLiteConnection
      do throws(PersistenceError) {
        connection = try SQLiteConnection(
          path: path, patience: Int32(min(max(0, patience / .milliseconds(1)), 1e9)), onStatement: onStatement)
      } catch {
        throw .unavailable(error)
      }
      let isEmpty = try look(&connection) { connection throws(PersistenceError) in
        // See docs/explanation/decisions.md for the reasons.
        for setting in ["locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = NORMAL", "secure_delete = ON"]
        {
          try connection.run(script: "PRAGMA \(setting)")
        }
        // The first transaction takes the lock and keeps it.
        try connection.run(script: "BEGIN IMMEDIATE; COMMIT")
        return try connection.rows("SELECT 1 FROM sqlite_schema LIMIT 1").isEmpty
      }
      let findings = try look(&connection) { connection throws(PersistenceError) in
        try connection.rows("PRAGMA quick_check(1)")
      }
      if let finding = findings.first?.values.first, finding != .text("ok") {
        throw .unusable(reason: "it is damaged: \(finding.displayText)")
      }
      try migrate(&connection, isEmpty: isEmpty)
      return connection
    }

    private mutating func migrate(_ connection: inout SQLiteConnection, isEmpty: Bool) throws(Obstacle) {
      let version = try look(&connection) { connection throws(PersistenceError) in
        guard case .integer(let version)? = try connection.rows("PRAGMA user_version").first?.values.first else {
          return 0
        }
        return Int(version)
      }
      guard 0...migrations.count ~= version else {
        throw .unusable(
          reason: "it has schema version \(version); this app supports versions up to \(migrations.count)")
      }
      // One transaction for all, so that a file moved aside is as the older app left it.
      var step = version
      do throws(PersistenceError) {
        try connection.run(script: "BEGIN IMMEDIATE")
        while step < migrations.count {
          try migrations[step].run(on: &connection)
          step += 1
        }
        try connection.run(script: SQLiteDatabase.bookkeeping)
        try connection.run(script: "PRAGMA user_version = \(step); COMMIT")
      } catch {
        if connection.isInTransaction { _ = try? connection.run(script: "ROLLBACK") }
        // On an empty database, the schema itself is wrong.
        guard !isEmpty, step < migrations.count, connection.isLasting(error) else { throw .unavailable(error) }
        throw .unusable(reason: "the migration to version \(step + 1) failed: \(error.failureText)")
      }
      if !isEmpty, version < migrations.count { migratedFrom = version }
    }

    /// Runs `body`, and turns its error into an obstacle.
    private func look<Result>(
      _ connection: inout SQLiteConnection,
      _ body: (inout SQLiteConnection) throws(PersistenceError) -> Result
    ) throws(Obstacle) -> Result {
      do throws(PersistenceError) {
        return try body(&connection)
      } catch {
        throw connection.isLasting(error)
          ? .unusable(reason: "it can't be read: \(error.failureText)") : .unavailable(error)
      }
    }
  }
#endif
