/// A running action, which `Recorder.begin` returns and `Recorder.finish` takes.
///
/// If you drop it instead, the journal shows the action as interrupted and the recorder reports a failure.
public struct RecordedAction: ~Copyable {
  let recorder: Recorder
  /// The action's number in the recorder; `nil` if it isn't recorded.
  private var ticket: Int?

  init(recorder: Recorder, ticket: Int?) {
    self.recorder = recorder
    self.ticket = ticket
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
