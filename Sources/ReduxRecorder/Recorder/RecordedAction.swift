/// A begun action: `Recorder.begin` returns it, and `Recorder.finish` takes it.
///
/// If you drop it instead, the journal shows the action as interrupted, and the recorder reports a failure.
public struct RecordedAction: ~Copyable {
  let recorder: Recorder
  /// The number of the recorder's action; `nil` if nothing is recorded for it.
  private var ticket: Int?

  init(recorder: Recorder, ticket: Int?) {
    self.recorder = recorder
    self.ticket = ticket
  }

  /// Takes the ticket, so that the action counts as finished.
  consuming func redeem() -> Int? {
    defer { ticket = nil }
    return ticket
  }

  deinit {
    if let ticket { recorder.abandon(ticket) }
  }
}
