#if SQLite
  /// A step from one version of a schema to the next.
  ///
  /// Write a step of SQL statements as a string, and a step in Swift as a closure:
  ///
  /// ```swift
  /// let migrations: [SQLiteMigration] = [
  ///   "CREATE TABLE posts (id TEXT PRIMARY KEY, position INTEGER NOT NULL, text TEXT NOT NULL) STRICT",
  ///   "ALTER TABLE posts ADD COLUMN likes INTEGER NOT NULL DEFAULT 0",
  ///   .step { connection throws(PersistenceError) in
  ///     for row in try connection.rows("SELECT …") { … }
  ///   },
  /// ]
  /// ```
  ///
  /// The first step creates the first schema. Step *n* leads to version *n*, which the file stores as `user_version`. A step
  /// and its version are stored together or not at all. Never change a step that was released.
  public struct SQLiteMigration: Sendable {
    private let change: @Sendable (inout SQLiteConnection) throws -> Void

    /// A step of statements, separated by semicolons.
    package static func sql(_ statements: String) -> Self {
      Self { try $0.run(script: statements) }
    }

    /// A step in Swift.
    ///
    /// - Parameter change: changes the database; it must not begin or end a transaction. If it throws, the migration fails.
    /// - Returns: the step.
    public static func step(_ change: @escaping @Sendable (inout SQLiteConnection) throws -> Void) -> Self {
      Self(change: change)
    }

    /// Runs the step, inside a transaction.
    func run(on connection: inout SQLiteConnection) throws(PersistenceError) {
      do {
        try change(&connection)
      } catch let error as PersistenceError {
        throw error
      } catch {
        throw PersistenceError(.database(statement: "a step in Swift", reason: "\(error)"), place: connection.path)
      }
      guard connection.isInTransaction else {
        throw PersistenceError(
          .database(statement: "a step", reason: "it ended the transaction"), place: connection.path)
      }
    }
  }

  extension SQLiteMigration: ExpressibleByStringLiteral {
    /// A step of statements, separated by semicolons.
    public init(stringLiteral statements: String) {
      self = .sql(statements)
    }
  }
#endif
