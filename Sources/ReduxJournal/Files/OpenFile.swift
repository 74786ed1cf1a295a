import Synchronization
import SystemSupport

/// An open file, which `deinit` closes and unlocks.
package final class OpenFile: Sendable {
  let path: String
  private let descriptor: Int32
  private let sizeLimit = Atomic(Int.max)
  /// The offset at which the journal begins: behind a byte-order mark.
  private let start: Int

  enum Access {
    case reading
    /// For reading and writing; a missing file is created, readable only by its owner. A symbolic link is refused,
    /// because another user may have created it to make the recorder overwrite one of this user's files.
    case writing
  }

  /// Opens a regular file; refuses anything else without waiting for it.
  init(path: String, for access: Access) throws(JournalError) {
    self.path = path
    do throws(Platform.SystemError) {
      switch access {
      case .reading: descriptor = try Platform.open(path, for: .reading)
      case .writing: descriptor = try OpenFile.openForWriting(path)
      }
    } catch {
      // Opening would have created a missing file, so its folder is missing.
      if access == .writing, error.isMissing { throw JournalError(.noSuchFolder, path: path) }
      if access == .writing, error.isLink, Platform.isLink(path) { throw JournalError(.symbolicLink, path: path) }
      throw JournalError(opening: path, error)
    }
    start = (try? Platform.bytes(0..<3, of: descriptor)) == [0xef, 0xbb, 0xbf] ? 3 : 0
    if access == .writing { noteSizeLimit() }
    switch try status().kind {
    case .regular: break
    case .folder: throw JournalError(.isDirectory, path: path)
    case .link, .other: throw JournalError(.notRegular, path: path)
    }
  }

  private static func openForWriting(_ path: String) throws(Platform.SystemError) -> Int32 {
    func update() throws(Platform.SystemError) -> Int32 {
      try Platform.open(path, for: .updating, followingLinks: false)
    }
    do throws(Platform.SystemError) { return try update() } catch {
      guard error.isMissing else { throw error }
    }
    do throws(Platform.SystemError) { return try Platform.open(path, for: .creating, followingLinks: false) } catch {
      // Another process was faster.
      guard error.isExistence else { throw error }
      return try update()
    }
  }

  /// Opens a journal for reading.
  ///
  /// Reports a file that a mail program or a log shipper compressed as such.
  convenience init(journal path: String) throws(JournalError) {
    try self.init(path: path, for: .reading)
    if try bytes(0..<2) == [0x1f, 0x8b] { throw JournalError(.compressed, path: path) }
  }

  /// Creates a new file, readable only by its owner regardless of the umask.
  init(creating path: String) throws(JournalError) {
    do throws(Platform.SystemError) {
      descriptor = try Platform.open(path, for: .creating, followingLinks: false)
    } catch {
      if error.isExistence { throw JournalError(.fileExists, path: path) }
      if error.isMissing { throw JournalError(.noSuchFolder, path: path) }
      throw JournalError(opening: path, error)
    }
    self.path = path
    start = 0
    noteSizeLimit()
  }

  /// Creates a new, locked file, readable only by its owner, to be renamed to `path`.
  init(creating temporaryPath: String, as path: String) throws(JournalError) {
    do throws(Platform.SystemError) {
      descriptor = try Platform.open(temporaryPath, for: .creating, followingLinks: false)
    } catch {
      throw JournalError(opening: temporaryPath, error)
    }
    self.path = path
    start = 0
    noteSizeLimit()
    try lockForWriting()
  }

  deinit {
    // A child process that is just being started shares the open file, and closing ours would leave it the lock.
    Platform.unlock(descriptor)
    Platform.closeDescriptor(descriptor)
  }

  private func call<Result>(
    _ body: @autoclosure () throws(Platform.SystemError) -> Result
  ) throws(JournalError) -> Result {
    do { return try body() } catch { throw JournalError(path, error) }
  }

  // MARK: Status

  private func status() throws(JournalError) -> Platform.FileStatus {
    try call(try Platform.status(of: descriptor))
  }

  /// The file's size in bytes.
  package func byteCount() throws(JournalError) -> Int { try status().byteCount - start }

  /// The file's identity, regardless of its names.
  func identity() throws(JournalError) -> Platform.FileIdentity { try status().identity }

  /// The file's size in bytes.
  ///
  /// - Throws: `noSuchFile` or `replaced` if its path no longer leads to it.
  func byteCountInPlace() throws(JournalError) -> Int {
    let here = try status()
    let there: Platform.FileStatus
    do throws(Platform.SystemError) { there = try Platform.status(of: path) } catch {
      throw JournalError(opening: path, error)
    }
    guard here.identity == there.identity else { throw JournalError(.replaced, path: path) }
    return here.byteCount - start
  }

  // MARK: Reading

  /// Reads up to `count` bytes into part of a buffer; fewer only at the end of the file.
  func read(_ count: Int, at offset: Int, into buffer: inout [UInt8], position: Int) throws(JournalError) -> Int {
    try call(try Platform.read(count, at: start + offset, from: descriptor, into: &buffer, position: position))
  }

  /// Reads a range of the file; returns fewer bytes only at its end.
  package func bytes(_ range: Range<Int>) throws(JournalError) -> [UInt8] {
    try call(try Platform.bytes(start + range.lowerBound..<start + range.upperBound, of: descriptor))
  }

  // MARK: Writing

  /// Overwrites bytes at an offset.
  func write(_ bytes: [UInt8], at offset: Int) throws(JournalError) {
    var done = 0
    while done < bytes.count {
      let position = offset + done
      done += try writeOnce(bytes[done...], at: position) { bytes throws(Platform.SystemError) in
        try Platform.write(bytes, to: descriptor, at: start + position)
      }
    }
  }

  /// Makes later writes append to the end of the file. If another program cuts the file meanwhile, they don't leave a
  /// hole of zeros that hides the loss.
  func startAppending() throws(JournalError) { try call(try Platform.startAppending(descriptor)) }

  /// Tries once to append bytes, and returns how many were written. Assumes that the file ends at the offset.
  func append(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(JournalError) -> Int {
    try writeOnce(bytes, at: offset) { bytes throws(Platform.SystemError) in
      try Platform.writeBelowLimit(bytes, to: descriptor)
    }
  }

  private func writeOnce(
    _ bytes: ArraySlice<UInt8>, at offset: Int, _ write: (ArraySlice<UInt8>) throws(Platform.SystemError) -> Int
  ) throws(JournalError) -> Int {
    let offset = start + offset
    if offset > sizeLimit.load(ordering: .relaxed) - bytes.count {
      noteSizeLimit()
      // The system writes as much as fits below the limit; only a write that starts at the limit raises a signal.
      if offset >= sizeLimit.load(ordering: .relaxed) { throw JournalError(path, .fileTooLarge) }
    }
    while true {
      do throws(Platform.SystemError) { return try write(bytes) } catch {
        if !error.isInterruption { throw JournalError(path, error) }
      }
    }
  }

  /// Caches the file size limit, because a system call for every write would be too slow.
  func noteSizeLimit() { sizeLimit.store(Platform.fileSizeLimit(), ordering: .relaxed) }

  func truncate(to byteCount: Int) throws(JournalError) {
    try call(try Platform.truncate(descriptor, to: start + byteCount))
  }

  func synchronize() throws(JournalError) { try call(try Platform.synchronize(descriptor)) }

  /// Makes the file's name durable, if the file system supports that.
  func synchronizeFolder() throws(JournalError) {
    do throws(Platform.SystemError) { try Platform.synchronize(folder: Platform.folder(of: path)) } catch {
      throw JournalError(.io(operation: "\(error.call) folder", reason: error.description), path: path)
    }
  }

  // MARK: Locking

  /// Takes the writer's lock, which ends when the file is closed.
  ///
  /// A reader that checks for a writer briefly holds a shared lock, so this retries.
  func lockForWriting() throws(JournalError) {
    for _ in 0..<10 {
      if try call(try Platform.lock(descriptor)) { return }
      Platform.sleep(.milliseconds(2))
    }
    throw JournalError(.locked, path: path)
  }

  /// Releases the writer's lock.
  func unlock() { Platform.unlock(descriptor) }

  /// Whether a writer holds the lock.
  func isBeingWritten() -> Bool { Platform.isBeingWritten(descriptor) }
}
