import ReduxJournal

/// A journal that a writer may still extend, looked at from time to time.
struct JournalWatch {
  /// The journal as it was at the last look.
  private(set) var file: JournalFile
  private var hasDeadEnd: Bool
  /// Whether a new line goes back to an earlier state.
  private(set) var hasJumps = false

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
    if isSame { return false }
    hasJumps = try now.landmarks(before: now.byteCount, byteCount: now.byteCount - end).landmarks.contains {
      switch $0.kind {
      case .rewind, .same: true
      case .state, .other: false
      }
    }
    (file, self.hasDeadEnd) = (now, hasDeadEnd)
    return true
  }
}
