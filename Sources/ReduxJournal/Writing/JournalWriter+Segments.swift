package import StateTree
import SystemSupport

extension JournalWriter {
  /// The state at the start of a segment.
  package struct SegmentStart {
    /// Microseconds since the session's start.
    package var at: Int
    /// The state as compact JSON text, without a line end.
    package var state: [UInt8]
    /// The state's hash.
    package var hash: StateHash
    /// Whether the state decodes to the original.
    package var isWhole: Bool
    /// The places of secrets, as in `SnapshotRecord.redacted`.
    package var redacted: [String]
    /// The gap before the segment, if any.
    package var gap: Gap?

    /// A gap between two segments.
    package struct Gap {
      /// The reason.
      package var why: String
      /// The number of missing actions, if known.
      package var missing: Int?
      /// Whether the segment starts with a different state than the previous one ended with.
      package var changedState: Bool

      /// Creates the description of a gap.
      package init(why: String, missing: Int?, changedState: Bool) {
        self.why = why
        self.missing = missing
        self.changedState = changedState
      }
    }

    /// Creates a start.
    package init(
      at: Int, state: [UInt8], hash: StateHash, isWhole: Bool = true, redacted: [String] = [], gap: Gap? = nil
    ) {
      self.at = at
      self.state = state
      self.hash = hash
      self.isWhole = isWhole
      self.redacted = redacted
      self.gap = gap
    }
  }

  /// Whether an fsync has failed: the file's contents are unknown, and nothing more may be written to it. Recording can
  /// continue in a new segment.
  package var needsSegment: Bool { condition == .over(.notDurable) }

  /// Continues in a new file at the journal's path, and renames the current file with a number.
  ///
  /// The new file is written beside the journal and replaces it once it holds a header and the state, so the path
  /// always has a whole journal, even if the process dies. After a failed fsync, and with `.power`, the new file is
  /// forced to the disk before that.
  ///
  /// - Throws: `JournalError`. Unless the writer then `isStopped`, it continues with its current file.
  package func startSegment(_ start: SegmentStart) throws(JournalError) {
    let isDurable: Bool
    if needsSegment {
      isDurable = true
      try cutToWholeLines()
    } else {
      // All records must be in the file, and the file at its path, before another file takes the path.
      try flush()
      if case .power = durability { isDurable = true } else { isDurable = false }
      if isDurable { try synchronize() }
    }
    var next = composer.copy()
    do { try next.startSegment(start) } catch { throw refusal(error) }
    var segments = try knownSegments()
    try clear(segments.names.temporaryPath)
    let file = try JournalWriter.create(segments.names.temporaryPath, as: path, next.pending, isDurable: isDurable)
    do throws(JournalError) {
      let name = try segments.name(path)
      do throws(JournalError) {
        // A disk may keep the second of two renames and lose the first; then no name would lead to the segment.
        if isDurable { try file.synchronizeFolder() }
        try JournalError.at(path, try Platform.rename(segments.names.temporaryPath, to: path))
      } catch {
        if !name.isOld { Platform.removeFile(name.path) }
        throw error
      }
      segments.add(name, byteCount: composer.offset, isUncertain: !isDurable)
    } catch {
      // It is useless, and the next attempt would remove it.
      Platform.removeFile(segments.names.temporaryPath)
      throw error
    }
    olderSegments = segments
    next.take(next.pendingBytes.count)
    try resume(in: file, next, firstSeq: next.seq, isDurable: isDurable)
  }

  /// Removes the oldest segments until the rest fit in a number of bytes; the one before the newest always stays.
  ///
  /// - Parameters:
  ///   - byteCount: The bytes to keep, including `reserved`.
  ///   - reserved: The bytes to reserve for the newest segment.
  ///   - age: The maximum time since a segment was completed, in microseconds.
  /// - Throws: `JournalError` if the system refuses.
  package func dropSegments(keeping byteCount: Int, reserved: Int, age: Int?) throws(JournalError) {
    var segments = try knownSegments()
    defer { olderSegments = segments }
    let time = age.map { Platform.microsecondsSince1970() - $0 } ?? Int.min
    try segments.drop(keeping: max(0, byteCount - reserved), since: time) { () throws(JournalError) in
      if case .power = durability { try file.synchronizeFolder() }
    }
  }

  private func knownSegments() throws(JournalError) -> OlderSegments {
    if let olderSegments { return olderSegments }
    let found = try OlderSegments(
      of: path, file, journal: composer.validator.journal, maximumLineBytes: composer.validator.maximumLineBytes)
    olderSegments = found
    return found
  }

  /// Removes the written part of an open action, which can't be finished in that file.
  private func cutToWholeLines() throws(JournalError) {
    let byteCount = try file.byteCountInPlace()
    composer.dropOpenAction()
    guard composer.hasNothingPending, byteCount >= composer.offset else {
      throw JournalError(.notDurable, path: path)
    }
    if byteCount > composer.offset { try cut(to: composer.offset) }
  }

  private static func create(
    _ temporaryPath: String, as path: String, _ bytes: [UInt8], isDurable: Bool
  ) throws(JournalError) -> OpenFile {
    let file = try OpenFile(creating: temporaryPath, as: path)
    do throws(JournalError) {
      try file.write(bytes, at: 0)
      try file.startAppending()
      if isDurable { try file.synchronize() }
    } catch {
      Platform.removeFile(temporaryPath)
      throw error
    }
    return file
  }
}

extension JournalWriter {
  /// Removes an unfinished segment of a process that died. Other files, and targets of links, stay.
  private func clear(_ temporaryPath: String) throws(JournalError) {
    if !Platform.isLink(temporaryPath) {
      do throws(JournalError) { try checkIsLeftover(OpenFile(path: temporaryPath, for: .reading)) } catch {
        if error.problem == .noSuchFile { return }
        throw error
      }
    }
    try JournalError.at(temporaryPath, try Platform.remove(temporaryPath))
  }

  private func checkIsLeftover(_ file: OpenFile) throws(JournalError) {
    let limit = composer.validator.maximumLineBytes
    // After a loss of power, zeros may replace written bytes, a sector at a time.
    let start = try file.bytes(0..<512)
    let isOurs: Bool
    if let header = try? SegmentedFile.header(of: file, limit) {
      isOurs = header.journal == composer.validator.journal
    } else {
      isOurs = JournalValidator.looksLikeHeader(start) || start.allSatisfy { $0 == 0 }
    }
    guard isOurs, !file.isBeingWritten() else { throw JournalError(.inTheWay, path: file.path) }
  }
}

extension JournalComposer {
  fileprivate mutating func startSegment(_ start: JournalWriter.SegmentStart) throws(Problem) {
    try startSegment()
    if let gap = start.gap { try self.gap(at: start.at, why: gap.why, missing: gap.missing, bytes: nil) }
    try snapshot(
      at: start.at, state: start.state, hash: start.hash, isWhole: start.isWhole, redacted: start.redacted,
      setsState: start.gap?.changedState ?? false)
  }
}
