#if SQLite
  /// Why a value could not be read from a row.
  public struct SQLiteReadingError: Error, Hashable, Sendable {
    enum Problem: Hashable, Sendable {
      /// The stored value isn't of the requested type.
      case mismatch(found: String, expected: String)
      /// The row has other columns: a mistake in the app's code.
      case noSuchColumn(columns: [String])
    }

    let problem: Problem
    let column: String

    init(_ problem: Problem, column: String) {
      self.problem = problem
      self.column = column
    }
  }

  extension SQLiteReadingError: CustomStringConvertible {
    /// The column and the problem; never the value.
    public var description: String {
      switch problem {
      case .mismatch(let found, let expected): "\(column) holds \(found), which can't be read as \(expected)"
      case .noSuchColumn(let columns):
        "\(column) is not a declared column: \(columns.joined(separator: ", "))"
      }
    }
  }
#endif
