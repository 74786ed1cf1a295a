import Synchronization
import SystemSupport

/// An open file that closes itself and ends its lock.
final class OpenFile: Sendable {
  let path: String
  private let descriptor: Int32
  private let sizeLimit = Atomic(Int.max)

  enum Access {
    case reading
    /// For reading and writing; a missing file is created for its owner alone. A symbolic link is refused: another user may
    /// have created it so that one of this user's files gets overwritten.
    case writing
  }

  /// Opens a regular file; anything else is refused without waiting for it.
  init(path: String, for access: Access) throws(JournalError) {
    self.path = path
    do throws(Platform.SystemError) {
      switch access {
      case .reading: descriptor = try Platform.open(path, for: .reading)
      case .writing: descriptor = try OpenFile.openForWriting(path)
      }
    } catch {
      // A missing file would have been created.
      if access == .writing, error.isMissing { throw JournalError(.noSuchFolder, path: path) }
      if access == .writing, error.isLink, Platform.isLink(path) { throw JournalError(.symbolicLink, path: path) }
      throw JournalError(opening: path, error)
    }
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

  /// Opens a journal to read.
  ///
  /// A file that a mail program or a log shipper compressed would otherwise fail for no clear reason.
  convenience init(journal path: String) throws(JournalError) {
    try self.init(path: path, for: .reading)
    if try bytes(0..<2) == [0x1f, 0x8b] { throw JournalError(.compressed, path: path) }
  }

  /// Creates a new file for its owner alone, whatever the umask.
  init(creating path: String) throws(JournalError) {
    do throws(Platform.SystemError) {
      descriptor = try Platform.open(path, for: .creating, followingLinks: false)
    } catch {
      if error.isExistence { throw JournalError(.fileExists, path: path) }
      if error.isMissing { throw JournalError(.noSuchFolder, path: path) }
      throw JournalError(opening: path, error)
    }
    self.path = path
    noteSizeLimit()
  }

  /// Creates a new file, locked and for its owner alone, which is going to be renamed to `path`.
  init(creating temporaryPath: String, as path: String) throws(JournalError) {
    do throws(Platform.SystemError) {
      descriptor = try Platform.open(temporaryPath, for: .creating, followingLinks: false)
    } catch {
      throw JournalError(opening: temporaryPath, error)
    }
    self.path = path
    noteSizeLimit()
    try lockForWriting()
  }

  deinit { Platform.closeDescriptor(descriptor) }

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
  func byteCount() throws(JournalError) -> Int { try status().byteCount }

  /// Identifies the file, whatever names lead to it.
  func identity() throws(JournalError) -> Platform.FileIdentity { try status().identity }

  /// The file's size in bytes.
  ///
  /// - Throws: `noSuchFile` or `replaced` if its path doesn't lead to it any more.
  func byteCountInPlace() throws(JournalError) -> Int {
    let here = try status()
    let there: Platform.FileStatus
    do throws(Platform.SystemError) { there = try Platform.status(of: path) } catch {
      throw JournalError(opening: path, error)
    }
    guard here.identity == there.identity else { throw JournalError(.replaced, path: path) }
    return here.byteCount
  }

  // MARK: Reading

  /// Reads up to `count` bytes into a part of a buffer; fewer only at the end of the file.
  func read(_ count: Int, at offset: Int, into buffer: inout [UInt8], position: Int) throws(JournalError) -> Int {
    try call(try Platform.read(count, at: offset, from: descriptor, into: &buffer, position: position))
  }

  /// Reads a range of the file; fewer bytes only where it ends.
  func bytes(_ range: Range<Int>) throws(JournalError) -> [UInt8] {
    try call(try Platform.bytes(range, of: descriptor))
  }

  // MARK: Writing

  /// Writes bytes at an offset, over those that are there.
  func write(_ bytes: [UInt8], at offset: Int) throws(JournalError) {
    var done = 0
    while done < bytes.count {
      let position = offset + done
      done += try writeOnce(bytes[done...], at: position) { bytes throws(Platform.SystemError) in
        try Platform.write(bytes, to: descriptor, at: position)
      }
    }
  }

  /// Makes later bytes go to the end of the file, wherever that is: if the file is cut meanwhile, they don't stand behind
  /// a hole of zeros that looks as if nothing were missing.
  func startAppending() throws(JournalError) { try call(try Platform.startAppending(descriptor)) }

  /// Tries once to write bytes at the end, which is assumed to be at an offset, and returns how many were written.
  func append(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(JournalError) -> Int {
    try writeOnce(bytes, at: offset) { bytes throws(Platform.SystemError) in try Platform.write(bytes, to: descriptor) }
  }

  private func writeOnce(
    _ bytes: ArraySlice<UInt8>, at offset: Int, _ write: (ArraySlice<UInt8>) throws(Platform.SystemError) -> Int
  ) throws(JournalError) -> Int {
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

  /// Looks up how large the file may become; a system call that not every write can afford.
  func noteSizeLimit() { sizeLimit.store(Platform.fileSizeLimit(), ordering: .relaxed) }

  func truncate(to byteCount: Int) throws(JournalError) {
    try call(try Platform.truncate(descriptor, to: byteCount))
  }

  func synchronize() throws(JournalError) { try call(try Platform.synchronize(descriptor)) }

  /// Makes the file's name durable, if the file system can do that.
  func synchronizeFolder() throws(JournalError) {
    do throws(Platform.SystemError) { try Platform.synchronize(folder: Platform.folder(of: path)) } catch {
      throw JournalError(.io(operation: "\(error.call) folder", reason: error.description), path: path)
    }
  }

  // MARK: Locking

  /// Takes the writer's lock, which ends when the file is closed.
  ///
  /// A reader that looks for a writer holds a shared lock for a moment, so a refused lock is tried again.
  func lockForWriting() throws(JournalError) {
    for _ in 0..<10 {
      if try call(try Platform.lock(descriptor)) { return }
      Platform.sleep(.milliseconds(2))
    }
    throw JournalError(.locked, path: path)
  }

  /// Gives up the writer's lock.
  func unlock() { Platform.unlock(descriptor) }

  /// Whether a writer holds its lock.
  func isBeingWritten() -> Bool { Platform.isBeingWritten(descriptor) }
}
