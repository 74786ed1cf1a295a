import SystemSupport

/// The completed segments of a journal, as its writer knows them.
struct OlderSegments {
  private struct Segment {
    var path: String
    var byteCount: Int
    /// The time of completion, in microseconds since 1970.
    var completed: Int
    /// Whether this writer completed it without forcing it to the disk.
    var isUncertain = false
  }

  let names: SegmentNames
  /// The segments of this journal, the oldest first. Other files with similar names are ignored.
  private var segments: [Segment] = []
  /// The greatest number in use.
  private var lastNumber = 0
  /// The path of the last number, if it is the same file as the journal's path: a process died while it began a
  /// segment, after naming the previous one.
  private var named: String?

  /// Finds the segments before a file.
  init(of path: String, _ current: OpenFile, journal: JournalID?, maximumLineBytes: Int) throws(JournalError) {
    names = SegmentNames(of: path)
    let identity = try current.identity()
    for number in try names.numbers() {
      let path = names.path(number)
      if number <= SegmentNames.greatestPlausible { lastNumber = number }
      guard let status = try? Platform.status(of: path, followingLinks: false) else { continue }
      named = status.identity == identity ? path : nil
      if named != nil { lastNumber = number }
      guard named == nil, let file = try? OpenFile(path: path, for: .reading),
        let header = try? SegmentedFile.header(of: file, maximumLineBytes), header.journal == journal
      else { continue }
      lastNumber = number
      segments.append(Segment(path: path, byteCount: status.byteCount, completed: status.written))
    }
  }

  /// Adds a numbered name to the newest segment, which is at the journal's path.
  ///
  /// - Returns: The name, and whether the segment already had it.
  /// - Throws: `JournalError` if the system refuses, or all numbers are in use.
  func name(_ path: String) throws(JournalError) -> (path: String, number: Int, isOld: Bool) {
    if let named { return (named, lastNumber, true) }
    var number = lastNumber + 1
    while number <= SegmentNames.greatest {
      do throws(Platform.SystemError) {
        try Platform.link(path, as: names.path(number))
        return (names.path(number), number, false)
      } catch {
        if !error.isExistence { throw JournalError(names.path(number), error) }
        number += 1
      }
    }
    throw JournalError(.fileExists, path: names.path(SegmentNames.greatest))
  }

  /// Records that the newest segment is complete and has its number.
  mutating func add(_ name: (path: String, number: Int, isOld: Bool), byteCount: Int, isUncertain: Bool) {
    named = nil
    lastNumber = name.number
    segments.append(
      Segment(
        path: name.path, byteCount: byteCount, completed: Platform.microsecondsSince1970(), isUncertain: isUncertain))
  }

  /// Opens the next segment that may not be on the disk, so that the caller can force it there; `nil` if there is none.
  ///
  /// It returns each segment once, because the system may forget a failed fsync by the next attempt. It returns one
  /// that couldn't be opened again, because nothing has failed there.
  mutating func takeUncertain() throws(JournalError) -> OpenFile? {
    while let index = segments.firstIndex(where: \.isUncertain) {
      do throws(JournalError) {
        let file = try OpenFile(path: segments[index].path, for: .reading)
        segments[index].isUncertain = false
        return file
      } catch {
        // A removed segment needs no fsync.
        guard error.problem == .noSuchFile else { throw error }
        segments[index].isUncertain = false
      }
    }
    return nil
  }

  /// Removes the oldest segments until the rest fit in a number of bytes and none was completed before a time.
  ///
  /// The size limit spares the last one, whatever its size, because it has the latest actions.
  ///
  /// - Parameters:
  ///   - byteCount: The bytes to keep.
  ///   - time: The earliest time of completion to keep, in microseconds since 1970.
  ///   - between: Called between two removals. Without it, a disk may reorder them and leave a hole.
  /// - Throws: `JournalError` if the system refuses, and the errors of `between`.
  mutating func drop(
    keeping byteCount: Int, since time: Int, between: () throws(JournalError) -> Void
  ) throws(JournalError) {
    var isFirst = true
    var total = segments.reduce(0) { $0 + $1.byteCount }
    while let oldest = segments.first, segments.count > 1 && total > byteCount || oldest.completed < time {
      if !isFirst { try between() }
      isFirst = false
      try JournalError.at(oldest.path, try Platform.remove(oldest.path))
      total -= oldest.byteCount
      segments.removeFirst()
    }
  }
}
