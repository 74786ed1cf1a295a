import StateTree

/// Prints the lines of a log in one format.
protocol LogPrinter {
  /// Prints a session's start, before the first of its lines.
  mutating func session(_ line: LogLine) throws

  /// Prints a line, and what its action did to the state if that is wanted and known.
  mutating func line(_ line: LogLine, change: LogChange?) throws

  /// Prints what comes after the last line.
  mutating func finish() throws
}

/// What an action did to the state.
struct LogChange {
  let patch: JSONPatch
  let list: ChangeList

  init(from old: JSONValue, to new: JSONValue) {
    let changes = JSONPatch.changes(from: old, to: new)
    patch = changes.patch
    list = ChangeList(changes)
  }
}
