/// A rewind that cannot be recorded, because nothing is being recorded or a reducer is running.
public struct RecorderUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, for people.
  public var description: String { "the recorder is not recording now, so the rewind cannot be written down" }
}
