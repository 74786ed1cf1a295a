#if SQLite
  /// A value as SQLite keeps it, in one of its five storage classes.
  public enum SQLiteValue: Sendable {
    /// `NULL`.
    case null
    /// A whole number.
    case integer(Int64)
    /// A floating-point number. SQLite has no NaN, so storing one is an error, and it keeps -0.0 as 0.0.
    case real(Double)
    /// A text, any characters included.
    case text(String)
    /// Bytes. A text that is not UTF-8, which only others can have written, is read as one too.
    case blob([UInt8])
  }

  extension SQLiteValue: Equatable {
    /// Whether two values are the same to the bit, which equal strings of Swift need not be.
    public static func == (left: SQLiteValue, right: SQLiteValue) -> Bool {
      switch (left, right) {
      case (.null, .null): true
      case (.integer(let left), .integer(let right)): left == right
      case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
      case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
      case (.blob(let left), .blob(let right)): left == right
      default: false
      }
    }
  }

  extension SQLiteValue {
    /// What it is, as a word with an article.
    var kind: String {
      switch self {
      case .null: "a NULL"
      case .integer: "an integer"
      case .real: "a real"
      case .text: "a text"
      case .blob: "a blob"
      }
    }

    /// The value, for a message.
    var words: String {
      switch self {
      case .null: "NULL"
      case .integer(let number): "\(number)"
      case .real(let number): "\(number)"
      case .text(let text): text
      case .blob(let bytes): "\(bytes)"
      }
    }
  }
#endif
