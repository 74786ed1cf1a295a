#if SQLite
  #if canImport(SQLite3)
    import SQLite3
  #else
    import CSQLite
  #endif

  /// What SQLite said when it refused a statement.
  struct SQLiteFailure: Error {
    /// SQLite's extended result code.
    let code: Int32
    let statement: String
    let reason: String

    /// Whether somebody else has the database.
    var isInUse: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xff) }

    /// Whether the file itself is at fault, or what is asked of it, and no circumstance that may pass: no lock, no lack of
    /// room or rights.
    var isLasting: Bool {
      switch code & 0xff {
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_NOMEM, SQLITE_PERM,
        SQLITE_READONLY, SQLITE_AUTH, SQLITE_INTERRUPT, SQLITE_PROTOCOL, SQLITE_NOLFS:
        false
      default: true
      }
    }

    /// The error for whoever asked.
    func error(at place: String) -> PersistenceError {
      isInUse
        ? PersistenceError(.inUse, place: place)
        : PersistenceError(.database(statement: statement, reason: reason), place: place)
    }
  }

  extension SQLiteConnection {
    /// Whether an error will come again as long as the file is what it is.
    func isLasting(_ error: PersistenceError) -> Bool {
      if let latestFailure, latestFailure.error(at: path) == error { return latestFailure.isLasting }
      switch error.problem {
      case .database, .encoding: return true
      case .io, .inUse, .secretStore, .notRestored, .notLaunched: return false
      }
    }
  }

  extension PersistenceError {
    /// What happened, without the place, as the end of a sentence.
    var words: String {
      switch problem {
      case .database(let statement, let reason): "\(reason), in: \(statement)"
      default: "\(self)"
      }
    }
  }
#endif
