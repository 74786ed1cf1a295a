import SystemSupport

/// The segments of a journal that are complete, as its writer knows them.
struct OlderSegments {
  private struct Segment {
    var path: String
    var byteCount: Int
    /// When it was completed, in microseconds since 1970.
    var completed: Int
    /// Whether this writer completed it and has not forced it to the disk.
    var isUncertain = false
  }

  let names: SegmentNames
  /// Those of this journal, the oldest first. There may be others that are called alike: they are left alone.
  private var segments: [Segment] = []
  /// The greatest number that is taken.
  private var lastNumber = 0
  /// The last number's path, if it leads to the same file as the journal's path: a process died while it began a
  /// segment, after naming the one before.
  private var named: String?

  /// Looks for the segments before a file.
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

  /// Gives the newest segment, which is at the journal's path, a name of its own beside that.
  ///
  /// - Returns: The name, and whether it had it already.
  /// - Throws: `JournalError` if the system refuses, or no number is left.
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

  /// Notes that the newest segment is complete, and has the name that it was given.
  mutating func add(_ name: (path: String, number: Int, isOld: Bool), byteCount: Int, isUncertain: Bool) {
    named = nil
    lastNumber = name.number
    segments.append(
      Segment(
        path: name.path, byteCount: byteCount, completed: Platform.microsecondsSince1970(), isUncertain: isUncertain))
  }

  /// Opens the next of the segments that may not be on the disk, to be forced there; `nil` if there is none.
  ///
  /// It is not given again: after a failure the system may have forgotten by then that it failed. One that can't be
  /// opened is, because nothing has failed there.
  mutating func takeUncertain() throws(JournalError) -> OpenFile? {
    while let index = segments.firstIndex(where: \.isUncertain) {
      do throws(JournalError) {
        let file = try OpenFile(path: segments[index].path, for: .reading)
        segments[index].isUncertain = false
        return file
      } catch {
        // A removed segment needs no disk.
        guard error.problem == .noSuchFile else { throw error }
        segments[index].isUncertain = false
      }
    }
    return nil
  }

  /// Removes the oldest segments until the others have no more bytes than is said, and none was completed before a
  /// time, in microseconds since 1970.
  ///
  /// However large the last is, it is not too large: it has the latest actions.
  ///
  /// - Parameters:
  ///   - byteCount: How many bytes are kept.
  ///   - time: When what is kept was completed at the earliest.
  ///   - between: Called between two removals, which a disk may else make in another order: a hole would be left.
  /// - Throws: `JournalError` if the system refuses, and what `between` throws.
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
