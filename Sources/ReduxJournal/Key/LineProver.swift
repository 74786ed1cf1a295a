import StateTree

/// Makes and checks the tags of one journal's lines.
///
/// A tag goes over the journal's id, too, so that a line that is read out of order, after the tag that stands before it,
/// can't be another journal's.
struct LineProver: Sendable {
  /// What has taken in the id.
  private let start: SipHash

  /// Creates what proves the lines of a journal.
  init(_ key: JournalKey, _ journal: JournalID) {
    var hash = key.hash
    hash.update(Array(journal.text.utf8))
    start = hash
  }

  /// Begins the tag of a line that follows another; of a file's first line, if there is none.
  func hash(after tag: AuthTag?) -> SipHash {
    let before = (tag ?? .start).value
    var hash = start
    hash.update(before.low)
    hash.update(before.high)
    return hash
  }

  /// The tag of a line that has these bytes before it.
  func tag(of body: [UInt8], after tag: AuthTag?) -> AuthTag {
    var hash = hash(after: tag)
    hash.update(body)
    return AuthTag(hash)
  }
}
