#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Android
#endif

/// Names of files and folders.
extension Platform {
  /// The identity of a file, regardless of its names.
  package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    fileprivate init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  package struct FileStatus: Sendable {
    package enum Kind: Sendable { case regular, folder, link, other }

    package let identity: FileIdentity
    package let kind: Kind
    package let byteCount: Int
    /// When the file was last written, in microseconds since 1970.
    package let written: Int
    /// The permissions of its owner, its group and all others, such as `0o600`.
    package let rights: Int
    /// Whether it belongs to this process's user.
    package let isOwn: Bool

    fileprivate init(_ status: stat) {
      identity = FileIdentity(status)
      kind =
        switch status.st_mode & S_IFMT {
        case S_IFREG: .regular
        case S_IFDIR: .folder
        case S_IFLNK: .link
        default: .other
        }
      byteCount = Int(status.st_size)
      // Some file systems allow times that are too far away to count in microseconds.
      let time = Platform.written(status)
      let seconds = min(max(Int(time.tv_sec), -Int(1e12)), Int(1e12))
      written = seconds * 1_000_000 + Int(time.tv_nsec) / 1000
      rights = Int(status.st_mode & 0o7777)
      isOwn = status.st_uid == geteuid()
    }
  }

  /// The status of an open file.
  package static func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError("fstat") }
    return FileStatus(status)
  }

  /// The status of a file, or of a link to it.
  package static func status(of path: String, followingLinks: Bool = true) throws(SystemError) -> FileStatus {
    var status = stat()
    guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else {
      throw SystemError(followingLinks ? "stat" : "lstat")
    }
    return FileStatus(status)
  }

  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether a name is taken, even by a broken link.
  package static func isTaken(_ path: String) -> Bool { (try? status(of: path, followingLinks: false)) != nil }

  package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 && !isFolder(path) }

  package static func isFolder(_ path: String) -> Bool { (try? status(of: path))?.kind == .folder }

  package static func isLink(_ path: String) -> Bool { (try? status(of: path, followingLinks: false))?.kind == .link }

  /// Whether a path leads to anything but a regular file, such as a device, a pipe or a folder.
  package static func isSpecial(_ path: String) -> Bool { (try? status(of: path)).map { $0.kind != .regular } ?? false }

  /// Whether users other than a file's owner can read or write it.
  package static func isOpenToOthers(_ path: String) -> Bool {
    (try? status(of: path)).map { $0.kind == .regular && $0.rights & 0o066 != 0 } ?? false
  }

  /// The identity of the file at a path; `nil` if there is none.
  package static func identity(of path: String) -> FileIdentity? { (try? status(of: path))?.identity }

  /// Whether two paths lead to the same existing file.
  package static func isSameFile(_ path: String, _ other: String) -> Bool {
    identity(of: path).map { $0 == identity(of: other) } ?? false
  }

  // MARK: Paths

  /// A path by which a process of the same user opens an open file once more, even if it has no name any longer; `nil` if the
  /// system has none. It leads to the file as long as this process has it open.
  package static func pathOfOpenFile(_ descriptor: Int32) -> String? {
    let path = "/proc/\(getpid())/fd/\(descriptor)"
    guard let identity = (try? status(of: descriptor))?.identity else { return nil }
    return identity == self.identity(of: path) ? path : nil
  }

  /// The folder of a file.
  package static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// The path without symbolic links; `nil` if it leads nowhere.
  package static func resolved(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  /// The names in a folder, unordered, without `.` and `..`.
  package static func names(inFolder path: String) throws(SystemError) -> [String] {
    guard let folder = opendir(path) else { throw SystemError("opendir") }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  // MARK: Changes

  /// Gives a file a second name.
  package static func link(_ path: String, as other: String) throws(SystemError) {
    if systemLink(path, other) != 0 { throw SystemError("link") }
  }

  /// Gives a file another name, replacing the file of that name.
  package static func rename(_ path: String, to other: String) throws(SystemError) {
    if systemRename(path, other) != 0 { throw SystemError("rename") }
  }

  /// Gives a file another name, and fails if that is taken.
  package static func move(_ path: String, to other: String) throws(SystemError) {
    // A hard link fails if the name has been taken meanwhile; a rename would overwrite that file.
    do throws(SystemError) { try link(path, as: other) } catch {
      guard error.isMissingHardLinks else { throw error }
      guard !isTaken(other) else { throw SystemError("link", code: EEXIST) }
      try rename(path, to: other)
      return
    }
    removeFile(path)
  }

  /// Removes a name, if it exists.
  package static func remove(_ path: String) throws(SystemError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw SystemError("unlink") }
  }

  /// Removes a name, if that is possible.
  package static func removeFile(_ path: String) { _ = unlink(path) }

  /// Removes an empty folder, if that is possible.
  package static func removeFolder(_ path: String) { _ = rmdir(path) }

  package static func setRights(_ rights: Int, of path: String) throws(SystemError) {
    guard chmod(path, mode_t(rights)) == 0 else { throw SystemError("chmod") }
  }

  /// Creates a folder that only its owner can use.
  package static func makeFolder(_ path: String) throws(SystemError) {
    guard mkdir(path, 0o700) == 0 else { throw SystemError("mkdir") }
  }

  /// Creates a file with a unique name, which only the user can read, and opens it.
  package static func createUnique(prefix: String) throws(SystemError) -> (path: String, descriptor: Int32) {
    var template = Array((prefix + "XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    if descriptor < 0 { throw SystemError("mkstemp") }
    keepToItself(descriptor)
    // A umask can remove even the owner's rights.
    _ = fchmod(descriptor, 0o600)
    return (text(template), descriptor)
  }

  /// Creates a folder with a unique name, which only the user can read.
  package static func createUniqueFolder(prefix: String) throws(SystemError) -> String {
    var template = Array((prefix + "XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
    return text(template)
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // MARK: Space

  /// The file size limit of the process; a signal kills it if it writes beyond that.
  package static func fileSizeLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(fileSizeResource, &limit) == 0, limit.rlim_cur < rlim_t(Int.max) else { return .max }
    return Int(limit.rlim_cur)
  }

  /// Keeps the system from writing a core file if this process crashes.
  package static func leaveNoCores() {
    var limit = rlimit()
    guard getrlimit(coreSizeResource, &limit) == 0 else { return }
    limit.rlim_cur = 0
    _ = setrlimit(coreSizeResource, &limit)
  }

  /// The free bytes for this user in a folder's file system; `nil` if the system doesn't report them.
  package static func freeBytes(inFolder path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }
}

// Members of these names hide the functions of the C library.
private func systemLink(_ existing: String, _ path: String) -> Int32 { link(existing, path) }
private func systemRename(_ source: String, _ destination: String) -> Int32 { rename(source, destination) }
