import StateCoding
import Synchronization
import SystemSupport

/// A folder of files that each hold a slice of the state as JSON, stored together, all or none.
///
/// ```swift
/// let folder = try FileFolder(path: caches + "/state")
/// let user = FileSlice<User>("user", in: folder)
/// ```
///
/// Changed slices are written to new files beside the old ones. Then a rename replaces `manifest.json`, which lists the
/// current files. A crash at any moment, or a full disk, leaves the state stored last. Only the owner can access the files.
///
/// Only one object, in one process, can have a folder open. You may call it on any thread; calls wait for a transaction
/// under way.
public final class FileFolder: PersistenceTransaction {
  private struct Contents: Sendable {
    var manifest: FolderManifest
    /// The slices written by the transaction under way; `nil` outside of one.
    var pending: [String: FolderManifest.Slice]?
    /// Whether the folder has no manifest, not even an empty one.
    var isWithoutManifest: Bool
    /// The error of a nested transaction, which fails the whole one.
    var failure: PersistenceError?
  }

  /// The folder's path.
  let path: String
  /// Whether stored values also survive a loss of power.
  private let survivesPowerLoss: Bool
  /// The place of an unusable manifest, and why it is unusable.
  private let lost: (place: String, reason: String)?
  private let lock: FolderLock
  private let mutex = RecursiveLock()
  private let contents: Mutex<Contents>

  /// Opens a folder, or creates it.
  ///
  /// - Parameters:
  ///   - path: the folder's path; its parent must exist.
  ///   - survivesPowerLoss: whether to wait, on each write, until the data is on disk. Otherwise, a loss of power may leave
  ///     damaged files, which the next launch moves aside.
  ///   - patience: how long to wait, on this thread, while another process has the folder open.
  /// - Throws: `PersistenceError`, also if the folder belongs to another user or others may write to it; `inUse` if another
  ///   process or object has it open.
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
    // If the disk is full, storing reports it.
    try? begin()
  }

  /// Stores everything that `body` stores in this folder, or nothing.
  ///
  /// A nested `perform` is a part of the outer one, which fails if the nested one does.
  ///
  /// - Throws: The error of `body`, or `PersistenceError`. Then the folder is unchanged, or if only the last `fsync` failed,
  ///   it has the new values, which a loss of power may revert.
  public func perform(_ body: () throws(PersistenceError) -> Void) throws(PersistenceError) {
    try mutex.withLock { () throws(PersistenceError) in
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
      // A file of the part may be half written.
      contents.withLock { $0.failure = $0.failure ?? error }
      throw error
    }
  }

  private func commit() throws(PersistenceError) {
    let (earlier, pending) = contents.withLock { ($0.manifest, $0.pending ?? [:]) }
    var next = earlier
    next.slices.merge(pending) { $1 }
    next.generation += 1
    // The names of the new files must be on disk before the manifest that lists them.
    try synchronize()
    try write(next)
    contents.withLock { contents in
      contents.manifest = next
      contents.pending = [:]
    }
    try synchronize()
    // A file that can't be removed does no harm; the next launch tries again.
    for file in earlier.files.subtracting(next.files) { try? KeptFiles.remove(path + "/" + file) }
  }

  /// Writes a manifest before any other file, so that a folder that lost its manifest differs from a new one.
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

  /// Returns the manifest's entry of a slice, if any.
  func slice(_ name: String) -> FolderManifest.Slice? {
    contents.withLock { $0.manifest.slices[name] }
  }

  /// Returns the result for a slice without an entry: absent, or moved aside if the manifest was lost.
  func absence<Value>(of name: String) -> RestoredSlice<Value> {
    guard let lost else { return .absent }
    return .setAside(place: lost.place, reason: lost.reason)
  }

  /// Reads a slice's file; `nil` if it is missing.
  func contents(of slice: FolderManifest.Slice) throws(PersistenceError) -> [UInt8]? {
    try KeptFiles.contents(of: path + "/" + slice.file)
  }

  /// Writes a slice. It takes effect when the transaction ends, or at once outside of one.
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

  /// Moves a slice's file aside; returns its new path, or the expected path of a missing file.
  func setAside(_ slice: FolderManifest.Slice) throws(PersistenceError) -> String {
    guard Platform.exists(path + "/" + slice.file) else { return path + "/" + slice.file }
    return try FolderOpening.setAside(slice.file, in: path)
  }
}
