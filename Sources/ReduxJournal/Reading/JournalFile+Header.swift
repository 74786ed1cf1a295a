import StateTree
import SystemSupport

/// Finding the session of a line.
extension JournalFile {
  private static let headerStart: StaticString = #"{"kind":"header","#
  private static let snapshotStart: StaticString = #"{"kind":"snapshot","#

  /// Returns the header, with its offset, of the last session, or of the session of the line that ends at an offset.
  ///
  /// The search ends at the header, or at a snapshot that states its offset: O(1) in the length of the journal. If no
  /// snapshot states it, or one is wrong, the search is O(n) in the bytes of the session.
  package func lastHeader(
    before offset: Int? = nil
  ) throws(JournalError) -> (header: HeaderRecord, offset: Int) {
    var end = min(offset ?? byteCount, byteCount)
    var believesSnapshots = true
    // One buffer for the whole search: an array per chunk took twice as long as the reads.
    var buffer = [UInt8](repeating: 0, count: min(end, 256 << 10))
    while end > 0 {
      // Chunks overlap, so that no start is split between two.
      let low = max(0, end - buffer.count)
      let count = try file.read(end - low, at: low, into: &buffer, position: 0)
      for place in buffer.withUnsafeBytes({ JournalFile.landmarks(in: $0[..<count]) }).reversed() {
        let start = low + place.start
        if place.isHeader {
          if case .header(let header) = try entry(atOffset: start).record { return (header, start) }
        } else if believesSnapshots, let distance = try headerDistance(ofSnapshotAt: start) {
          if let header = try header(atOffset: start - distance) { return (header, start - distance) }
          // If one snapshot is wrong, any number may be, and each would cost a lookup.
          believesSnapshots = false
        }
      }
      if low == 0 { break }
      end = low + JournalFile.snapshotStart.utf8CodeUnitCount
    }
    return (header, 0)
  }

  /// Returns the offsets of headers and snapshots in a part of the file, after line ends.
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

  /// Returns the distance from a snapshot back to its session's header, if the snapshot states it.
  private func headerDistance(ofSnapshotAt start: Int) throws(JournalError) -> Int? {
    let end = min(start + LinePrefix.maximumByteCountWithHeader, byteCount)
    return try file.bytes(start..<end).withUnsafeBytes { LinePrefix.headerDistance(ofSnapshot: $0) }
  }

  /// Returns the header that starts at an offset; `nil` if none does.
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
  /// Whether bytes begin with this text.
  fileprivate func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= utf8CodeUnitCount && hasBytes(UnsafeRawBufferPointer(rebasing: bytes[..<utf8CodeUnitCount]))
  }
}
