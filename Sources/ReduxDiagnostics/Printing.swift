/// The records that a debug build prints while the app runs.
public enum Printing: Hashable, Sendable {
  /// Failures only.
  case failures
  /// Each action in the journal with the places that it changed, and each failure.
  ///
  ///        1  tasks.create(id: 3, title: "Milk")  /tasks/all  /tasks/order
  ///
  /// With `states: .patches`, the new values follow, a line each, as `log -p` shows them. The text is redacted like the
  /// journal.
  case changes
}
