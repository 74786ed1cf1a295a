#if SQLite
  #if canImport(SQLite3)
    import SQLite3
  #else
    import CSQLite
  #endif

  /// An open database, for the steps of a migration.
  public struct SQLiteConnection: ~Copyable {
    /// The database's path.
    let path: String
    private let handle: OpaquePointer
    /// The prepared statements. Their number is bounded by the texts in this module's code.
    private var statements: [String: SQLiteStatement] = [:]
    /// The last failure. Whether it is lasting decides if a file that can't be migrated is moved aside.
    private(set) var latestFailure: SQLiteFailure?
    private let onStatement: (@Sendable (String) -> Void)?

    /// Checks the library's version: an older one reports the unknown features as damage of the file.
    ///
    /// - Throws: `PersistenceError` if it is too old.
    static func checkLibrary(for path: String) throws(PersistenceError) {
      guard sqlite3_libversion_number() < 3_037_000 else { return }
      let reason = "SQLite \(String(cString: sqlite3_libversion())) is too old; use 3.37 or newer"
      throw PersistenceError(.io(operation: "sqlite3_open_v2", reason: reason), place: path)
    }

    /// Opens an existing file.
    ///
    /// - Parameters:
    ///   - path: its path.
    ///   - patience: the milliseconds to wait while another process has the database open.
    ///   - onStatement: receives each statement before it runs.
    /// - Throws: `PersistenceError` if SQLite can't open it.
    init(
      path: String, patience: Int32, onStatement: (@Sendable (String) -> Void)?
    ) throws(PersistenceError) {
      self.path = path
      self.onStatement = onStatement
      var handle: OpaquePointer?
      // SQLite gives names such as `:memory:` and `file:…` a special meaning, unless they begin with a path.
      let name = path.hasPrefix("/") ? path : "./" + path
      // The connection has a single user at a time, so SQLite needs no lock of its own.
      let code = sqlite3_open_v2(name, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
      guard code == SQLITE_OK, let handle else {
        sqlite3_close_v2(handle)
        throw PersistenceError(
          .io(operation: "sqlite3_open_v2", reason: String(cString: sqlite3_errstr(code))), place: path)
      }
      self.handle = handle
      sqlite3_extended_result_codes(handle, 1)
      sqlite3_busy_timeout(handle, patience)
    }

    deinit {
      for statement in statements.values { statement.finalize() }
      sqlite3_close_v2(handle)
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// The number of rows that the last changing statement changed.
    var changedRows: Int { Int(sqlite3_changes(handle)) }

    // MARK: For migrations

    /// Runs one statement with values for each `?`, or several statements, separated by semicolons, without values.
    ///
    /// - Throws: `PersistenceError` with the statement and SQLite's message.
    public mutating func execute(_ sql: String, _ values: any SQLiteConvertible...) throws(PersistenceError) {
      if values.isEmpty { return try run(script: sql) }
      try once(sql, values.map(\.sqliteValue))
    }

    /// Returns the rows of a query, with values for each `?`.
    ///
    /// - Throws: `PersistenceError` with the statement and SQLite's message.
    public mutating func rows(
      _ sql: String, _ values: any SQLiteConvertible...
    ) throws(PersistenceError) -> [SQLiteReader] {
      try once(sql, values.map(\.sqliteValue))
    }

    @discardableResult
    private mutating func once(_ sql: String, _ values: [SQLiteValue]) throws(PersistenceError) -> [SQLiteReader] {
      let (statement, end) = try prepare(sql)
      guard let statement else { return [] }
      defer { statement.finalize() }
      guard sql.utf8.dropFirst(end).allSatisfy({ " \t\r\n".utf8.contains($0) }) else {
        throw PersistenceError(
          .database(statement: sql, reason: "values need a single statement, not several"), place: path)
      }
      return try run(statement, sql, values)
    }

    /// Runs statements separated by semicolons.
    mutating func run(script: String) throws(PersistenceError) {
      var rest = script
      while true {
        rest = String(rest.drop { $0.isWhitespace })
        let (statement, end) = try prepare(rest)
        guard end > 0 else { return }
        // `nil` for a comment, or an extra semicolon.
        if let statement {
          defer { statement.finalize() }
          try run(statement, String(decoding: rest.utf8.prefix(end), as: UTF8.self), [])
        }
        rest = String(decoding: rest.utf8.dropFirst(end), as: UTF8.self)
      }
    }

    // MARK: For slices

    /// Runs a statement, and keeps it prepared.
    @discardableResult
    mutating func run(_ sql: String, _ values: [SQLiteValue] = []) throws(PersistenceError) -> [SQLiteReader] {
      if let statement = statements[sql] { return try run(statement, sql, values) }
      guard let statement = try prepare(sql).statement else { return [] }
      statements[sql] = statement
      return try run(statement, sql, values)
    }

    @discardableResult
    private mutating func run(
      _ statement: SQLiteStatement, _ sql: String, _ values: [SQLiteValue]
    ) throws(PersistenceError) -> [SQLiteReader] {
      onStatement?(sql)
      defer { statement.reset() }
      guard values.count == statement.parameterCount else {
        let reason = "it takes \(statement.parameterCount) values, and got \(values.count)"
        throw PersistenceError(.database(statement: sql, reason: reason), place: path)
      }
      for (index, value) in values.enumerated() {
        if case .real(let number) = value, number.isNaN {
          throw PersistenceError(.encoding(reason: "SQLite has no NaN, in: \(sql)"), place: path)
        }
        let code = statement.bind(value, at: Int32(index + 1))
        guard code == SQLITE_OK else { throw refusal(of: sql) }
      }
      var rows: [SQLiteReader] = []
      while true {
        switch statement.step() {
        case SQLITE_ROW: rows.append(SQLiteReader(columns: statement.columns, values: statement.row()))
        case SQLITE_DONE: return rows
        default: throw refusal(of: sql)
        }
      }
    }

    /// Prepares a statement, and returns its end as an offset in UTF-8.
    private mutating func prepare(_ sql: String) throws(PersistenceError) -> (statement: SQLiteStatement?, end: Int) {
      var prepared: OpaquePointer?
      var end = 0
      let handle = handle
      let code = sql.withCString { start in
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v2(handle, start, -1, &prepared, &tail)
        end = tail.map { $0 - start } ?? 0
        return code
      }
      guard code == SQLITE_OK else { throw refusal(of: sql) }
      return (prepared.map { SQLiteStatement($0) }, end)
    }

    private mutating func refusal(of sql: String) -> PersistenceError {
      let failure = SQLiteFailure(
        code: sqlite3_extended_errcode(handle), statement: sql, reason: String(cString: sqlite3_errmsg(handle)))
      latestFailure = failure
      return failure.error(at: path)
    }
  }
#endif
