import StateCoding

/// A running action, which `Recorder.begin` returns and `Recorder.finish` takes.
///
/// If you drop it instead, the journal shows the action as interrupted and the recorder reports a failure.
public struct RecordedAction: ~Copyable {
  let recorder: Recorder
  /// The action's number in the recorder; `nil` if it isn't recorded.
  private var ticket: Int?
  /// The values that the reducer gets from `ReplayInputs`, if the session records them.
  private let inputs: ActionInputs?

  init(_ begun: RecorderCore.BegunAction, by recorder: Recorder) {
    self.recorder = recorder
    ticket = begun.ticket
    inputs = begun.inputs
  }

  /// Runs the reducer with the action's inputs.
  ///
  /// ``Recorder/record(_:in:site:_:)`` and wrapped reducers do so by themselves. Between `begin` and `finish`, call it
  /// around a reducer that uses `ReplayInputs`.
  ///
  /// - Parameter body: Calls the reducer, on this thread.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public borrowing func withInputs<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let ticket else { return try body() }
    let scope = InputScope(inputs)
    let outer = scope.enter()
    defer {
      scope.leave(to: outer)
      if scope.isUsedUndeclared { recorder.noteUndeclaredInputs(of: ticket) }
    }
    return try body()
  }

  /// Returns the ticket, and marks the action as finished.
  consuming func redeem() -> Int? {
    defer { ticket = nil }
    return ticket
  }

  deinit {
    if let ticket { recorder.abandon(ticket) }
  }
}
