#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Android
#endif

/// Open files, terminals and pipes.
extension Platform {
  package static let standardInput: Int32 = 0
  package static let standardOutput: Int32 = 1
  package static let standardError: Int32 = 2

  package enum Opening: Sendable {
    case reading
    /// Writing to a file that exists. A pipe without a reader is an error.
    case writing
    /// Reading and writing a file that exists.
    case updating
    /// Reading and writing a new file, which only its owner can read.
    case creating
    /// Reading and writing a file, which is created for its owner if it doesn't exist.
    case creatingIfMissing
    /// A folder.
    case folder

    fileprivate var flags: Int32 {
      switch self {
      case .reading: O_RDONLY
      case .writing: O_WRONLY
      case .updating: O_RDWR
      case .creating: O_RDWR | O_CREAT | O_EXCL
      case .creatingIfMissing: O_RDWR | O_CREAT
      case .folder: O_RDONLY | O_DIRECTORY
      }
    }
  }

  /// Opens a file without waiting: opening a pipe would otherwise wait for its other end.
  package static func open(
    _ path: String, for opening: Opening, followingLinks: Bool = true
  ) throws(SystemError) -> Int32 {
    let flags = opening.flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followingLinks ? 0 : O_NOFOLLOW)
    while true {
      let descriptor = systemOpen(path, flags, 0o600)
      if descriptor >= 0 {
        // A umask can remove even the owner's rights.
        if opening == .creating { _ = fchmod(descriptor, 0o600) }
        return descriptor
      }
      if errno != EINTR { throw SystemError("open") }
    }
  }

  /// Opens a file, and waits for a pipe's writer.
  package static func openForReading(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC, 0)
    if descriptor < 0 { throw SystemError("open") }
    return descriptor
  }

  /// Opens a file that exists. A pipe without a reader is an error: waiting for one could take forever.
  package static func openForWriting(_ path: String, followingLinks: Bool) throws(SystemError) -> Int32 {
    let descriptor = try open(path, for: .writing, followingLinks: followingLinks)
    // Writing waits for a slow reader.
    if fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) < 0 {
      let error = SystemError("fcntl")
      closeDescriptor(descriptor)
      throw error
    }
    return descriptor
  }

  /// Opens the file in which everything disappears, and that is empty.
  package static func openNull() throws(SystemError) -> Int32 {
    let descriptor = systemOpen("/dev/null", O_RDWR | O_CLOEXEC, 0)
    if descriptor < 0 { throw SystemError("open") }
    return descriptor
  }

  package static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

  /// Occupies the numbers of standard streams that were closed when the process started. Otherwise a file that is opened
  /// later, such as a journal, gets one of them, and messages overwrite its bytes.
  ///
  /// Reading and writing there still fail.
  package static func reserveStandardStreams() {
    for (stream, mode) in [(standardInput, O_WRONLY), (standardOutput, O_RDONLY), (standardError, O_RDONLY)] {
      // A file gets the lowest free number, and those below this one are taken by now.
      if fcntl(stream, F_GETFD) < 0 { _ = systemOpen("/dev/null", mode, 0) }
    }
  }

  // MARK: Reading and writing

  /// Reads up to `count` bytes; none at the end.
  package static func read(_ count: Int, from descriptor: Int32) throws(SystemError) -> [UInt8] {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      result = systemRead(descriptor, buffer.baseAddress, count)
      initialized = max(0, result)
    }
    if result < 0 { throw SystemError("read") }
    return bytes
  }

  /// Reads a range of a file; returns fewer bytes only at its end.
  package static func bytes(_ range: Range<Int>, of descriptor: Int32) throws(SystemError) -> [UInt8] {
    var error: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      let whole = UnsafeMutableRawBufferPointer(buffer)
      do throws(SystemError) { count = try read(into: whole, at: range.lowerBound, from: descriptor) } catch let failure
      {
        error = failure
      }
    }
    if let error { throw error }
    return bytes
  }

  /// Reads up to `count` bytes at an offset into a part of a buffer, and returns how many; fewer only at the end.
  package static func read(
    _ count: Int, at offset: Int, from descriptor: Int32, into buffer: inout [UInt8], position: Int
  ) throws(SystemError) -> Int {
    try buffer.withUnsafeMutableBytes { bytes in
      let part = UnsafeMutableRawBufferPointer(rebasing: bytes[position..<position + count])
      return Result { () throws(SystemError) in try read(into: part, at: offset, from: descriptor) }
    }.get()
  }

  /// Reads bytes at an offset until a buffer is full or the file ends, and returns their count.
  private static func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int, from descriptor: Int32
  ) throws(SystemError) -> Int {
    var count = 0
    while count < buffer.count {
      let result = pread(
        descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count, off_t(offset + count))
      if result > 0 {
        count += result
      } else if result == 0 {
        break
      } else if errno != EINTR {
        throw SystemError("read")
      }
    }
    return count
  }

  /// Writes some of the bytes and returns how many. A file that has reached the size limit is an error, not a signal.
  package static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) -> Int {
    if fileSizeLimit() == .max { return try writeBelowLimit(bytes, to: descriptor) }
    return try withoutSignal(SIGXFSZ, for: { $0 == .fileTooLarge }) { () throws(SystemError) in
      try writeBelowLimit(bytes, to: descriptor)
    }
  }

  /// Writes some of the bytes and returns how many. The caller knows that the position is below the file size limit, which
  /// would take a system call to ask for.
  package static func writeBelowLimit(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemError) -> Int {
    let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
    if count < 0 { throw SystemError("write") }
    return count
  }

  /// Writes some of the bytes at an offset and returns how many.
  package static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, at offset: Int) throws(SystemError) -> Int
  {
    let count = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
    if count < 0 { throw SystemError("write") }
    return count
  }

  /// Writes all bytes.
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      do throws(SystemError) { rest = rest.dropFirst(try write(rest, to: descriptor)) } catch {
        if !error.isInterruption { throw error }
      }
    }
  }

  /// Writes a text; gives up at an error, such as a pipe without a reader.
  package static func write(_ text: String, to descriptor: Int32) {
    try? writeAll(Array(text.utf8), to: descriptor)
  }

  /// Makes every later write go to the file's end at that time.
  package static func startAppending(_ descriptor: Int32) throws(SystemError) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_APPEND) >= 0 else { throw SystemError("fcntl") }
  }

  package static func truncate(_ descriptor: Int32, to byteCount: Int) throws(SystemError) {
    while ftruncate(descriptor, off_t(byteCount)) != 0 {
      if errno != EINTR { throw SystemError("ftruncate") }
    }
  }

  /// Forces a file's bytes to the disk.
  package static func synchronize(_ descriptor: Int32) throws(SystemError) {
    if synchronizeDrive(descriptor) { return }
    while fsync(descriptor) != 0 {
      if errno != EINTR { throw SystemError("fsync") }
    }
  }

  /// Forces a folder's names to the disk, if its file system can do that.
  package static func synchronize(folder path: String) throws(SystemError) {
    let folder = try open(path, for: .folder)
    defer { closeDescriptor(folder) }
    // A file system without support returns EINVAL.
    while fsync(folder) != 0, errno != EINVAL {
      if errno != EINTR { throw SystemError("fsync") }
    }
  }

  // MARK: Locks

  /// Takes a file's lock, which ends when the file is closed; `false` if another open file holds a conflicting one.
  package static func lock(_ descriptor: Int32, shared: Bool = false) throws(SystemError) -> Bool {
    while flock(descriptor, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw SystemError("flock") }
    }
    return true
  }

  package static func unlock(_ descriptor: Int32) { _ = flock(descriptor, LOCK_UN) }

  /// Whether another open file holds the writer's lock.
  package static func isBeingWritten(_ descriptor: Int32) -> Bool {
    guard (try? lock(descriptor, shared: true)) != false else { return true }
    unlock(descriptor)
    return false
  }

  /// Whether a process is recording to a file, and therefore holds the writer's lock.
  package static func isBeingWritten(_ path: String) -> Bool {
    guard let descriptor = try? openForReading(path) else { return false }
    defer { closeDescriptor(descriptor) }
    return isBeingWritten(descriptor)
  }

  // MARK: Terminals and pipes

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The width of a terminal in columns, if the system knows it.
  package static func width(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The two ends of a pipe, which child processes don't inherit.
  package struct PipeEnds: Sendable {
    package let reading: Int32
    package let writing: Int32
  }

  package static func makePipe() throws(SystemError) -> PipeEnds {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) != 0 { throw SystemError("pipe") }
    ends.forEach(keepToItself)
    return PipeEnds(reading: ends[0], writing: ends[1])
  }

  /// Keeps child processes from inheriting a descriptor.
  package static func keepToItself(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }

  /// Waits until a descriptor has input or its other end is closed; `false` after that time, or at a signal.
  package static func hasInput(_ descriptor: Int32, within time: Duration) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, Int32(max(1, time / .milliseconds(1)))) > 0
  }
}

// Members of these names hide the functions of the C library.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
