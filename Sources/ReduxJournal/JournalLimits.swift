/// The limits of the format and of this implementation.
public enum JournalLimits {
  /// The format that this module reads and writes.
  package static let format = 1
  /// The greatest seq: every JSON reader represents integers up to 2⁵³ exactly.
  package static let maximumSeq = 1 << 53
  /// The default limit of a line, with its line end: 16 MiB.
  public static let maximumLineBytes = 16 << 20

  /// Returns the limit of values and keys in a line: one for each ten bytes of its limit, but at least 4,096.
  ///
  /// Values take more memory than bytes in the file: a line of nothing but tiny ones would take many times its length.
  package static func maximumValues(inLineOf maximumLineBytes: Int) -> Int { max(4096, maximumLineBytes / 10) }
}
