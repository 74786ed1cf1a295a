package import StateTree
import SystemSupport

/// Reads the bytes of a journal while a recorder writes them, one segment after the other.
///
/// It never probes for the writer's lock as other readers do, so no writer waits for it.
package struct JournalFollower {
  /// Bytes of a segment, or a cut.
  package struct Piece: Equatable, Sendable {
    /// The segment: a hash of its first line.
    package let segment: UInt64
    /// The offset in the segment.
    package let offset: Int
    /// The bytes; none if the segment was cut at the offset.
    package let bytes: [UInt8]

    package init(segment: UInt64, offset: Int, bytes: [UInt8]) {
      self.segment = segment
      self.offset = offset
      self.bytes = bytes
    }
  }

  /// The end of a copy of the journal.
  package struct Copy: Codable, Equatable, Sendable {
    package let segment: UInt64
    package let byteCount: Int
    /// The number of bytes at the end that `tail` is the hash of. They begin before the end of the last whole line, whose sum proves
    /// all that precedes it.
    package let tailByteCount: Int
    package let tail: StateHash

    /// More than the sum and the tag of a line take.
    private static let sumByteCount = 4096

    /// Describes the end of a copy whose last segment has a number of bytes.
    ///
    /// O(n) in the bytes of the last line.
    package init<Failure: Error>(
      segment: UInt64, byteCount: Int, reading read: (Range<Int>) throws(Failure) -> [UInt8]
    ) throws(Failure) {
      self.segment = segment
      self.byteCount = byteCount
      var start = byteCount
      var lineEnd: Int?
      while start > 0, lineEnd == nil {
        let block = max(0, start - JournalFollower.blockByteCount)
        lineEnd = try read(block..<start).lastIndex(of: 0x0a).map { block + $0 }
        start = block
      }
      tailByteCount = byteCount - max(0, (lineEnd ?? 0) - Copy.sumByteCount)
      tail = try JournalFollower.hash(of: byteCount - tailByteCount..<byteCount, reading: read)
    }
  }

  private struct Segment {
    let file: OpenFile
    let identity: Platform.FileIdentity
    let id: UInt64
  }

  private static let blockByteCount = 1 << 16

  private let path: String
  private let names: SegmentNames
  private let journal: JournalID
  private let cuts: JournalCuts?
  private var current: Segment?
  private var offset = 0

  /// Creates a follower of the journal at a path.
  ///
  /// - Parameters:
  ///   - path: The path of the newest segment.
  ///   - journal: The journal's id. Files of other journals are left out.
  ///   - cuts: The cuts of the journal's writer, if that belongs to this process.
  package init(path: String, journal: JournalID, cuts: JournalCuts?) {
    self.path = path
    self.journal = journal
    self.cuts = cuts
    names = SegmentNames(of: path)
  }

  /// Where the pieces begin.
  package enum Start: Equatable, Sendable {
    /// At the end of the copy.
    case atEnd
    /// At the start of the copy's last segment, because that differs from the copy. Cut the copy there first.
    case differs(Piece)
    /// At the oldest segment, because there is no copy, or its last segment has been dropped.
    case atOldest
  }

  /// Goes to the end of a copy, so that the next pieces complete it.
  ///
  /// - Throws: `JournalError` if the system refuses to read.
  package mutating func start(after copy: Copy?) throws(JournalError) -> Start {
    (current, offset) = (nil, 0)
    guard let copy, (0...1 << 50).contains(copy.byteCount), (0...copy.byteCount).contains(copy.tailByteCount),
      let segment = try segment(copy.segment)
    else { return .atOldest }
    current = segment
    let tail = try JournalFollower.hash(of: copy.byteCount - copy.tailByteCount..<copy.byteCount) {
      range throws(JournalError) in try segment.file.bytes(range)
    }
    offset = tail == copy.tail ? copy.byteCount : 0
    return offset == copy.byteCount ? .atEnd : .differs(Piece(segment: segment.id, offset: 0, bytes: []))
  }

  /// Returns the next bytes, at most `limit`, or a cut; `nil` at the end of the journal.
  ///
  /// - Throws: `JournalError` if the system refuses to read.
  package mutating func next(atMost limit: Int) throws(JournalError) -> Piece? {
    while true {
      guard let segment = current else {
        guard let first = try firstSegment(in: try paths()) else { return nil }
        (current, offset) = (first, 0)
        continue
      }
      // First, so that bytes that are added to a segment before the next one begins aren't missed.
      let isOver = Platform.identity(of: path).map { $0 != segment.identity } ?? false
      let bytes = try segment.file.bytes(offset..<offset + limit)
      if let cut = cuts?.take(segment.identity) {
        // The bytes may be from before the cut.
        guard cut < offset else { continue }
        offset = cut
        return Piece(segment: segment.id, offset: cut, bytes: [])
      }
      if !bytes.isEmpty {
        defer { offset += bytes.count }
        return Piece(segment: segment.id, offset: offset, bytes: bytes)
      }
      guard isOver, let next = try successor(of: segment) else { return nil }
      (current, offset) = (next, 0)
    }
  }

  /// The hash of a range of a file; of fewer bytes if that ends before.
  private static func hash<Failure: Error>(
    of range: Range<Int>, reading read: (Range<Int>) throws(Failure) -> [UInt8]
  ) throws(Failure) -> StateHash {
    var hash = SipHash()
    var start = range.lowerBound
    while start < range.upperBound {
      let bytes = try read(start..<min(range.upperBound, start + blockByteCount))
      if bytes.isEmpty { break }
      hash.update(bytes)
      start += bytes.count
    }
    return hash.finalized()
  }

  /// The paths of the segments, the oldest first.
  private func paths() throws(JournalError) -> [String] { try names.numbers().map(names.path) + [path] }

  /// The segment after one; the oldest if that has been dropped.
  private func successor(of segment: Segment) throws(JournalError) -> Segment? {
    let paths = try paths()
    let index = paths.lastIndex { Platform.identity(of: $0) == segment.identity }
    return try firstSegment(in: paths[(index.map { $0 + 1 } ?? 0)...])
  }

  /// The segment with an id. The newest is the most likely one.
  private func segment(_ id: UInt64) throws(JournalError) -> Segment? {
    for path in try paths().reversed() { if let segment = try open(path), segment.id == id { return segment } }
    return nil
  }

  private func firstSegment(in paths: some Sequence<String>) throws(JournalError) -> Segment? {
    for path in paths { if let segment = try open(path) { return segment } }
    return nil
  }

  /// Opens a segment with a whole first line. Retention may drop one at any time, and other files may have such names.
  private func open(_ path: String) throws(JournalError) -> Segment? {
    let file: OpenFile
    do throws(JournalError) { file = try OpenFile(path: path, for: .reading) } catch {
      switch error.problem {
      case .noSuchFile, .notRegular, .isDirectory: return nil
      default: throw error
      }
    }
    guard let header = try? SegmentedFile.header(of: file, JournalLimits.maximumLineBytes), header.journal == journal,
      let id = try JournalFollower.id(reading: { range throws(JournalError) in try file.bytes(range) })
    else { return nil }
    return Segment(file: file, identity: try file.identity(), id: id)
  }

  /// The id of a segment, which is a hash of its first line; `nil` if that isn't whole yet.
  package static func id<Failure: Error>(
    reading read: (Range<Int>) throws(Failure) -> [UInt8]
  ) throws(Failure) -> UInt64? {
    var hash = SipHash()
    var start = 0
    while true {
      let bytes = try read(start..<start + blockByteCount)
      if let end = bytes.firstIndex(of: 0x0a) {
        hash.update(Array(bytes[..<end]))
        return hash.finalized().low
      }
      if bytes.isEmpty { return nil }
      hash.update(bytes)
      start += bytes.count
    }
  }
}

/// Names, for copies that keep a journal's segments.
extension JournalFollower {
  /// The paths of a journal's older segments, in order.
  package static func olderSegments(of path: String) -> [String] {
    let names = SegmentNames(of: path)
    return ((try? names.numbers()) ?? []).map(names.path)
  }

  /// The path that the newest segment gets when another follows.
  package static func nextOlderPath(of path: String) throws(JournalError) -> String {
    let names = SegmentNames(of: path)
    return names.path((try names.numbers().last ?? 0) + 1)
  }
}
