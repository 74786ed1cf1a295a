/// How much of a journal to export, counted back from the last state.
public enum ExportedPart: Hashable, Sendable {
  /// The whole journal.
  case all
  /// At least this number of the last states, with their actions.
  case states(Int)
  /// At least this time before the last record, across sessions.
  case time(Duration)
}
