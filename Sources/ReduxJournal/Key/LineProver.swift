import StateTree

/// Computes and checks the tags of a journal's lines.
///
/// A tag covers the journal's id, so that a line from another journal can't pass if it is read out of order, after the
/// tag that precedes it.
struct LineProver: Sendable {
  /// The hash after the journal's id.
  private let start: SipHash

  /// Creates a prover for the lines of a journal.
  init(_ key: JournalKey, _ journal: JournalID) {
    var hash = key.hash
    hash.update(Array(journal.text.utf8))
    start = hash
  }

  /// Starts the tag of a line; pass `nil` for a file's first line.
  func hash(after tag: AuthTag?) -> SipHash {
    let before = (tag ?? .start).value
    var hash = start
    hash.update(before.low)
    hash.update(before.high)
    return hash
  }

  /// Computes the tag of a line with these bytes before it.
  func tag(of body: [UInt8], after tag: AuthTag?) -> AuthTag {
    var hash = hash(after: tag)
    hash.update(body)
    return AuthTag(hash)
  }
}
