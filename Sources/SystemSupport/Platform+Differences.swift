#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Android
#endif
#if canImport(MachO)
  import MachO
#endif

/// Everything that differs between systems.
extension Platform {
  /// The system's name, as headers state it.
  package static var name: String {
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

  /// Whether the tests of the layouts in `RuntimeLayout` have run on this platform.
  ///
  /// On Apple's platforms they would need more: dictionaries can wrap an `NSDictionary`, and pointers in metadata can be
  /// signed.
  package static var hasCheckedLayouts: Bool {
    #if os(Linux) && (arch(x86_64) || arch(arm64))
      true
    #else
      false
    #endif
  }

  private static let knownStackLimit = ThreadPointer()

  /// The lowest address of this thread's stack; `nil` if the system doesn't tell.
  package static var stackLimit: UInt? {
    if let known = knownStackLimit.value { return UInt(bitPattern: known) }
    let limit = readStackLimit()
    if let limit { knownStackLimit.value = UnsafeMutableRawPointer(bitPattern: limit) }
    return limit
  }

  /// Whether this thread's stack has room for a number of bytes, as far as the system tells.
  @inline(never)
  package static func hasStack(for byteCount: UInt) -> Bool {
    guard let limit = stackLimit else { return true }
    var local: UInt8 = 0
    let here = withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
    return here < limit || here - limit >= byteCount
  }

  private static func readStackLimit() -> UInt? {
    #if canImport(Darwin)
      let top = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
      return top - UInt(pthread_get_stacksize_np(pthread_self()))
    #else
      var attributes = pthread_attr_t()
      guard stackAttributes(pthread_self(), &attributes) == 0 else { return nil }
      defer { pthread_attr_destroy(&attributes) }
      var address: UnsafeMutableRawPointer?
      var size = 0
      guard pthread_attr_getstack(&attributes, &address, &size) == 0, size > 0 else { return nil }
      return address.map { UInt(bitPattern: $0) }
    #endif
  }

  /// The value of an environment variable; `nil` if it isn't set.
  package static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The path of this process's executable; on Linux the running one, even if its file has been replaced.
  package static var ownExecutable: String {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _NSGetExecutablePath(nil, &size)
      var path = [CChar](repeating: 0, count: Int(size))
      _NSGetExecutablePath(&path, &size)
      return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #else
      return "/proc/self/exe"
    #endif
  }

  /// Flushes the drive's cache, which `fsync` doesn't do on Apple's systems; `false` if `fsync` suffices.
  static func synchronizeDrive(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      fcntl(descriptor, F_FULLFSYNC) == 0
    #else
      false
    #endif
  }

  static func written(_ status: stat) -> timespec {
    #if canImport(Darwin)
      status.st_mtimespec
    #else
      status.st_mtim
    #endif
  }

  static var continuousClock: clockid_t {
    #if canImport(Darwin)
      CLOCK_MONOTONIC_RAW
    #else
      CLOCK_BOOTTIME
    #endif
  }

  static func setHandler(_ handler: @escaping @convention(c) (Int32) -> Void, of action: inout sigaction) {
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #elseif canImport(Android)
      action.sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
  }

  #if canImport(Darwin)
    static func newThread() -> pthread_t? { nil }
    static func spawnSettings() -> (posix_spawn_file_actions_t?, posix_spawnattr_t?) { (nil, nil) }
    static func inherit(_ descriptor: Int32, _ actions: inout posix_spawn_file_actions_t?) {
      posix_spawn_file_actions_addinherit_np(&actions, descriptor)
    }
  #else
    #if canImport(Musl)
      static func newThread() -> pthread_t? { nil }
    #else
      static func newThread() -> pthread_t { pthread_t() }
    #endif
    #if canImport(Android)
      static func spawnSettings() -> (posix_spawn_file_actions_t?, posix_spawnattr_t?) { (nil, nil) }
      typealias SpawnActions = posix_spawn_file_actions_t?
    #else
      static func spawnSettings() -> (posix_spawn_file_actions_t, posix_spawnattr_t) {
        (posix_spawn_file_actions_t(), posix_spawnattr_t())
      }
      typealias SpawnActions = posix_spawn_file_actions_t
    #endif
    static func inherit(_ descriptor: Int32, _ actions: inout SpawnActions) {
      // A descriptor that is duplicated onto itself is inherited.
      posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor)
    }
  #endif

  #if canImport(Glibc) && !canImport(Darwin)
    static let fileSizeResource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    static let coreSizeResource = __rlimit_resource_t(RLIMIT_CORE.rawValue)
  #else
    static let fileSizeResource = RLIMIT_FSIZE
    static let coreSizeResource = RLIMIT_CORE
  #endif
}

#if !canImport(Darwin)
  // Glibc's module leaves it out, as an extension of GNU.
  @_silgen_name("pthread_getattr_np")
  private func stackAttributes(_: pthread_t, _: UnsafeMutablePointer<pthread_attr_t>) -> Int32
#endif
