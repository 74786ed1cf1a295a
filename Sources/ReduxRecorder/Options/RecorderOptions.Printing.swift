import SystemSupport

extension RecorderOptions {
  /// The records that a recorder prints while the app runs.
  public enum Printing: Hashable, Sendable {
    /// Nothing.
    case nothing
    /// Each action in the journal with the places that it changed, and each failure.
    ///
    ///        1  tasks.create(id: 3, title: "Milk")  /tasks/all  /tasks/order
    ///
    /// With `states: .patches`, the new values follow, a line each, as `log -p` shows them. The text is redacted like the
    /// journal.
    ///
    /// The recorder prints on a thread of its own and never waits for the console. If the app dispatches faster than the
    /// console can print, the recorder skips actions and prints how many.
    case changes
  }

  /// Writes to standard error.
  static let standardError: @Sendable (String) -> Void = { Platform.write($0, to: Platform.standardError) }
}
