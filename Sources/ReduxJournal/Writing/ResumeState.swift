package import StateTree

/// The state of an existing journal when a writer opens it to append.
package struct ResumeState: Hashable, Sendable {
  /// The journal's id.
  package var journalID: JournalID
  /// The app that the last header names.
  package var app: AppIdentity
  /// The number of the last session.
  package var lastSession: Int
  /// The seq of the file's first state: 0, unless the file starts in the middle of a journal.
  package var firstSeq: Int
  /// The seq of the last state; there is no state if `initialHash` is `nil`.
  package var lastSeq: Int
  /// The hash of the last state; `nil` if unknown, such as after an interrupted action.
  package var lastHash: StateHash?
  /// The hash of the file's first state.
  package var initialHash: StateHash?
  /// Whether the hashes cover whole states, so that equal hashes mean equal states.
  package var hashesAll = true
  /// Whether the journal ended with a seal.
  package var wasClosed: Bool
  /// How a torn last line was repaired.
  package var repair: TailRepair
}
