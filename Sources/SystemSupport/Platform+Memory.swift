#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Android
#endif

extension Platform {
  /// The position of the first line feed, or `nil`.
  package static func firstLineFeed(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress, let found = memchr(base, 0x0a, bytes.count) else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// The position of the last line feed, or `nil`.
  package static func lastLineFeed(in bytes: UnsafeRawBufferPointer) -> Int? {
    // With few line feeds, as in any large range of bytes, `memchr` from the start is the fastest way.
    var last: Int?
    var rest = 0
    while let next = firstLineFeed(in: UnsafeRawBufferPointer(rebasing: bytes[rest...])) {
      last = rest + next
      rest += next + 1
    }
    return last
  }

  /// Maps a file's bytes to memory, shared by all processes that map it.
  package static func map(_ descriptor: Int32, byteCount: Int) throws(SystemError) -> UInt {
    try mapped(mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0))
  }

  private static func mapped(_ start: UnsafeMutableRawPointer?) throws(SystemError) -> UInt {
    guard let start, start != MAP_FAILED else { throw SystemError("mmap") }
    return UInt(bitPattern: start)
  }

  package static func unmap(_ address: UInt, byteCount: Int) {
    munmap(UnsafeMutableRawPointer(bitPattern: address), byteCount)
  }

  /// Creates a nameless file full of zeros; in memory if the system has a folder for that.
  package static func openSharedMemory(byteCount: Int) throws(SystemError) -> Int32 {
    let prefix = "reduxlog-"
    let file: (path: String, descriptor: Int32)
    do { file = try createUnique(prefix: "/dev/shm/" + prefix) } catch {
      file = try createUnique(prefix: "/tmp/" + prefix)
    }
    removeFile(file.path)
    // Written, not just extended: if there is no space, this call fails, instead of a signal later.
    do { try writeAll([UInt8](repeating: 0, count: byteCount), to: file.descriptor) } catch {
      closeDescriptor(file.descriptor)
      throw error
    }
    return file.descriptor
  }

  /// The peak memory of this process in bytes; `nil` if the system doesn't report it.
  ///
  /// The value that `wait4` returns for a child is useless: on Linux it is at least the parent's memory when it started
  /// the child.
  package static func peakMemory() -> Int? {
    guard let file = fopen("/proc/self/status", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard text.hasPrefix("VmHWM:") else { continue }
      return text.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 * 1024 }
    }
    return nil
  }
}
