import StateTree
import Synchronization
import SystemSupport

/// A folder of files, each of which holds a slice of the state as JSON; they are stored together, all of them or none.
///
/// ```swift
/// let folder = try FileFolder(path: caches + "/state")
/// let user = FileSlice<User>("user", in: folder)
/// ```
///
/// What has changed is written to new files beside the old ones; then `manifest.json`, which names the files that count, is
/// replaced by renaming. A crash at any moment, or a full disk, leaves the state that was stored last. Files are for their
/// owner alone.
///
/// One object at a time has a folder open, in whichever process. Calls may come on any thread; a transaction has all others
/// wait.
public final class FileFolder: PersistenceTransaction {
  private struct Contents: Sendable {
    var manifest: FolderManifest
    /// What the transaction under way has written; `nil` while there is none.
    var pending: [String: FolderManifest.Slice]?
    /// Whether the folder has none, not even an empty one.
    var isWithoutManifest: Bool
    /// Why a part of it could not be stored, and so none of it can.
    var failure: PersistenceError?
  }

  /// Where the folder is.
  public let path: String
  /// Whether what has been stored also survives a loss of power.
  public let survivesPowerLoss: Bool
  /// Where the manifest is now, or was, and why it could not be used.
  private let lost: (place: String, reason: String)?
  private let lock: FolderLock
  private let turn = ThreadTurn()
  private let contents: Mutex<Contents>

  /// Opens a folder, and makes it if it isn't there.
  ///
  /// - Parameters:
  ///   - path: where it is; the folder around it must exist.
  ///   - survivesPowerLoss: whether to wait, each time, until the disk has what was written. Without it, a loss of power may
  ///     leave files that don't hold what they should; these are set aside at the next launch.
  ///   - patience: how long to wait, on this thread, for who has the folder open and may be about to end.
  /// - Throws: `PersistenceError`, also if the folder is another user's or others may write there; `inUse` if another
  ///   process, or another object, has it open.
  public init(
    path: String, survivesPowerLoss: Bool = true, patience: Duration = .seconds(1)
  ) throws(PersistenceError) {
    self.path = path
    self.survivesPowerLoss = survivesPowerLoss
    try KeptFiles.makeFolder(path)
    lock = try FolderLock(path: path + "/lock", of: path, patience: patience)
    let opening = try FolderOpening(path)
    lost = opening.lost
    contents = Mutex(Contents(manifest: opening.manifest, isWithoutManifest: opening.isWithoutManifest))
    // Where there is no room for it, storing says so.
    try? begin()
  }

  /// Stores what `body` stores in this folder, all of it or nothing.
  ///
  /// Within another `perform` it is a part of that one, which fails as a whole if the part does.
  ///
  /// - Throws: What `body` throws, or `PersistenceError`; then the folder holds what it held, or if only the last `fsync`
  ///   failed, what was to be stored, which a loss of power may take back.
  public func perform(_ body: () throws(PersistenceError) -> Void) throws(PersistenceError) {
    try turn.take { () throws(PersistenceError) in
      let isPart = contents.withLock { contents in
        defer { contents.pending = contents.pending ?? [:] }
        return contents.pending != nil
      }
      if isPart { return try performPart(body) }
      defer { contents.withLock { ($0.pending, $0.failure) = (nil, nil) } }
      do throws(PersistenceError) {
        try begin()
        try body()
        if let failure = contents.withLock({ $0.failure }) { throw failure }
        try commit()
      } catch {
        let unused = contents.withLock { ($0.pending ?? [:]).values.map(\.file) }
        for file in unused { try? KeptFiles.remove(path + "/" + file) }
        throw error
      }
    }
  }

  private func performPart(_ body: () throws(PersistenceError) -> Void) throws(PersistenceError) {
    do throws(PersistenceError) {
      try body()
    } catch {
      // A file of the part may be there, half written.
      contents.withLock { $0.failure = $0.failure ?? error }
      throw error
    }
  }

  private func commit() throws(PersistenceError) {
    let (earlier, pending) = contents.withLock { ($0.manifest, $0.pending ?? [:]) }
    var next = earlier
    next.slices.merge(pending) { $1 }
    next.generation += 1
    // The names of the new files must be in the folder before the manifest that has them.
    try synchronize()
    try write(next)
    contents.withLock { contents in
      contents.manifest = next
      contents.pending = [:]
    }
    try synchronize()
    // A file that can't be removed is in nobody's way; the next launch tries again.
    for file in earlier.files.subtracting(next.files) { try? KeptFiles.remove(path + "/" + file) }
  }

  /// Sees to it that there is a manifest before there is any other file, so that a folder whose manifest is gone can be told from
  /// a new one.
  private func begin() throws(PersistenceError) {
    guard let manifest = contents.withLock({ $0.isWithoutManifest ? $0.manifest : nil }) else { return }
    try write(manifest)
    try synchronize()
    contents.withLock { $0.isWithoutManifest = false }
  }

  private func write(_ manifest: FolderManifest) throws(PersistenceError) {
    let target = path + "/" + FolderManifest.fileName
    let bytes: [UInt8]
    do { bytes = try StateEncoder().encode(manifest) } catch {
      throw PersistenceError(.encoding(reason: error.explanation), place: target)
    }
    try KeptFiles.write(bytes, to: target + ".new", synchronized: survivesPowerLoss)
    try KeptFiles.move(target + ".new", to: target)
  }

  private func synchronize() throws(PersistenceError) {
    if survivesPowerLoss { try KeptFiles.synchronize(folder: path) }
  }

  // MARK: Slices

  /// What is stored of a slice; `nil` if nothing is.
  func slice(_ name: String) -> FolderManifest.Slice? {
    contents.withLock { $0.manifest.slices[name] }
  }

  /// What to say of a slice of which nothing is stored: that the folder's manifest was lost, if it was.
  func absence<Value>(of name: String) -> RestoredSlice<Value> {
    guard let lost else { return .absent }
    return .setAside(place: lost.place, reason: lost.reason)
  }

  /// The bytes of a slice's file; `nil` if there is none.
  func contents(of slice: FolderManifest.Slice) throws(PersistenceError) -> [UInt8]? {
    try KeptFiles.contents(of: path + "/" + slice.file)
  }

  /// Writes a slice; it counts when the transaction ends, or at once if there is none.
  func write(_ name: String, _ bytes: [UInt8], schema: Int, sum: String) throws(PersistenceError) {
    try perform { () throws(PersistenceError) in
      let slice = contents.withLock { contents in
        let file = SliceFileName(slice: name, generation: contents.manifest.generation + 1)
        let slice = FolderManifest.Slice(file: "\(file)", schema: schema, sum: sum)
        contents.pending?[name] = slice
        return slice
      }
      try KeptFiles.write(bytes, to: path + "/" + slice.file, synchronized: survivesPowerLoss)
    }
  }

  /// Puts a slice's file where it is kept and isn't in use; returns its path, or where it should have been.
  func setAside(_ slice: FolderManifest.Slice) throws(PersistenceError) -> String {
    guard Platform.exists(path + "/" + slice.file) else { return path + "/" + slice.file }
    return try FolderOpening.setAside(slice.file, in: path)
  }
}
