#if SQLite
  extension SQLiteDatabase {
    /// Creates the table of all slices ever stored, which distinguishes an empty stored slice from an absent one.
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

    /// Returns the result for a slice never stored: absent, or moved aside if the file was unusable.
    func absence<Value>() -> RestoredSlice<Value> {
      guard let lost else { return .absent }
      return .setAside(place: lost.place, reason: lost.reason)
    }

    /// Moves a slice's rows to a new table, in a transaction; returns its place.
    ///
    /// - Throws: `PersistenceError` if that fails, or if the code that reads the rows is wrong instead of a row.
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

  /// Why a row is unusable.
  struct UnreadableRow: Error {
    /// As a clause.
    let reason: String
    /// The mistake in the app's code, if that is the reason.
    var mistake: SQLiteReadingError?

    init(_ reason: String) { self.reason = reason }

    /// Wraps an error of making a model from a row.
    init(_ error: any Error, id: SQLiteValue) {
      reason = "the row \(id.displayText) can't be read: \(error)"
      guard let error = error as? SQLiteReadingError, case .noSuchColumn = error.problem else { return }
      mistake = error
    }
  }
#endif
