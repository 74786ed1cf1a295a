import SystemSupport

/// The files of a journal in order, read as one.
///
/// Offsets count from the start of the first. Only the last file grows; the others are complete.
package struct SegmentedFile: Sendable {
  /// A file before the last.
  private struct Part: Sendable {
    let file: OpenFile
    let range: Range<Int>
  }

  private let parts: [Part]
  /// The last file, at the requested path.
  package let last: OpenFile
  /// The offset of the last file.
  let lastStart: Int

  /// A journal in one file.
  init(_ file: OpenFile) {
    parts = []
    last = file
    lastStart = 0
  }

  init(_ older: [OpenFile], _ last: OpenFile) throws(JournalError) {
    var parts: [Part] = []
    var start = 0
    for file in older {
      let end = start + (try file.byteCount())
      parts.append(Part(file: file, range: start..<end))
      start = end
    }
    self.parts = parts
    self.last = last
    lastStart = start
  }

  /// All files, the oldest first, with their offsets.
  package var files: [(file: OpenFile, start: Int)] {
    parts.map { ($0.file, $0.range.lowerBound) } + [(last, lastStart)]
  }

  /// The files before the last, the oldest first, with their byte ranges.
  var olderFiles: [(file: OpenFile, range: Range<Int>)] { parts.map { ($0.file, $0.range) } }

  /// Whether one of the files before the last has this identity.
  func contains(_ identity: Platform.FileIdentity) throws(JournalError) -> Bool {
    for part in parts where try part.file.identity() == identity { return true }
    return false
  }

  /// The requested path.
  package var path: String { last.path }
  /// The paths of all files, the oldest first.
  var paths: [String] { parts.map(\.file.path) + [last.path] }
  /// Whether there is only one file.
  package var isOneFile: Bool { parts.isEmpty }

  /// Returns the current size of all files.
  package func byteCount() throws(JournalError) -> Int { lastStart + (try last.byteCount()) }

  /// Whether a writer holds the journal's lock.
  package func isBeingWritten() -> Bool { last.isBeingWritten() }

  /// Reads up to `count` bytes into part of a buffer; fewer only at the end.
  func read(_ count: Int, at offset: Int, into buffer: inout [UInt8], position: Int) throws(JournalError) -> Int {
    var done = 0
    while done < count, offset + done < lastStart {
      let part = parts[index(at: offset + done)]
      let wanted = min(count - done, part.range.upperBound - offset - done)
      let got = try part.file.read(
        wanted, at: offset + done - part.range.lowerBound, into: &buffer, position: position + done)
      guard got == wanted else { throw SegmentedFile.cut(part.file) }
      done += got
    }
    if done == count { return done }
    return done + (try last.read(count - done, at: offset + done - lastStart, into: &buffer, position: position + done))
  }

  /// Reads a range; returns fewer bytes only at the end of the last file.
  package func bytes(_ range: Range<Int>) throws(JournalError) -> [UInt8] {
    if range.lowerBound >= lastStart {
      return try last.bytes(range.lowerBound - lastStart..<range.upperBound - lastStart)
    }
    var bytes: [UInt8] = []
    while range.lowerBound + bytes.count < min(range.upperBound, lastStart) {
      let offset = range.lowerBound + bytes.count
      let part = parts[index(at: offset)]
      let end = min(range.upperBound, part.range.upperBound)
      let more = try part.file.bytes(offset - part.range.lowerBound..<end - part.range.lowerBound)
      guard more.count == end - offset else { throw SegmentedFile.cut(part.file) }
      bytes += more
    }
    if range.upperBound > lastStart { bytes += try last.bytes(0..<range.upperBound - lastStart) }
    return bytes
  }

  /// Returns the index of the part that contains an offset before the last file.
  private func index(at offset: Int) -> Int {
    var low = 0
    var high = parts.count
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func cut(_ file: OpenFile) -> JournalError {
    JournalError(.damaged("the file was cut while it was read"), path: file.path)
  }

  // MARK: Locations

  /// Returns the file that contains an offset, and the offset in it.
  func place(at offset: Int) -> (file: OpenFile, offset: Int) {
    guard offset < lastStart else { return (last, offset - lastStart) }
    let part = parts[index(at: offset)]
    return (part.file, offset - part.range.lowerBound)
  }

  /// Returns the file that contains an offset, the number of the line there, counted from 1, and that line's start.
  /// O(n) in the bytes of that file.
  func line(at offset: Int) -> (path: String, line: Int?, start: Int?) {
    let place = place(at: offset)
    let found = JournalFile.place(at: place.offset, in: SegmentedFile(place.file))
    return (place.file.path, found?.line, found?.start)
  }

  /// Returns a line's file and its position in it.
  ///
  /// The line's number, counted through all files, is optional. Without a usable one, this is O(n) in the bytes of the
  /// line's file.
  package func location(ofLine line: Int?, at offset: Int) -> (path: String, line: Int?, offset: Int) {
    if isOneFile, let line { return (path, line, offset) }
    let found = self.line(at: offset)
    return (found.path, found.line, place(at: offset).offset)
  }

  /// Returns the paths and numbers of lines in their own files, given numbers that count through all files. O(n) in the
  /// bytes of the files before the last.
  func locations(ofLines lines: [Int]) -> [(path: String, line: Int)] {
    guard !isOneFile, !lines.isEmpty else { return lines.map { (path, $0) } }
    return lines.map(LineLocator(self).location)
  }

  /// Converts an offset in an earlier view of these files; files may have been added and dropped since. `nil` if the
  /// offset's file is gone.
  func offset(of offset: Int, in before: SegmentedFile) throws(JournalError) -> Int? {
    let place = before.place(at: offset)
    let identity = try place.file.identity()
    for part in parts where try part.file.identity() == identity { return part.range.lowerBound + place.offset }
    return try last.identity() == identity ? lastStart + place.offset : nil
  }
}
