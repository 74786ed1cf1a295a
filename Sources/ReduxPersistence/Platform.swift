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
  /// The largest file that is read.
  private static let largestFile = 1 << 30

  /// The bytes of a file; `nil` if there is none.
  static func contents(of path: String) throws(PersistenceError) -> [UInt8]? {
    // Without O_NONBLOCK, opening a pipe would wait for somebody to write into it.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("open", path)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure("fstat", path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw PersistenceError(.io(operation: "open", reason: "it is not a regular file"), place: path)
    }
    guard status.st_size <= largestFile else {
      throw PersistenceError(.io(operation: "read", reason: "it is larger than 1 GiB"), place: path)
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let read = bytes.withUnsafeMutableBytes { systemRead(file, $0.baseAddress.map { $0 + count }, $0.count - count) }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw failure("read", path) }
      if read == 0 { break }
      count += read
    }
    return count == bytes.count ? bytes : Array(bytes[..<count])
  }

  /// Writes a new file for its owner alone, and takes away what was there: somebody else may have made that, to read along.
  /// It isn't in the folder for certain before `synchronize(folder:)`.
  static func write(_ bytes: [UInt8], to path: String, synchronized: Bool) throws(PersistenceError) {
    try remove(path)
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failure("open", path) }
    defer { close(file) }
    var count = 0
    while count < bytes.count {
      let written = bytes.withUnsafeBytes { systemWrite(file, $0.baseAddress.map { $0 + count }, $0.count - count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw failure("write", path) }
      count += written
    }
    guard !synchronized || fsync(file) == 0 else { throw failure("fsync", path) }
  }

  #if SQLite
    /// Creates an empty file for its owner alone, unless there is one: then takes the others' rights away.
    static func create(_ path: String) throws(PersistenceError) {
      let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if file >= 0 {
        close(file)
        return
      }
      guard errno == EEXIST else { throw failure("open", path) }
      try takeAlone(path)
    }

    /// Takes others' rights to a file away, if there is one.
    static func takeAlone(_ path: String) throws(PersistenceError) {
      var status = stat()
      guard lstat(path, &status) == 0 else {
        if errno == ENOENT { return }
        throw failure("lstat", path)
      }
      guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
        throw PersistenceError(
          .io(operation: "open", reason: "it is not a regular file of this user's"), place: path)
      }
      guard status.st_mode & 0o077 == 0 || chmod(path, 0o600) == 0 else { throw failure("chmod", path) }
    }
  #endif

  /// Puts a file in the place of another, which may be there.
  static func move(_ path: String, to target: String) throws(PersistenceError) {
    guard rename(path, target) == 0 else { throw failure("rename", target) }
  }

  /// Takes a file away, if there is one.
  static func remove(_ path: String) throws(PersistenceError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw failure("unlink", path) }
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Makes sure that what was renamed in a folder, or removed from it, stays so when the power fails.
  static func synchronize(folder path: String) throws(PersistenceError) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw failure("open", path) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw failure("fsync", path) }
  }

  /// Makes a folder for its owner alone, if it isn't there; the folder around it must be.
  static func makeFolder(_ path: String) throws(PersistenceError) {
    let isMade = mkdir(path, 0o700) == 0
    guard isMade || errno == EEXIST else { throw failure("mkdir", path) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure("stat", path) }
    guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
      let reason = "it is another user's, or others may write there; make it yours alone"
      throw PersistenceError(.io(operation: "open", reason: reason), place: path)
    }
    // Where the folder around it can't be opened there is nothing to do about it.
    if isMade { try? synchronize(folder: path + "/..") }
  }

  /// The names in a folder.
  static func names(in path: String) throws(PersistenceError) -> [String] {
    guard let folder = opendir(path) else { throw failure("opendir", path) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private static func failure(_ operation: String, _ path: String) -> PersistenceError {
    let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
    return PersistenceError(.io(operation: operation, reason: reason), place: path)
  }
}

/// A lock on a folder that other processes respect, and other objects of this one; it ends with this object or the process.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// - Parameters:
  ///   - path: the file that is locked.
  ///   - place: what it stands for.
  ///   - patience: how long to wait for whoever has it, and may be about to end.
  /// - Throws: `PersistenceError` with `inUse` if somebody else has it.
  init(path: String, of place: String, patience: Duration) throws(PersistenceError) {
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard opened >= 0 else {
      throw PersistenceError(.io(operation: "open", reason: String(cString: strerror(errno))), place: path)
    }
    let deadline = ContinuousClock.now + patience
    while flock(opened, LOCK_EX | LOCK_NB) != 0 {
      let reason = errno
      if reason == EWOULDBLOCK || reason == EINTR, ContinuousClock.now < deadline {
        usleep(2000)
        continue
      }
      close(opened)
      if reason == EWOULDBLOCK { throw PersistenceError(.inUse, place: place) }
      throw PersistenceError(.io(operation: "flock", reason: String(cString: strerror(reason))), place: path)
    }
    descriptor = opened
  }

  deinit { close(descriptor) }
}

// Inside `Platform` the names mean its own functions.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, buffer, count)
}
private func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, buffer, count)
}
