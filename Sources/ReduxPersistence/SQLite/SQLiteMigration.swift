#if SQLite
  /// A step from one version of a schema to the next.
  ///
  /// Statements alone can be written as a string:
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
  /// The first makes the first schema; number *n* leads to version *n*, which stands in the file as `user_version`. A step
  /// and its version are stored together or not at all. A step that was released must not be changed any more.
  public struct SQLiteMigration: Sendable {
    private let change: @Sendable (inout SQLiteConnection) throws -> Void

    /// A step of statements, separated by semicolons.
    public static func sql(_ statements: String) -> Self {
      Self { try $0.run(script: statements) }
    }

    /// A step in Swift.
    ///
    /// - Parameter change: what to do; it must not begin or end a transaction. When it throws, the file can't be migrated.
    /// - Returns: the step.
    public static func step(_ change: @escaping @Sendable (inout SQLiteConnection) throws -> Void) -> Self {
      Self(change: change)
    }

    /// Does what the step does, in a transaction.
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
