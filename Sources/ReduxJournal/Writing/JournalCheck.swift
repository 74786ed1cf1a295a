/// How much of a journal is checked before it is appended to.
public enum JournalCheck: Hashable, Sendable {
  /// The last two lines, and the last 64 KB: what a loss of power may have damaged.
  case tail
  /// Every line. O(n) in the bytes.
  case full
}
