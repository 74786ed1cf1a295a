import StateTree
import SystemSupport

/// Finding the session to which a line belongs.
extension JournalFile {
  private static let headerStart: StaticString = #"{"kind":"header","#
  private static let snapshotStart: StaticString = #"{"kind":"snapshot","#

  /// The header of the last session, or of the session to which the line that ends at an offset belongs, and where it
  /// starts.
  ///
  /// The search ends at the header, or at a snapshot that states its offset: O(1) in the length of the journal. If no
  /// snapshot states it, or one is wrong, the search is O(n) in the bytes of the session.
  package func lastHeader(
    before offset: Int? = nil
  ) throws(JournalError) -> (header: HeaderRecord, offset: Int) {
    var end = min(offset ?? byteCount, byteCount)
    var believesSnapshots = true
    // One buffer for the whole way: an array for each chunk took twice the time of the reads.
    var buffer = [UInt8](repeating: 0, count: min(end, 256 << 10))
    while end > 0 {
      // Chunks overlap, so that a start across their border is found.
      let low = max(0, end - buffer.count)
      let count = try file.read(end - low, at: low, into: &buffer, position: 0)
      for place in buffer.withUnsafeBytes({ JournalFile.landmarks(in: $0[..<count]) }).reversed() {
        let start = low + place.start
        if place.isHeader {
          if case .header(let header) = try entry(atOffset: start).record { return (header, start) }
        } else if believesSnapshots, let distance = try headerDistance(ofSnapshotAt: start) {
          if let header = try header(atOffset: start - distance) { return (header, start - distance) }
          // A journal in which one is wrong may have any number of them, and each would have to be looked up.
          believesSnapshots = false
        }
      }
      if low == 0 { break }
      end = low + JournalFile.snapshotStart.utf8CodeUnitCount
    }
    return (header, 0)
  }

  /// Where headers and snapshots start in some bytes of the file, after line ends.
  private static func landmarks(in bytes: Slice<UnsafeRawBufferPointer>) -> [(start: Int, isHeader: Bool)] {
    var found: [(start: Int, isHeader: Bool)] = []
    var rest = UnsafeRawBufferPointer(rebasing: bytes)
    while let next = Platform.firstLineFeed(in: rest) {
      rest = UnsafeRawBufferPointer(rebasing: rest[(next + 1)...])
      if headerStart.begins(rest) {
        found.append((bytes.count - rest.count, true))
      } else if snapshotStart.begins(rest) {
        found.append((bytes.count - rest.count, false))
      }
    }
    return found
  }

  /// How far before a snapshot its session's header starts, if the snapshot says so.
  private func headerDistance(ofSnapshotAt start: Int) throws(JournalError) -> Int? {
    let end = min(start + LinePrefix.maximumByteCountWithHeader, byteCount)
    return try file.bytes(start..<end).withUnsafeBytes { LinePrefix.headerDistance(ofSnapshot: $0) }
  }

  /// The header that starts at an offset; `nil` if none does.
  private func header(atOffset offset: Int) throws(JournalError) -> HeaderRecord? {
    guard offset >= 0, offset < byteCount else { return nil }
    if offset == 0 { return header }
    let start = try file.bytes(offset - 1..<min(offset + JournalFile.headerStart.utf8CodeUnitCount, byteCount))
    guard start.first == 0x0a,
      start.withUnsafeBytes({ JournalFile.headerStart.begins(UnsafeRawBufferPointer(rebasing: $0[1...])) }),
      case .header(let header) = try entry(atOffset: offset).record
    else { return nil }
    return header
  }
}

extension StaticString {
  /// Whether some bytes begin with this text.
  fileprivate func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= utf8CodeUnitCount && hasBytes(UnsafeRawBufferPointer(rebasing: bytes[..<utf8CodeUnitCount]))
  }
}
