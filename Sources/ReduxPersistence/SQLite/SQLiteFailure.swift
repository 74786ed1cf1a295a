#if SQLite
  #if canImport(SQLite3)
    import SQLite3
  #else
    import CSQLite
  #endif

  /// SQLite's error for a refused statement.
  struct SQLiteFailure: Error {
    /// SQLite's extended result code.
    let code: Int32
    let statement: String
    let reason: String

    /// Whether another process has the database open.
    var isInUse: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xff) }

    /// Whether the file or the statement is at fault, and not a passing condition such as a lock, a full disk or missing
    /// rights.
    var isLasting: Bool {
      switch code & 0xff {
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_NOMEM, SQLITE_PERM,
        SQLITE_READONLY, SQLITE_AUTH, SQLITE_INTERRUPT, SQLITE_PROTOCOL, SQLITE_NOLFS:
        false
      default: true
      }
    }

    /// The error for the caller.
    func error(at place: String) -> PersistenceError {
      isInUse
        ? PersistenceError(.inUse, place: place)
        : PersistenceError(.database(statement: statement, reason: reason), place: place)
    }
  }

  extension SQLiteConnection {
    /// Whether an error will recur as long as the file stays the same.
    func isLasting(_ error: PersistenceError) -> Bool {
      if let latestFailure, latestFailure.error(at: path) == error { return latestFailure.isLasting }
      switch error.problem {
      case .database, .encoding: return true
      case .io, .inUse, .secretStore, .notRestored, .notLaunched: return false
      }
    }
  }

  extension PersistenceError {
    /// The failure without its place, as the end of a sentence.
    var failureText: String {
      switch problem {
      case .database(let statement, let reason): "\(reason), in: \(statement)"
      default: "\(self)"
      }
    }
  }
#endif
