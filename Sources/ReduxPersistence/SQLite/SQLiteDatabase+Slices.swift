#if SQLite
  extension SQLiteDatabase {
    /// What makes the table of the slices that were ever stored: an empty table that was stored is another thing than none.
    static let bookkeeping =
      "CREATE TABLE IF NOT EXISTS redux_stored_slices (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID"

    /// Whether a slice was ever stored.
    func hasStored(_ name: String) throws(PersistenceError) -> Bool {
      try !run("SELECT 1 FROM redux_stored_slices WHERE name = ?", [.text(name)]).isEmpty
    }

    /// Notes that a slice is being stored.
    func note(stored name: String) throws(PersistenceError) {
      try run("INSERT INTO redux_stored_slices (name) VALUES (?) ON CONFLICT DO NOTHING", [.text(name)])
    }

    /// What to say of a slice of which nothing is stored: that the file was lost, if it was.
    func absence<Value>() -> RestoredSlice<Value> {
      guard let lost else { return .absent }
      return .setAside(place: lost.place, reason: lost.reason)
    }

    /// Puts a slice's rows into a table of their own, in a transaction; returns where they are.
    ///
    /// - Throws: `PersistenceError` if that fails, or if not the row is wrong but the code that reads it.
    func setAside(rowsOf name: String, because obstacle: UnreadableRow) throws(PersistenceError) -> String {
      if let mistake = obstacle.mistake {
        throw PersistenceError(.database(statement: "SELECT … FROM \(name)", reason: "\(mistake)"), place: path)
      }
      var number = 1
      while try !run("SELECT 1 FROM sqlite_schema WHERE name = ?", [.text("\(name)_aside_\(number)")]).isEmpty {
        number += 1
      }
      let target = "\(name)_aside_\(number)"
      try run("CREATE TABLE \(target.quoted) AS SELECT * FROM \(name.quoted)")
      try run("DELETE FROM \(name.quoted)")
      try run("DELETE FROM redux_stored_slices WHERE name = ?", [.text(name)])
      return "\(path), table \(target)"
    }
  }

  /// Why a row can't be used.
  struct UnreadableRow: Error {
    /// As a clause.
    let reason: String
    /// The mistake in the code, if it is one.
    var mistake: SQLiteReadingError?

    init(_ reason: String) { self.reason = reason }

    /// What was thrown where a model was made of a row.
    init(_ error: any Error, id: SQLiteValue) {
      reason = "the row \(id.words) can't be read: \(error)"
      guard let error = error as? SQLiteReadingError, case .noSuchColumn = error.problem else { return }
      mistake = error
    }
  }
#endif
