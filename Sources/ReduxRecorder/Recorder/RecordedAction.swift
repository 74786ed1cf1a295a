/// An action that was begun and must be finished: what `Recorder.begin` gives and `Recorder.finish` takes.
///
/// One that is dropped instead is completed in the journal as interrupted, and reported.
public struct RecordedAction: ~Copyable {
  let recorder: Recorder
  /// Which of the recorder's actions it is; `nil` if nothing is to be recorded for it.
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
