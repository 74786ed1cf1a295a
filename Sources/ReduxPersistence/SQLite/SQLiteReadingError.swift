#if SQLite
  /// Why a value could not be read from a row.
  public struct SQLiteReadingError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Problem: Hashable, Sendable {
      /// What stands in the column is no value of the type that was asked for.
      case mismatch(found: String, expected: String)
      /// The row has other columns: a mistake in the code.
      case noSuchColumn(columns: [String])
    }

    /// What is wrong.
    public let problem: Problem
    /// Which column.
    public let column: String

    init(_ problem: Problem, column: String) {
      self.problem = problem
      self.column = column
    }
  }

  extension SQLiteReadingError: CustomStringConvertible {
    /// Which column, and what is wrong; never the value.
    public var description: String {
      switch problem {
      case .mismatch(let found, let expected): "\(column) holds \(found) that is no \(expected)"
      case .noSuchColumn(let columns):
        "\(column) is none of the columns that were declared: \(columns.joined(separator: ", "))"
      }
    }
  }
#endif
