/// How much of a journal an export holds, counted back from the last state.
public enum ExportedPart: Hashable, Sendable {
  /// All of it.
  case all
  /// At least this number of the last states, with the actions that led to them.
  case states(Int)
  /// At least what happened in this time before the last record, across sessions.
  case time(Duration)
}
