extension JournalPage {
  /// Writes a whole page without a journal, which asks for one and reads it in the browser.
  ///
  /// The page checks sums, seqs, records and references, like `reduxlog verify --no-replay`. It runs no reducers.
  package func writeViewer() throws {
    try begin()
    try end(content: "<p>This page shows journals. It needs a browser with scripts.</p>")
  }
}
