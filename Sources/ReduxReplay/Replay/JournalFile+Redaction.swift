package import ReduxJournal
package import StateTree

extension JournalFile {
  /// The rules of the session to which the line that ends at an offset belongs, or of the last session.
  ///
  /// Where its header can't be read, as behind a segment that is missing, they are those of the first header: the hashes
  /// of states tell whether these are right.
  package func redaction(before offset: Int? = nil) -> RedactionRules {
    let session = try? lastHeader(before: offset)
    return (session?.header ?? header).rules
  }
}
