#if SQLite
  #if canImport(SQLite3)
    import SQLite3
  #else
    import CSQLite
  #endif

  /// An open database, for the steps of a migration; it belongs to whoever uses it at the moment.
  public struct SQLiteConnection: ~Copyable {
    /// The database's path.
    let path: String
    private let handle: OpaquePointer
    /// The statements that come again and again, ready to run. Their number is that of the texts in this module's code.
    private var statements: [String: SQLiteStatement] = [:]
    /// What was refused last: whether it lasts decides what becomes of a file that can't be migrated.
    private(set) var latestFailure: SQLiteFailure?
    private let onStatement: (@Sendable (String) -> Void)?

    /// Makes sure that the library knows what is asked of it: an older one takes that for damage of the file.
    ///
    /// - Throws: `PersistenceError` if it is too old.
    static func checkLibrary(for path: String) throws(PersistenceError) {
      guard sqlite3_libversion_number() < 3_037_000 else { return }
      let reason = "SQLite \(String(cString: sqlite3_libversion())) is too old; 3.37 is needed"
      throw PersistenceError(.io(operation: "sqlite3_open_v2", reason: reason), place: path)
    }

    /// Opens a file that exists.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - patience: how many milliseconds to wait where somebody else has the database.
    ///   - onStatement: is told each statement before it runs.
    /// - Throws: `PersistenceError` if SQLite can't open it.
    init(
      path: String, patience: Int32, onStatement: (@Sendable (String) -> Void)?
    ) throws(PersistenceError) {
      self.path = path
      self.onStatement = onStatement
      var handle: OpaquePointer?
      // Names that mean something else to SQLite, such as `:memory:` and `file:…`, don't begin with a path.
      let name = path.hasPrefix("/") ? path : "./" + path
      // Whoever has the connection has it alone, so SQLite needs no lock of its own.
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

    /// How many rows the last statement that changed rows has changed.
    var changedRows: Int { Int(sqlite3_changes(handle)) }

    // MARK: For migrations

    /// Runs one statement, or several that are separated by semicolons; values take the places of `?` in a single one.
    ///
    /// - Throws: `PersistenceError` with the statement and SQLite's words.
    public mutating func execute(_ sql: String, _ values: any SQLiteConvertible...) throws(PersistenceError) {
      if values.isEmpty { return try run(script: sql) }
      try once(sql, values.map(\.sqliteValue))
    }

    /// The rows that a query finds; values take the places of `?` in it.
    ///
    /// - Throws: `PersistenceError` with the statement and SQLite's words.
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
          .database(statement: sql, reason: "values go with one statement, not several"), place: path)
      }
      return try run(statement, sql, values)
    }

    /// Runs statements that are separated by semicolons.
    mutating func run(script: String) throws(PersistenceError) {
      var rest = script
      while true {
        rest = String(rest.drop { $0.isWhitespace })
        let (statement, end) = try prepare(rest)
        guard end > 0 else { return }
        // Without one there is a comment, or a semicolon too many.
        if let statement {
          defer { statement.finalize() }
          try run(statement, String(decoding: rest.utf8.prefix(end), as: UTF8.self), [])
        }
        rest = String(decoding: rest.utf8.dropFirst(end), as: UTF8.self)
      }
    }

    // MARK: For all else

    /// Runs a statement that will come again.
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

    /// Makes a statement ready, and tells where it ends, in UTF-8.
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
