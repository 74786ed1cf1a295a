#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the child asks of the operating system.
enum Platform {
  /// Writes a line to standard output at once.
  static func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
      if count > 0 { done += count } else if errno != EINTR { exit(70) }
    }
  }

  /// The next line of standard input.
  static func nextLine() -> String? {
    // At the end, `readLine` tries for ever where an earlier call has left EINTR behind.
    errno = 0
    return readLine()
  }

  /// Limits how large a file may become; `nil` takes the limit away.
  static func limitFileSize(to byteCount: Int?) {
    var limit = rlimit()
    getrlimit(fileSizeLimit, &limit)
    limit.rlim_cur = byteCount.map { rlim_t($0) } ?? limit.rlim_max
    setrlimit(fileSizeLimit, &limit)
  }

  /// Leaves no descriptor for another file.
  static func useUpDescriptors() {
    while open("/dev/null", O_RDONLY) >= 0 {}
  }

  /// Goes on as a user without rights; needs those of root.
  static func becomeNobody() -> Bool { setgid(65534) == 0 && setuid(65534) == 0 }

  /// Fills a disk with a file until nothing more fits.
  static func fillDisk(with path: String) {
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    let block = [UInt8](repeating: 0x78, count: 4096)
    var count = block.count
    while count > 0 {
      if write(file, block, count) <= 0 { count /= 2 }
    }
    close(file)
  }

  static func copy(_ path: String, to copy: String) -> Bool {
    let source = open(path, O_RDONLY)
    let target = open(copy, O_WRONLY | O_CREAT, 0o600)
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var count = read(source, &block, block.count)
    while count > 0, write(target, block, count) == count { count = read(source, &block, block.count) }
    close(source)
    close(target)
    return count == 0
  }

  static func remove(_ path: String) { unlink(path) }

  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// A number that the compiler does not know.
  static var processNumber: Int { Int(getpid()) }

  static func exitProcess(_ code: Int32) -> Never { exit(code) }

  static func sleep(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  #if canImport(Glibc)
    private static let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    private static let fileSizeLimit = RLIMIT_FSIZE
  #endif
}
