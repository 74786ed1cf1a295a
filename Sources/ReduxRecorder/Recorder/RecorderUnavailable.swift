/// An error because the recorder isn't recording or a reducer is running.
public struct RecorderUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem, in plain text.
  public var description: String {
    "the recorder isn't recording, or a reducer is running; try again after the next action"
  }
}
