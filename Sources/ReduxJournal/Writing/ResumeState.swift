package import StateTree

/// What a journal that is opened to append was found to hold.
package struct ResumeState: Hashable, Sendable {
  /// The journal's id.
  package var journalID: JournalID
  /// The app that the last header names.
  package var app: AppIdentity
  /// The number of the last session.
  package var lastSession: Int
  /// The seq of the file's first state: 0, unless the file starts in the middle of a journal.
  package var firstSeq: Int
  /// The seq of the last state; what was found has no state at all if `initialHash` is `nil`.
  package var lastSeq: Int
  /// The hash of the last state; `nil` if it is not known, as after an interrupted action.
  package var lastHash: StateHash?
  /// The hash of the file's first state.
  package var initialHash: StateHash?
  /// Whether the hashes are those of whole states: equal ones then mean equal states.
  package var hashesAll = true
  /// Whether the journal ended with a seal.
  package var wasClosed: Bool
  /// What was done about a torn last line.
  package var repair: TailRepair
}
