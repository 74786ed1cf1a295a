#if SQLite
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  extension Date: SQLiteConvertible {
    /// The seconds since the start of 2001, as in a journal: any other epoch would lose bits.
    public var sqliteValue: SQLiteValue { .real(timeIntervalSinceReferenceDate) }

    /// Reads the seconds since the start of 2001.
    public init?(sqliteValue: SQLiteValue) {
      guard let seconds = Double(sqliteValue: sqliteValue) else { return nil }
      self.init(timeIntervalSinceReferenceDate: seconds)
    }
  }

  extension UUID: SQLiteConvertible {
    /// The text in the standard form, in upper case.
    public var sqliteValue: SQLiteValue { .text(uuidString) }

    /// Reads the text in upper case.
    public init?(sqliteValue: SQLiteValue) {
      // Another spelling could be restored, but its row would not be found again.
      guard case .text(let text) = sqliteValue, let id = UUID(uuidString: text), id.uuidString == text else {
        return nil
      }
      self = id
    }
  }

  extension Decimal: SQLiteConvertible {
    /// The number as a text, such as `21.0975`, since a real would round it.
    ///
    /// The column's type must be `TEXT`. As for `Double`, storing NaN is an error.
    public var sqliteValue: SQLiteValue { isNaN ? .real(.nan) : .text(description) }

    /// Reads the text.
    public init?(sqliteValue: SQLiteValue) {
      guard case .text(let text) = sqliteValue, let number = Decimal(string: text), number.description == text else {
        return nil
      }
      self = number
    }
  }

  extension Data: SQLiteConvertible {
    /// A blob.
    public var sqliteValue: SQLiteValue { .blob([UInt8](self)) }

    /// Reads a blob.
    public init?(sqliteValue: SQLiteValue) {
      guard case .blob(let bytes) = sqliteValue else { return nil }
      self.init(bytes)
    }
  }
#endif
