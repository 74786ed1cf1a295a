#if SQLite
  #if canImport(SQLite3)
    import SQLite3
  #else
    import CSQLite
  #endif

  /// A prepared statement. Its connection finalizes it.
  struct SQLiteStatement {
    private let handle: OpaquePointer
    let columns: [String]
    let parameterCount: Int

    init(_ handle: OpaquePointer) {
      self.handle = handle
      columns = (0..<sqlite3_column_count(handle)).map { String(cString: sqlite3_column_name(handle, $0)) }
      parameterCount = Int(sqlite3_bind_parameter_count(handle))
    }

    func finalize() { sqlite3_finalize(handle) }

    /// Makes it ready to run again, and releases the values.
    func reset() {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }

    func step() -> Int32 { sqlite3_step(handle) }

    /// Binds a value to a parameter, counted from 1.
    func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
      switch value {
      case .null: sqlite3_bind_null(handle, index)
      case .integer(let number): sqlite3_bind_int64(handle, index, number)
      case .real(let number): sqlite3_bind_double(handle, index, number)
      case .text(var text):
        text.withUTF8 { bytes in
          // An empty text has no address, which SQLite would take for NULL.
          bytes.isEmpty
            ? sqlite3_bind_text(handle, index, "", 0, SQLiteStatement.copied)
            : bytes.withMemoryRebound(to: CChar.self) {
              sqlite3_bind_text64(
                handle, index, $0.baseAddress, sqlite3_uint64($0.count), SQLiteStatement.copied, UInt8(SQLITE_UTF8))
            }
        }
      case .blob(let bytes):
        bytes.isEmpty
          ? sqlite3_bind_zeroblob(handle, index, 0)
          : sqlite3_bind_blob64(handle, index, bytes, sqlite3_uint64(bytes.count), SQLiteStatement.copied)
      }
    }

    /// The values of the row that the last step found.
    func row() -> [SQLiteValue] {
      (0..<Int32(columns.count)).map { column in
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
        case SQLITE_TEXT: text(in: column)
        case SQLITE_BLOB: .blob(bytes(sqlite3_column_blob(handle, column), in: column))
        default: .null
        }
      }
    }

    private func text(in column: Int32) -> SQLiteValue {
      let bytes = bytes(UnsafeRawPointer(sqlite3_column_text(handle, column)), in: column)
      return String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .blob(bytes)
    }

    private func bytes(_ start: UnsafeRawPointer?, in column: Int32) -> [UInt8] {
      [UInt8](UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))))
    }

    /// SQLite's `SQLITE_TRANSIENT`, which asks it to copy the bytes: the address -1, cast to a function, which Swift does not
    /// import. SQLite compares it, and never calls it.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
  }
#endif
