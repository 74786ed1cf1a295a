import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// What the module asks of the operating system, in one place.
enum Platform {
  /// How many bytes the process may make a file have; a write beyond is answered by a signal that kills it.
  static func fileSizeLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(sizeLimit, &limit) == 0, limit.rlim_cur < rlim_t(Int.max) else { return .max }
    return Int(limit.rlim_cur)
  }

  #if canImport(Glibc)
    private static let sizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    private static let sizeLimit = RLIMIT_FSIZE
  #endif

  /// The platform's name, as headers state it.
  static var name: String {
    #if os(macOS)
      "macos"
    #elseif os(iOS)
      "ios"
    #elseif os(tvOS)
      "tvos"
    #elseif os(watchOS)
      "watchos"
    #elseif os(visionOS)
      "visionos"
    #elseif os(Android)
      "android"
    #else
      "linux"
    #endif
  }

  static func microsecondsSince1970() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int(now.tv_sec) * 1_000_000 + Int(now.tv_nsec) / 1000
  }

  /// The position of the first line feed, or `nil`.
  static func firstLineFeed(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress, let found = memchr(base, 0x0a, bytes.count) else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// The position of the last line feed, or `nil`.
  static func lastLineFeed(in bytes: UnsafeRawBufferPointer) -> Int? {
    // Where there are few, which is where many bytes are looked at, going forward with `memchr` is the quickest way.
    var last: Int?
    var rest = 0
    while let next = firstLineFeed(in: UnsafeRawBufferPointer(rebasing: bytes[rest...])) {
      last = rest + next
      rest += next + 1
    }
    return last
  }

  /// The system's text for an error number.
  static func reason(_ number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
  }
}

/// An open file that closes itself. Its lock, if it holds one, goes with it.
final class OpenFile: Sendable {
  let path: String
  private let descriptor: Int32
  private let sizeLimit = Atomic(Int.max)

  enum Access {
    case reading
    /// For reading and writing; a file that is not there is created for its owner alone. A symbolic link is refused:
    /// somebody else may have put it there, to have a file of the user's written to.
    case writing
  }

  /// Opens a regular file; anything else is refused without waiting for it.
  init(path: String, for access: Access) throws(JournalError) {
    var opened = access == .reading ? OpenFile.open(path, O_RDONLY) : OpenFile.open(path, O_RDWR | O_NOFOLLOW)
    while access == .writing, opened < 0, errno == ENOENT {
      opened = OpenFile.create(path)
      // Somebody else was quicker.
      if opened < 0, errno == EEXIST { opened = OpenFile.open(path, O_RDWR | O_NOFOLLOW) } else { break }
    }
    guard opened >= 0 else {
      let number = errno
      // A file that is missing would have been created.
      if access == .writing, number == ENOENT || number == ENOTDIR { throw JournalError(.noSuchFolder, path: path) }
      if access == .writing, number == ELOOP, Platform.isLink(path) { throw JournalError(.symbolicLink, path: path) }
      throw OpenFile.error(number, operation: "open", path: path)
    }
    self.path = path
    descriptor = opened
    if access == .writing { noteSizeLimit() }
    var status = stat()
    guard fstat(opened, &status) == 0 else { throw OpenFile.error(errno, operation: "fstat", path: path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw JournalError(.isDirectory, path: path)
    default: throw JournalError(.notRegular, path: path)
    }
  }

  /// Opens a journal to read.
  ///
  /// What a mail program or a log shipper compressed would be no journal for no clear reason.
  convenience init(journal path: String) throws(JournalError) {
    try self.init(path: path, for: .reading)
    if try bytes(0..<2) == [0x1f, 0x8b] { throw JournalError(.compressed, path: path) }
  }

  /// Creates a file where there is none, for its owner alone whatever the umask.
  init(creating path: String) throws(JournalError) {
    let opened = OpenFile.create(path)
    guard opened >= 0 else {
      if errno == EEXIST { throw JournalError(.fileExists, path: path) }
      if errno == ENOENT || errno == ENOTDIR { throw JournalError(.noSuchFolder, path: path) }
      throw OpenFile.error(errno, operation: "open", path: path)
    }
    self.path = path
    descriptor = opened
    noteSizeLimit()
  }

  /// Whether anything has a name, a link that leads nowhere included.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Gives a file another name, which nothing has.
  static func move(_ path: String, to target: String) throws(JournalError) {
    // A hard link fails if somebody has put a file there meanwhile; a rename would overwrite it.
    if systemLink(path, target) == 0 {
      remove(path)
      return
    }
    let number = errno
    guard number != EEXIST, !exists(target) else { throw JournalError(.fileExists, path: target) }
    // Some file systems know no hard links.
    guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(number) else {
      throw error(number, operation: "link", path: target)
    }
    guard systemRename(path, target) == 0 else { throw error(errno, operation: "rename", path: target) }
  }

  /// Takes a name away; there is nothing to do about one that stays.
  static func remove(_ path: String) { _ = unlink(path) }

  /// Creates a file that must not be there yet, locked and for its owner alone, which is to be renamed to a path.
  init(creating temporaryPath: String, as path: String) throws(JournalError) {
    let opened = OpenFile.create(temporaryPath)
    guard opened >= 0 else { throw OpenFile.error(errno, operation: "open", path: temporaryPath) }
    self.path = path
    descriptor = opened
    noteSizeLimit()
    try lockForWriting()
  }

  deinit { close(descriptor) }

  private static func open(_ path: String, _ flags: Int32) -> Int32 {
    // Without O_NONBLOCK, opening a pipe would wait until somebody opens its other end.
    let flags = flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    while true {
      let opened = systemOpen(path, flags, 0o600)
      if opened >= 0 || errno != EINTR { return opened }
    }
  }

  /// Creates a file that must not be there yet, for its owner alone: a mask takes rights away, and could take all.
  private static func create(_ path: String) -> Int32 {
    let created = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
    if created >= 0 { _ = fchmod(created, 0o600) }
    return created
  }

  private static func error(_ number: Int32, operation: String, path: String) -> JournalError {
    let problem: JournalError.Problem =
      switch number {
      case ENOENT, ENOTDIR: .noSuchFile
      case EACCES, EPERM: .permission
      case EISDIR: .isDirectory
      case ENXIO: .notRegular
      default: .io(operation: operation, reason: Platform.reason(number))
      }
    return JournalError(problem, path: path)
  }

  private func failure(_ operation: String, _ number: Int32 = errno) -> JournalError {
    JournalError(.io(operation: operation, reason: Platform.reason(number)), path: path)
  }

  /// How many bytes the file has now.
  func byteCount() throws(JournalError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("fstat") }
    return Int(status.st_size)
  }

  /// What tells the file from all others, whatever it is called.
  func identity() throws(JournalError) -> FileIdentity {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("fstat") }
    return FileIdentity(status)
  }

  /// How many bytes the file has now.
  ///
  /// - Throws: `noSuchFile` or `replaced` if its path does not lead to it any more.
  func byteCountInPlace() throws(JournalError) -> Int {
    var here = stat()
    var there = stat()
    guard fstat(descriptor, &here) == 0 else { throw failure("fstat") }
    guard stat(path, &there) == 0 else { throw OpenFile.error(errno, operation: "stat", path: path) }
    guard here.st_ino == there.st_ino, here.st_dev == there.st_dev else { throw JournalError(.replaced, path: path) }
    return Int(here.st_size)
  }

  /// Reads up to `count` bytes into a part of a buffer; fewer than asked for only at the end of the file.
  func read(_ count: Int, at offset: Int, into buffer: inout [UInt8], position: Int) throws(JournalError) -> Int {
    var done = 0
    while done < count {
      let result = buffer.withUnsafeMutableBytes { bytes in
        pread(descriptor, bytes.baseAddress.map { $0 + position + done }, count - done, off_t(offset + done))
      }
      if result < 0 {
        if errno == EINTR { continue }
        throw failure("read")
      }
      if result == 0 { break }
      done += result
    }
    return done
  }

  /// Reads a range of the file; fewer bytes only where it ends.
  func bytes(_ range: Range<Int>) throws(JournalError) -> [UInt8] {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count {
        let result = pread(
          descriptor, buffer.baseAddress.map { $0 + count }, range.count - count, off_t(range.lowerBound + count))
        if result > 0 {
          count += result
        } else if result == 0 || errno != EINTR {
          failed = result < 0
          break
        }
      }
    }
    if failed { throw failure("read") }
    return bytes
  }

  /// Writes bytes at an offset, over what is there.
  func write(_ bytes: [UInt8], at offset: Int) throws(JournalError) {
    var done = 0
    while done < bytes.count {
      done += try writeOnce(bytes[done...], at: offset + done) { pwrite(descriptor, $0, $1, off_t($2)) }
    }
  }

  /// From now on bytes go to the end of the file, wherever that is: in a file that somebody cut, none stands behind a
  /// hole of zeros that looks as if nothing were missing.
  func startAppending() throws(JournalError) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_APPEND) >= 0 else { throw failure("fcntl") }
  }

  /// One attempt to write bytes at the end, which is thought to be at an offset: how many got there.
  func append(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(JournalError) -> Int {
    try writeOnce(bytes, at: offset) { bytes, count, _ in systemWrite(descriptor, bytes, count) }
  }

  private func writeOnce(
    _ bytes: ArraySlice<UInt8>, at offset: Int, _ write: (UnsafeRawPointer?, Int, Int) -> Int
  ) throws(JournalError) -> Int {
    if offset > sizeLimit.load(ordering: .relaxed) - bytes.count {
      noteSizeLimit()
      // What fits below the limit the system writes; only a write that starts at it is answered by a signal.
      if offset >= sizeLimit.load(ordering: .relaxed) { throw failure("write", EFBIG) }
    }
    while true {
      let result = bytes.withUnsafeBytes { write($0.baseAddress, $0.count, offset) }
      if result >= 0 { return result }
      if errno != EINTR { throw failure("write") }
    }
  }

  /// Looks how large the file may become; it is a call that not every write can afford.
  func noteSizeLimit() { sizeLimit.store(Platform.fileSizeLimit(), ordering: .relaxed) }

  func truncate(to byteCount: Int) throws(JournalError) {
    while ftruncate(descriptor, off_t(byteCount)) != 0 {
      if errno != EINTR { throw failure("ftruncate") }
    }
  }

  func synchronize() throws(JournalError) {
    #if canImport(Darwin)
      // fsync on Apple's systems leaves the bytes in the drive's cache.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    while fsync(descriptor) != 0 {
      if errno != EINTR { throw failure("fsync") }
    }
  }

  /// Makes the file's name durable, where the file system allows it.
  func synchronizeFolder() throws(JournalError) {
    let folder = Platform.folder(of: path)
    let opened = OpenFile.open(folder, O_RDONLY | O_DIRECTORY)
    guard opened >= 0 else { throw failure("open folder") }
    defer { close(opened) }
    // Some file systems cannot do this to a folder and say EINVAL; theirs is the choice.
    while fsync(opened) != 0, errno != EINVAL {
      if errno != EINTR { throw failure("fsync folder") }
    }
  }

  /// Takes the writer's lock, which goes with the file when it is closed.
  ///
  /// A reader that looks whether somebody writes holds a shared lock for a moment, so a refusal is tried again.
  func lockForWriting() throws(JournalError) {
    for _ in 0..<10 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw failure("flock") }
      usleep(2000)
    }
    throw JournalError(.locked, path: path)
  }

  /// Gives up the writer's lock.
  func unlock() { flock(descriptor, LOCK_UN) }

  /// Whether a writer holds its lock now.
  func isBeingWritten() -> Bool {
    if flock(descriptor, LOCK_SH | LOCK_NB) == 0 {
      flock(descriptor, LOCK_UN)
      return false
    }
    return errno == EWOULDBLOCK
  }
}

// A member of this name would hide it.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

// Members of these names would hide them.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func systemLink(_ path: String, _ other: String) -> Int32 { link(path, other) }
private func systemRename(_ path: String, _ other: String) -> Int32 { rename(path, other) }

/// What tells one file from another, whatever they are called.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  fileprivate init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// Names of files, and what becomes of them.
extension Platform {
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// What a name leads to, itself a link or not: which file, how long it is, and when it was last written, in
  /// microseconds since 1970; `nil` if nothing is there.
  static func status(of path: String) -> (identity: FileIdentity, byteCount: Int, written: Int)? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let written = status.st_mtimespec
    #else
      let written = status.st_mtim
    #endif
    // Some file systems know times that are too far away to be counted in microseconds.
    let seconds = min(max(Int(written.tv_sec), -Int(1e12)), Int(1e12))
    let microseconds = seconds * 1_000_000 + Int(written.tv_nsec) / 1000
    return (FileIdentity(status), Int(status.st_size), microseconds)
  }

  /// The folder of a file.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// The path without symbolic links; `nil` if nothing is there.
  static func resolved(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  /// The names in a folder, in no order.
  static func names(inFolder path: String) throws(JournalError) -> [String] {
    guard let folder = opendir(path) else {
      throw JournalError(.io(operation: "opendir", reason: reason(errno)), path: path)
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
            String(cString: $0)
          }
        })
    }
    return names
  }

  /// Gives a file a second name; `false` if something has that name.
  static func link(_ path: String, as other: String) throws(JournalError) -> Bool {
    if systemLink(path, other) == 0 { return true }
    guard errno == EEXIST else { throw JournalError(.io(operation: "link", reason: reason(errno)), path: other) }
    return false
  }

  /// Gives a file the name of another, which it replaces.
  static func rename(_ path: String, to other: String) throws(JournalError) {
    guard systemRename(path, other) == 0 else {
      throw JournalError(.io(operation: "rename", reason: reason(errno)), path: other)
    }
  }

  /// Takes a name away, if it is there.
  static func remove(_ path: String) throws(JournalError) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw JournalError(.io(operation: "unlink", reason: reason(errno)), path: path)
    }
  }
}
