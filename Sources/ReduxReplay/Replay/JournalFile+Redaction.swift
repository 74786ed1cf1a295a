package import ReduxJournal
package import StateCoding

extension JournalFile {
  /// Returns the rules of the session of the line that ends at an offset, or of the last session.
  ///
  /// If the session's header can't be read, for example because its segment is missing, the result is the first header's
  /// rules. Wrong rules show up as wrong hashes.
  package func redaction(before offset: Int? = nil) -> RedactionRules {
    let session = try? lastHeader(before: offset)
    return (session?.header ?? header).rules
  }
}
