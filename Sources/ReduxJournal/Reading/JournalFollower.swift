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
    /// The hash of its last bytes, at most `tailByteCount`. The lines of a journal hold sums of all that precedes them.
    package let tail: StateHash

    package static let tailByteCount = 4096

    package init(segment: UInt64, byteCount: Int, tail: StateHash) {
      self.segment = segment
      self.byteCount = byteCount
      self.tail = tail
    }
  }

  private struct Segment {
    let file: OpenFile
    let identity: Platform.FileIdentity
    let id: UInt64
  }

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
    guard let copy, (0...1 << 50).contains(copy.byteCount), let segment = try segment(copy.segment) else {
      return .atOldest
    }
    current = segment
    let tail = max(0, copy.byteCount - Copy.tailByteCount)..<copy.byteCount
    let bytes = try segment.file.bytes(tail)
    offset = bytes.count == tail.count && JournalFollower.hash(of: bytes) == copy.tail ? copy.byteCount : 0
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

  /// The hash of bytes at the end of a copy.
  package static func hash(of bytes: [UInt8]) -> StateHash {
    var hash = SipHash()
    hash.update(bytes)
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
      let id = try JournalFollower.id(of: file)
    else { return nil }
    return Segment(file: file, identity: try file.identity(), id: id)
  }

  /// The hash of a file's first line; `nil` if that isn't whole yet.
  private static func id(of file: OpenFile) throws(JournalError) -> UInt64? {
    var line: [UInt8] = []
    while true {
      let bytes = try file.bytes(line.count..<line.count + 1 << 16)
      if let end = bytes.firstIndex(of: 0x0a) { return id(ofFirstLine: line + bytes[..<end]) }
      if bytes.isEmpty { return nil }
      line += bytes
    }
  }

  /// The id of the segment with a first line.
  package static func id(ofFirstLine line: [UInt8]) -> UInt64 { hash(of: line).low }
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
