/// The bounds of the format, and those that an implementation sets.
public enum JournalLimits {
  /// The format that this module reads and writes.
  package static let format = 1
  /// The greatest seq: every JSON reader holds integers up to 2⁵³ exactly.
  package static let maximumSeq = 1 << 53
  /// The longest line, with its line end, where nothing else is asked for: 16 MiB.
  public static let maximumLineBytes = 16 << 20

  /// How many values and keys a line may hold: one for each ten bytes that it may have, and 4,096 at least.
  ///
  /// In memory they take more than in the file, so a line of nothing but tiny ones could take many times its length.
  package static func maximumValues(inLineOf maximumLineBytes: Int) -> Int { max(4096, maximumLineBytes / 10) }
}
