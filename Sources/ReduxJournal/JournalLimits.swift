/// The bounds of the format, and those that an implementation sets.
public enum JournalLimits {
  /// The format that this module reads and writes.
  public static let format = 1
  /// The greatest seq: every JSON reader holds integers up to 2⁵³ exactly.
  public static let maximumSeq = 1 << 53
  /// The longest line, with its line end, where nothing else is asked for: 16 MiB.
  public static let maximumLineBytes = 16 << 20
}
