import ReduxNotation
import ReduxReplay
import StateCoding
import StateTree

/// Prints the lines of a log in one format.
protocol LogPrinter {
  /// Prints a session's start, before its first line.
  mutating func session(_ line: LogLine) throws

  /// Prints a line, and the action's changes to the state if wanted and known.
  mutating func line(_ line: LogLine, change: LogChange?) throws

  /// Prints the end, after the last line.
  mutating func finish() throws
}

/// The changes that an action made to the state.
struct LogChange {
  let patch: JSONPatch
  private(set) var list: ChangeList

  /// Marks the volatile places if they are given.
  init(_ changes: (patch: JSONPatch, replaced: [JSONValue?]), volatile: PointerPatterns? = nil) {
    patch = changes.patch
    var list = ChangeList(changes)
    list.volatile = volatile
    self.list = list
  }

  /// Notes dates by their types.
  mutating func note(_ dates: PointerPatterns) { list.dates = dates }
}
