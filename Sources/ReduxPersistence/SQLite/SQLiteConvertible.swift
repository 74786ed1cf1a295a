#if SQLite
  /// A type whose values can be stored in a column.
  ///
  /// `Bool`, `Int`, `Int64`, `Double`, `String`, `UUID`, `Date`, `Decimal`, `Data`, and their optionals conform. A
  /// `RawRepresentable` of one needs only the conformance:
  ///
  ///     extension Post.Kind: SQLiteConvertible {}
  public protocol SQLiteConvertible: SendableMetatype {
    /// The value as SQLite stores it.
    var sqliteValue: SQLiteValue { get }
    /// Reads a stored value; `nil` if it isn't one of this type.
    init?(sqliteValue: SQLiteValue)
  }

  extension SQLiteConvertible where Self: RawRepresentable, RawValue: SQLiteConvertible {
    /// The raw value as SQLite stores it.
    public var sqliteValue: SQLiteValue { rawValue.sqliteValue }

    /// Reads a raw value.
    public init?(sqliteValue: SQLiteValue) {
      guard let rawValue = RawValue(sqliteValue: sqliteValue) else { return nil }
      self.init(rawValue: rawValue)
    }
  }

  extension Optional: SQLiteConvertible where Wrapped: SQLiteConvertible {
    /// The wrapped value as SQLite stores it, or `NULL`.
    public var sqliteValue: SQLiteValue { self?.sqliteValue ?? .null }

    /// Reads a wrapped value; `NULL` is `.none`.
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

    /// Reads an integer.
    public init?(sqliteValue: SQLiteValue) {
      guard case .integer(let number) = sqliteValue else { return nil }
      self = number
    }
  }

  extension Int: SQLiteConvertible {
    /// An integer.
    public var sqliteValue: SQLiteValue { .integer(Int64(self)) }

    /// Reads an integer that fits.
    public init?(sqliteValue: SQLiteValue) {
      guard case .integer(let number) = sqliteValue else { return nil }
      self.init(exactly: number)
    }
  }

  extension Bool: SQLiteConvertible {
    /// The integer 0 or 1.
    public var sqliteValue: SQLiteValue { .integer(self ? 1 : 0) }

    /// Reads the integers 0 (false) and 1 (true).
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

    /// Reads a real, or an integer: columns without a type store whole numbers as integers.
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

    /// Reads a text.
    public init?(sqliteValue: SQLiteValue) {
      guard case .text(let text) = sqliteValue else { return nil }
      self = text
    }
  }
#endif
