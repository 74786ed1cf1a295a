/// A secret store of files in a folder, each readable only by its owner (mode 0600).
///
/// It protects secrets from other users of the machine, and from backups that skip the folder; not from anyone who can read
/// the owner's files. Only one object, in one process, can have a folder open.
public final class SecretFolder: SecretStore {
  /// The folder's path.
  let path: String
  private let lock: FolderLock
  private let mutex = RecursiveLock()

  /// The suffix of a file that is being written.
  private static let suffix = ".new"

  /// Opens a folder, or creates it with access only for its owner.
  ///
  /// - Parameters:
  ///   - path: the folder's path; its parent must exist.
  ///   - patience: how long to wait, on this thread, while another process has the folder open.
  /// - Throws: `PersistenceError`, also if the folder belongs to another user or others may write to it; `inUse` if another
  ///   process or object has it open.
  public init(path: String, patience: Duration = .seconds(1)) throws(PersistenceError) {
    self.path = path
    try KeptFiles.makeFolder(path)
    lock = try FolderLock(path: path + "/.lock", of: path, patience: patience)
    // A killed process may have left half a secret, or one that was to be removed.
    for name in try KeptFiles.names(in: path) where name.hasSuffix(SecretFolder.suffix) {
      try KeptFiles.remove(path + "/" + name)
    }
  }

  /// Reads the file.
  ///
  /// - Throws: `PersistenceError` if it can't be read.
  public func read(_ name: String) throws(PersistenceError) -> [UInt8]? {
    try KeptFiles.contents(of: file(name))
  }

  /// Writes a new file and renames it.
  ///
  /// - Throws: `PersistenceError`.
  public func write(_ secret: [UInt8], as name: String) throws(PersistenceError) {
    let file = try file(name)
    let draft = file + SecretFolder.suffix
    try mutex.withLock { () throws(PersistenceError) in
      do throws(PersistenceError) {
        try KeptFiles.write(secret, to: draft, synchronized: true)
        try KeptFiles.move(draft, to: file)
      } catch {
        try? KeptFiles.remove(draft)
        throw error
      }
      try KeptFiles.synchronize(folder: path)
    }
  }

  /// Removes the file.
  ///
  /// - Throws: `PersistenceError`.
  public func remove(_ name: String) throws(PersistenceError) {
    let file = try file(name)
    try mutex.withLock { () throws(PersistenceError) in
      try KeptFiles.remove(file)
      try KeptFiles.synchronize(folder: path)
    }
  }

  /// Returns the file of a name. No name leads out of the folder, or to the folder's own files.
  private func file(_ name: String) throws(PersistenceError) -> String {
    let isName =
      !name.isEmpty && !name.hasPrefix(".") && !name.hasSuffix(SecretFolder.suffix)
      && name.utf8.allSatisfy { UInt8.isNamePart($0) || $0 == UInt8(ascii: ".") }
    guard isName else {
      throw PersistenceError(
        .secretStore(reason: "a secret's name may contain only letters, digits, -, _ and ."), place: name)
    }
    return path + "/" + name
  }
}
