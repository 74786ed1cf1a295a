/// How much of a journal an export holds, counted back from the last state.
public enum ExportedPart: Hashable, Sendable {
  /// All of it.
  case all
  /// At least so many of the last states, and so the actions that led to them.
  case states(Int)
  /// At least what happened in the last so many seconds, over sessions.
  case time(Duration)
}
