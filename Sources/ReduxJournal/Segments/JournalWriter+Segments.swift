package import StateTree
import SystemSupport

extension JournalWriter {
  /// The state with which a segment begins.
  package struct SegmentStart {
    /// Microseconds since the session's start.
    package var at: Int
    /// The state as compact JSON text, without a line end.
    package var state: [UInt8]
    /// The state's hash.
    package var hash: StateHash
    /// Whether the state decodes to what it was.
    package var isWhole: Bool
    /// What is missing before the segment, if anything is.
    package var gap: Gap?

    /// What is missing between two segments.
    package struct Gap {
      /// Why.
      package var why: String
      /// How many actions, if that is known.
      package var missing: Int?
      /// Whether the segment's state is another one than that with which the last one ended.
      package var changedState: Bool

      /// Creates the description of a gap.
      package init(why: String, missing: Int?, changedState: Bool) {
        self.why = why
        self.missing = missing
        self.changedState = changedState
      }
    }

    /// Creates a start.
    package init(at: Int, state: [UInt8], hash: StateHash, isWhole: Bool = true, gap: Gap? = nil) {
      self.at = at
      self.state = state
      self.hash = hash
      self.isWhole = isWhole
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
      // All that was recorded is in the file, and the file is at its path, before another takes that.
      try flush()
      if case .power = durability { isDurable = true } else { isDurable = false }
      if isDurable { try synchronize() }
    }
    var next = composer
    do { try next.startSegment(start) } catch { throw refusal(error) }
    var segments = try knownSegments()
    try clear(segments.names.temporaryPath)
    let file = try JournalWriter.create(segments.names.temporaryPath, as: path, next.pending, isDurable: isDurable)
    do throws(JournalError) {
      let name = try segments.name(path)
      do throws(JournalError) {
        // A disk may keep the second of two changes of names and lose the first: then nothing would lead to the
        // segment.
        if isDurable { try file.synchronizeFolder() }
        try JournalError.at(path, try Platform.rename(segments.names.temporaryPath, to: path))
      } catch {
        if !name.isOld { Platform.removeFile(name.path) }
        throw error
      }
      segments.add(name, byteCount: composer.offset, isUncertain: !isDurable)
    } catch {
      // It is of no use, and the next attempt would take it away.
      Platform.removeFile(segments.names.temporaryPath)
      throw error
    }
    olderSegments = segments
    next.take(next.pendingBytes.count)
    try goOn(in: file, next, firstSeq: next.seq, isDurable: isDurable)
  }

  /// Removes the oldest segments until all together have no more bytes than is said; the one before the newest stays.
  ///
  /// - Parameters:
  ///   - byteCount: How many bytes are kept, those that the newest may get included in `reserved`.
  ///   - reserved: What is kept free for the newest.
  ///   - age: How long ago a segment may have been completed, in microseconds.
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

  /// Takes back what a reducer's action has in the file, of which nothing more can be written there.
  private func cutToWholeLines() throws(JournalError) {
    let byteCount = try file.byteCountInPlace()
    composer.dropOpenAction()
    guard composer.pendingBytes.isEmpty, byteCount >= composer.offset else {
      throw JournalError(.notDurable, path: path)
    }
    if byteCount > composer.offset { try file.truncate(to: composer.offset) }
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
  /// Removes what a process that died has left of a new segment, as far as it came. Other files are left alone, and so
  /// is what a link leads to.
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
    // Where the power failed, zeros may have come in the place of what was written, a sector at a time.
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
      at: start.at, state: start.state, hash: start.hash, isWhole: start.isWhole,
      setsState: start.gap?.changedState ?? false)
  }
}
