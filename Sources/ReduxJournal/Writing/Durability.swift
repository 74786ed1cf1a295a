/// What a journal survives.
public enum Durability: Hashable, Sendable {
  /// Each record's bytes are handed to the kernel before the call returns: they survive the death of the process, not
  /// of the machine. An action is handed over before its reducer runs.
  case process
  /// As `.process`, and the bytes are forced to the disk: after each record, or with an interval, after the first record
  /// that is finished once it has passed. A loss of power loses the records after the last forced one.
  case power(every: Duration = .zero)
  /// Records are collected until they have this many bytes, and lost if the process dies before. An action in flight
  /// is not written ahead.
  case buffered(bytes: Int)
}
