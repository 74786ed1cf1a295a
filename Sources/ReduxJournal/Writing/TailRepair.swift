/// How bytes after the last line end were handled when a journal was opened to append.
package enum TailRepair: Hashable, Sendable {
  /// The journal ended with a line end.
  case none
  /// The bytes were a whole record; the line end was added.
  case lineEndAdded
  /// The bytes were an action in flight; its line was completed as interrupted.
  case actionCompleted(seq: Int, type: String)
  /// The bytes are kept in a gap record.
  case keptInGap(byteCount: Int)
  /// The last line had a line end but was damaged. A gap record in its place keeps all its bytes.
  case damagedLineKept(byteCount: Int)
}
