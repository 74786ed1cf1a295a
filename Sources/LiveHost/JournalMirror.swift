import LiveProtocol
package import ReduxJournal
import SystemSupport

/// The tool's copy of a running app's journal: byte for byte, segment by segment, under the journal's id.
///
/// It holds the writer's lock of the newest segment, so that readers know that more may come.
package final class JournalMirror {
  /// The journal's id.
  package let journal: JournalID
  /// The path of the newest segment.
  package let path: String
  /// The number of bytes of all segments.
  package private(set) var byteCount = 0
  /// The newest segment: its file, its id, and its size.
  private var newest: (descriptor: Int32, id: UInt64, byteCount: Int)?
  private let folder: CopyFolder
  /// How often bytes were taken back, also by earlier connections.
  package private(set) var cuts: Int
  /// The older segments, in order.
  private var older: [(path: String, byteCount: Int)] = []

  /// Opens the copy of a journal in a folder, if there is one.
  ///
  /// - Parameters:
  ///   - journal: The journal's id.
  ///   - folder: The folder.
  ///   - cuts: How often earlier connections took bytes back.
  /// - Throws: `MirrorError` or `SystemError`.
  package init(of journal: JournalID, in folder: CopyFolder, cuts: Int = 0) throws {
    self.journal = journal
    self.folder = folder
    self.cuts = cuts
    path = "\(folder.path)/\(journal.text).jsonl"
    if let older = JournalFollower.olderSegments(of: path).last, Platform.isSameFile(older, path) {
      // The tool was killed while it gave the newest segment its number.
      Platform.removeFile(older)
    }
    newest = try opened()
    if newest == nil {
      // The tool was killed before the newest segment had its first line. It comes again after the one before.
      Platform.removeFile(path)
      if let older = JournalFollower.olderSegments(of: path).last {
        try Platform.move(older, to: path)
        newest = try opened()
      }
    }
    older = JournalFollower.olderSegments(of: path).map { ($0, (try? Platform.status(of: $0))?.byteCount ?? 0) }
    byteCount = older.reduce(newest?.byteCount ?? 0) { $0 + $1.byteCount }
  }

  /// Opens the newest segment and locks it; `nil` if there is none with a whole first line.
  private func opened() throws -> (descriptor: Int32, id: UInt64, byteCount: Int)? {
    guard Platform.isTaken(path) else { return nil }
    let descriptor = try open(isNew: false)
    do {
      if let id = try JournalFollower.id(reading: { try Platform.bytes($0, of: descriptor) }) {
        return (descriptor, id, try Platform.status(of: descriptor).byteCount)
      }
    } catch {
      Platform.closeDescriptor(descriptor)
      throw error
    }
    Platform.closeDescriptor(descriptor)
    return nil
  }

  deinit {
    if let newest { Platform.closeDescriptor(newest.descriptor) }
  }

  /// Lets another connection go on with the copy, and readers know that nothing follows.
  func release() {
    if let newest { Platform.unlock(newest.descriptor) }
  }

  // MARK: Reading

  /// The number of segments. The newest is the last one.
  var segmentCount: Int { older.count + (newest == nil ? 0 : 1) }

  /// The number of bytes of a segment; 0 if there is none.
  func byteCount(ofSegment index: Int) -> Int {
    older.indices.contains(index) ? older[index].byteCount : index == older.count ? newest?.byteCount ?? 0 : 0
  }

  /// Whether the copy has that many bytes of a segment, so that others can follow them.
  func has(_ count: Int, ofSegment index: Int) -> Bool {
    count <= byteCount(ofSegment: index) && (index < segmentCount || index == 0)
  }

  /// Reads bytes of a segment; none at its end.
  func bytes(ofSegment index: Int, from offset: Int, atMost limit: Int) throws -> [UInt8] {
    let range = offset..<max(offset, min(byteCount(ofSegment: index), offset + limit))
    guard !range.isEmpty else { return [] }
    guard older.indices.contains(index) else {
      return try newest.map { try Platform.bytes(range, of: $0.descriptor) } ?? []
    }
    let file = try Platform.open(older[index].path, for: .reading, followingLinks: false)
    defer { Platform.closeDescriptor(file) }
    return try Platform.bytes(range, of: file)
  }

  // MARK: Writing

  /// The end of the copy; `nil` if it has no bytes yet.
  package func end() throws -> JournalFollower.Copy? {
    guard let newest, newest.byteCount > 0 else { return nil }
    return try JournalFollower.Copy(segment: newest.id, byteCount: newest.byteCount) {
      try Platform.bytes($0, of: newest.descriptor)
    }
  }

  /// Adds a piece of the journal.
  ///
  /// - Throws: `MirrorError` for a piece that doesn't follow; `SystemError` if the disk refuses it.
  package func add(_ piece: JournalFollower.Piece) throws {
    let isNew = newest == nil || newest?.id != piece.segment && newest?.byteCount != 0
    let end = isNew ? 0 : newest?.byteCount ?? 0
    guard piece.offset <= end, piece.bytes.isEmpty || piece.offset == end else {
      throw MirrorError.outOfPlace(piece.offset, expected: end)
    }
    // Copies may have been removed.
    if folder.byteCount + piece.bytes.count > folder.maximumByteCount { try folder.measure() }
    guard folder.byteCount + piece.bytes.count <= folder.maximumByteCount else {
      throw MirrorError.full(folder.path, maximumByteCount: folder.maximumByteCount)
    }
    do { try write(piece, startsSegment: isNew) } catch let error as Platform.SystemError {
      throw MirrorError.disk(path, reason: error.description)
    }
  }

  private func write(_ piece: JournalFollower.Piece, startsSegment: Bool) throws {
    if startsSegment { try startSegment() }
    guard let newest else { return }
    if piece.bytes.isEmpty {
      cuts += 1
      try Platform.truncate(newest.descriptor, to: piece.offset)
      count(piece.offset - newest.byteCount)
      self.newest?.byteCount = piece.offset
      return
    }
    var rest = piece.bytes[...]
    while !rest.isEmpty {
      let offset = piece.offset + piece.bytes.count - rest.count
      do { rest = rest.dropFirst(try Platform.write(rest, to: newest.descriptor, at: offset)) } catch {
        if !error.isInterruption { throw error }
      }
    }
    self.newest?.id = piece.segment
    self.newest?.byteCount += piece.bytes.count
    count(piece.bytes.count)
  }

  private func count(_ more: Int) {
    byteCount += more
    folder.byteCount += more
  }

  /// Gives the newest segment its number, and starts another.
  private func startSegment() throws {
    if let newest {
      let number = try JournalFollower.nextOlderPath(of: path)
      try Platform.move(path, to: number)
      older.append((number, newest.byteCount))
      Platform.closeDescriptor(newest.descriptor)
      self.newest = nil
    }
    newest = (try open(isNew: true), 0, 0)
  }

  private func open(isNew: Bool) throws -> Int32 {
    let descriptor = try Platform.open(path, for: isNew ? .creating : .updating, followingLinks: false)
    guard try Platform.lock(descriptor) else {
      Platform.closeDescriptor(descriptor)
      throw MirrorError.inUse(path)
    }
    return descriptor
  }
}

/// The folder of the copies of journals.
package final class CopyFolder {
  package let path: String
  /// The most bytes that the copies may have.
  let maximumByteCount: Int
  /// The bytes of the copies, also of those that earlier runs have left.
  package fileprivate(set) var byteCount = 0

  package init(_ path: String, maximumByteCount: Int = .max) throws {
    self.path = path
    self.maximumByteCount = maximumByteCount
    try measure()
  }

  fileprivate func measure() throws {
    byteCount = try Platform.names(inFolder: path).filter { $0.hasSuffix(".jsonl") }.reduce(0) {
      $0 + ((try? Platform.status(of: "\(path)/\($1)", followingLinks: false))?.byteCount ?? 0)
    }
  }
}

/// Why a copy can't take what an app sends.
package enum MirrorError: Error, Equatable, Sendable, CustomStringConvertible {
  case outOfPlace(Int, expected: Int)
  case full(String, maximumByteCount: Int)
  case inUse(String)
  case disk(String, reason: String)

  package var description: String {
    switch self {
    case .outOfPlace(let offset, let expected): "bytes for offset \(offset), where \(expected) comes next"
    case .full(let folder, let count):
      "the copies in \(folder) have \(count >> 30) GiB, the most that 'live' keeps in a folder; remove some, or choose another with -o"
    case .disk(let path, let reason): "can't write \(path): \(reason)"
    case .inUse(let path): "another 'live' or recorder writes \(path); choose another folder with -o"
    }
  }
}
