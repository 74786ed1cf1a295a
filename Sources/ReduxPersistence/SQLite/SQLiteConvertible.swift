#if SQLite
  /// A type whose values can stand in a column.
  ///
  /// `Bool`, `Int`, `Int64`, `Double`, `String`, `UUID`, `Date`, `Decimal` and `Data` are, and optionals of them. A
  /// `RawRepresentable` of one needs nothing but the conformance:
  ///
  ///     extension Post.Kind: SQLiteConvertible {}
  public protocol SQLiteConvertible: SendableMetatype {
    /// The value as SQLite keeps it.
    var sqliteValue: SQLiteValue { get }
    /// The value that is kept so; `nil` if none is.
    init?(sqliteValue: SQLiteValue)
  }

  extension SQLiteConvertible where Self: RawRepresentable, RawValue: SQLiteConvertible {
    /// The raw value as SQLite keeps it.
    public var sqliteValue: SQLiteValue { rawValue.sqliteValue }

    /// The value with the raw value that is kept so.
    public init?(sqliteValue: SQLiteValue) {
      guard let rawValue = RawValue(sqliteValue: sqliteValue) else { return nil }
      self.init(rawValue: rawValue)
    }
  }

  extension Optional: SQLiteConvertible where Wrapped: SQLiteConvertible {
    /// The wrapped value as SQLite keeps it, or `NULL`.
    public var sqliteValue: SQLiteValue { self?.sqliteValue ?? .null }

    /// The value that is kept so; `NULL` is `.none`.
    public init?(sqliteValue: SQLiteValue) {
      if case .null = sqliteValue {
        self = .none
      } else if let wrapped = Wrapped(sqliteValue: sqliteValue) {
        self = .some(wrapped)
      } else {
        return nil
      }
    }
  }

  extension Int64: SQLiteConvertible {
    /// An integer.
    public var sqliteValue: SQLiteValue { .integer(self) }

    /// The number that is kept as an integer.
    public init?(sqliteValue: SQLiteValue) {
      guard case .integer(let number) = sqliteValue else { return nil }
      self = number
    }
  }

  extension Int: SQLiteConvertible {
    /// An integer.
    public var sqliteValue: SQLiteValue { .integer(Int64(self)) }

    /// The number that is kept as an integer, if it isn't too large here.
    public init?(sqliteValue: SQLiteValue) {
      guard case .integer(let number) = sqliteValue else { return nil }
      self.init(exactly: number)
    }
  }

  extension Bool: SQLiteConvertible {
    /// The integer 0 or 1.
    public var sqliteValue: SQLiteValue { .integer(self ? 1 : 0) }

    /// False for the integer 0, true for 1.
    public init?(sqliteValue: SQLiteValue) {
      switch sqliteValue {
      case .integer(0): self = false
      case .integer(1): self = true
      default: return nil
      }
    }
  }

  extension Double: SQLiteConvertible {
    /// A real.
    public var sqliteValue: SQLiteValue { .real(self) }

    /// The number that is kept as a real, or as an integer, which columns without a type make of a whole one.
    public init?(sqliteValue: SQLiteValue) {
      switch sqliteValue {
      case .real(let number): self = number
      case .integer(let number): self.init(exactly: number)
      default: return nil
      }
    }
  }

  extension String: SQLiteConvertible {
    /// A text.
    public var sqliteValue: SQLiteValue { .text(self) }

    /// The string that is kept as a text.
    public init?(sqliteValue: SQLiteValue) {
      guard case .text(let text) = sqliteValue else { return nil }
      self = text
    }
  }
#endif
