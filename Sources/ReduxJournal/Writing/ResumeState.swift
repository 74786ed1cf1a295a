public import StateTree

/// What a journal that is opened to append was found to hold.
public struct ResumeState: Hashable, Sendable {
  /// The journal's id.
  public var journalID: JournalID
  /// The app that the last header names.
  public var app: AppIdentity
  /// The number of the last session.
  public var lastSession: Int
  /// The seq of the file's first state: 0, unless the file starts in the middle of a journal.
  public var firstSeq: Int
  /// The seq of the last state; what was found has no state at all if `initialHash` is `nil`.
  public var lastSeq: Int
  /// The hash of the last state; `nil` if it is not known, as after an interrupted action.
  public var lastHash: StateHash?
  /// The hash of the file's first state.
  public var initialHash: StateHash?
  /// Whether the hashes are those of whole states: equal ones then mean equal states.
  package var hashesAll = true
  /// Whether the journal ended with a seal.
  public var wasClosed: Bool
  /// What was done about a torn last line.
  public var repair: JournalRepair
}

/// What was done about the bytes after the last line end when a journal was opened to append.
public enum JournalRepair: Hashable, Sendable {
  /// There were none.
  case none
  /// They were a whole record; the line end was added.
  case lineEndAdded
  /// They were an action in flight; its line was completed as interrupted.
  case actionCompleted(seq: Int, type: String)
  /// They are kept in a gap record.
  case keptInGap(byteCount: Int)
  /// There were none, but the last line was damaged. Its bytes, all of them, are kept in a gap record in its place.
  case damagedLineKept(byteCount: Int)
}
