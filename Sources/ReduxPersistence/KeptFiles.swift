import SystemSupport

/// Files and folders that hold kept state: only their owner can read them, and no link leads out of them.
enum KeptFiles {
  /// The largest file that is read.
  private static let largestFile = 1 << 30

  fileprivate static func call<Result>(
    _ path: String, _ body: @autoclosure () throws(Platform.SystemError) -> Result
  ) throws(PersistenceError) -> Result {
    do { return try body() } catch { throw PersistenceError(path, error) }
  }

  private static func refuse(_ path: String, _ operation: String, _ reason: String) -> PersistenceError {
    PersistenceError(.io(operation: operation, reason: reason), place: path)
  }

  /// The bytes of a file; `nil` if there is none.
  static func contents(of path: String) throws(PersistenceError) -> [UInt8]? {
    let file: Int32
    do throws(Platform.SystemError) { file = try Platform.open(path, for: .reading, followingLinks: false) } catch {
      if error.isMissing { return nil }
      throw PersistenceError(path, error)
    }
    defer { Platform.closeDescriptor(file) }
    let status = try call(path, try Platform.status(of: file))
    guard status.kind == .regular else { throw refuse(path, "open", "it is not a regular file") }
    guard status.byteCount <= largestFile else { throw refuse(path, "read", "it is larger than 1 GiB") }
    return try call(path, try Platform.bytes(0..<status.byteCount, of: file))
  }

  /// Writes a new file for its owner alone, and removes an earlier one: another user may have created that to read along.
  /// The name is durable only after `synchronize(folder:)`.
  static func write(_ bytes: [UInt8], to path: String, synchronized: Bool) throws(PersistenceError) {
    try remove(path)
    let file = try call(path, try Platform.open(path, for: .creating, followingLinks: false))
    defer { Platform.closeDescriptor(file) }
    try call(path, try Platform.writeAll(bytes, to: file))
    if synchronized { try call(path, try Platform.synchronize(file)) }
  }

  #if SQLite
    /// Creates an empty file for its owner alone, or removes other users' rights to the file that is there.
    static func create(_ path: String) throws(PersistenceError) {
      do throws(Platform.SystemError) {
        Platform.closeDescriptor(try Platform.open(path, for: .creating, followingLinks: false))
      } catch {
        guard error.isExistence else { throw PersistenceError(path, error) }
        try takeAlone(path)
      }
    }

    /// Removes other users' rights to a file, if it exists.
    static func takeAlone(_ path: String) throws(PersistenceError) {
      let status: Platform.FileStatus
      do throws(Platform.SystemError) { status = try Platform.status(of: path, followingLinks: false) } catch {
        if error.isMissing { return }
        throw PersistenceError(path, error)
      }
      guard status.kind == .regular, status.isOwn else {
        throw refuse(path, "open", "it isn't a regular file that this user owns")
      }
      if status.rights & 0o077 != 0 { try call(path, try Platform.setRights(0o600, of: path)) }
    }
  #endif

  /// Puts a file in the place of another, which may exist.
  static func move(_ path: String, to target: String) throws(PersistenceError) {
    try call(target, try Platform.rename(path, to: target))
  }

  /// Removes a file, if it exists.
  static func remove(_ path: String) throws(PersistenceError) { try call(path, try Platform.remove(path)) }

  /// Makes renamed and removed names in a folder survive a loss of power.
  static func synchronize(folder path: String) throws(PersistenceError) {
    try call(path, try Platform.synchronize(folder: path))
  }

  /// Creates a folder for its owner alone, unless it exists; the folder around it must exist.
  static func makeFolder(_ path: String) throws(PersistenceError) {
    var isMade = true
    do throws(Platform.SystemError) { try Platform.makeFolder(path) } catch {
      guard error.isExistence else { throw PersistenceError(path, error) }
      isMade = false
    }
    let status = try call(path, try Platform.status(of: path))
    guard status.isOwn, status.rights & 0o022 == 0 else {
      throw refuse(path, "open", "another user owns it or can write to it; make it yours alone with 'chmod 700'")
    }
    // If the folder around it can't be opened, nothing can be done.
    if isMade { try? synchronize(folder: path + "/..") }
  }

  /// The names in a folder, sorted.
  static func names(in path: String) throws(PersistenceError) -> [String] {
    try call(path, try Platform.names(inFolder: path)).sorted()
  }
}

/// A lock on a folder against other processes and other objects of this one; it ends with this object or the process.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// - Parameters:
  ///   - path: The file that is locked.
  ///   - place: The place to name in errors.
  ///   - patience: How long to wait for a holder that may be about to end.
  /// - Throws: `PersistenceError` with `inUse` if something else holds it.
  init(path: String, of place: String, patience: Duration) throws(PersistenceError) {
    let deadline = ContinuousClock.now + patience
    do throws(Platform.SystemError) {
      descriptor = try Platform.open(path, for: .creatingIfMissing, followingLinks: false)
    } catch {
      throw PersistenceError(path, error)
    }
    while !(try KeptFiles.call(path, try Platform.lock(descriptor))) {
      guard ContinuousClock.now < deadline else { throw PersistenceError(.inUse, place: place) }
      Platform.sleep(.milliseconds(2))
    }
  }

  deinit { Platform.closeDescriptor(descriptor) }
}

extension PersistenceError {
  /// Creates the error for a system call that failed.
  fileprivate init(_ place: String, _ error: Platform.SystemError) {
    self.init(.io(operation: error.call, reason: error.description), place: place)
  }
}
