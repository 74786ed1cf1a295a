#if SQLite
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  extension Date: SQLiteConvertible {
    /// The seconds since the start of 2001, as in a journal: from any other moment on, bits would be lost.
    public var sqliteValue: SQLiteValue { .real(timeIntervalSinceReferenceDate) }

    /// The time so many seconds after the start of 2001.
    public init?(sqliteValue: SQLiteValue) {
      guard let seconds = Double(sqliteValue: sqliteValue) else { return nil }
      self.init(timeIntervalSinceReferenceDate: seconds)
    }
  }

  extension UUID: SQLiteConvertible {
    /// The text in the usual form, in upper case.
    public var sqliteValue: SQLiteValue { .text(uuidString) }

    /// The identifier with that text.
    public init?(sqliteValue: SQLiteValue) {
      // Another spelling would be restored, but not found again when it changes.
      guard case .text(let text) = sqliteValue, let id = UUID(uuidString: text), id.uuidString == text else {
        return nil
      }
      self = id
    }
  }

  extension Decimal: SQLiteConvertible {
    /// The number as a text, `21.0975`: a real would round it. The column's type must be `TEXT`. Storing NaN is an error, as
    /// for `Double`.
    public var sqliteValue: SQLiteValue { isNaN ? .real(.nan) : .text(description) }

    /// The number that is kept as a text.
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

    /// The bytes of a blob.
    public init?(sqliteValue: SQLiteValue) {
      guard case .blob(let bytes) = sqliteValue else { return nil }
      self.init(bytes)
    }
  }
#endif
