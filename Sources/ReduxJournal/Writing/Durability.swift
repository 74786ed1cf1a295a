/// The failures that a journal survives.
public enum Durability: Hashable, Sendable {
  /// Each call hands its record's bytes to the kernel before it returns: they survive the death of the process, but not
  /// of the machine. An action's bytes are handed over before its reducer runs.
  case process
  /// Like `.process`, and also forces the bytes to the disk: after each record, or with an interval, after the first
  /// record finished once the interval has passed. A loss of power loses the records after the last forced one.
  case power(every: Duration = .zero)
  /// Collects records up to this many bytes; they are lost if the process dies before that. An action in flight isn't
  /// written ahead.
  case buffered(bytes: Int)
}
