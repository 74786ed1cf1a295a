import ReduxJournal

/// A journal that a writer may still extend, looked at from time to time.
struct JournalWatch {
  /// The journal as it was at the last look.
  private(set) var file: JournalFile
  private var hasDeadEnd: Bool

  /// - Parameter file: The journal that is shown.
  init(_ file: JournalFile) {
    self.file = file
    hasDeadEnd = (try? file.deadEnd) != nil
  }

  /// Looks at the journal again.
  ///
  /// - Returns: Whether anything that a view shows is new.
  /// - Throws: `JournalError` if the journal can't be read any more, was cut, or another one has its place.
  mutating func look() throws(JournalError) -> Bool {
    let (now, end) = try file.reopened(after: file.byteCount)
    let hasDeadEnd = try now.deadEnd != nil
    let isSame = now.byteCount == end && now.segmentPaths == file.segmentPaths && hasDeadEnd == self.hasDeadEnd
    if !isSame { (file, self.hasDeadEnd) = (now, hasDeadEnd) }
    return !isSame
  }
}
