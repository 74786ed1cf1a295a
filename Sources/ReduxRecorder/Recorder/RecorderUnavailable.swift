/// What can't be done because nothing is being recorded, or because a reducer is running.
public struct RecorderUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, for people.
  public var description: String { "the recorder is not recording now" }
}
