#if SQLite
  /// A value in one of SQLite's five storage classes.
  public enum SQLiteValue: Sendable {
    /// `NULL`.
    case null
    /// A whole number.
    case integer(Int64)
    /// A floating-point number. SQLite has no NaN, so storing one is an error; it stores -0.0 as 0.0.
    case real(Double)
    /// A text of any characters.
    case text(String)
    /// Bytes. A text that isn't UTF-8, which only other programs write, is read as a blob, too.
    case blob([UInt8])
  }

  extension SQLiteValue: Equatable {
    /// Whether two values have equal bits, unlike equal strings in Swift.
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
    /// The storage class, with an article.
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
    var displayText: String {
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
