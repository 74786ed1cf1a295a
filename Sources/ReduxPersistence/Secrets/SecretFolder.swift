/// Secrets in files of a folder, each readable by its owner alone (mode 0600), written beside and renamed.
///
/// It keeps them from other users of the machine, and from backups that leave the folder out; not from whoever may read the
/// owner's files. One object at a time has a folder open, in whichever process.
public final class SecretFolder: SecretStore {
  /// Where the folder is.
  public let path: String
  private let lock: FolderLock
  private let turn = ThreadTurn()

  /// What is appended to the name of a file that is being written.
  private static let suffix = ".new"

  /// Opens a folder, and makes it for its owner alone if it isn't there.
  ///
  /// - Parameters:
  ///   - path: where it is; the folder around it must exist.
  ///   - patience: how long to wait, on this thread, for who has the folder open and may be about to end.
  /// - Throws: `PersistenceError`, also if the folder is another user's or others may write there; `inUse` if another
  ///   process, or another object, has it open.
  public init(path: String, patience: Duration = .seconds(1)) throws(PersistenceError) {
    self.path = path
    try KeptFiles.makeFolder(path)
    lock = try FolderLock(path: path + "/.lock", of: path, patience: patience)
    // A process that was killed may have left half a secret, or one that was to be taken away.
    for name in try KeptFiles.names(in: path) where name.hasSuffix(SecretFolder.suffix) {
      try KeptFiles.remove(path + "/" + name)
    }
  }

  /// The contents of the file.
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
    try turn.take { () throws(PersistenceError) in
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
    try turn.take { () throws(PersistenceError) in
      try KeptFiles.remove(file)
      try KeptFiles.synchronize(folder: path)
    }
  }

  /// The file of a name; no name leads out of the folder, or to a file of the folder's own.
  private func file(_ name: String) throws(PersistenceError) -> String {
    let isName =
      !name.isEmpty && !name.hasPrefix(".") && !name.hasSuffix(SecretFolder.suffix)
      && name.utf8.allSatisfy { UInt8.isNamePart($0) || $0 == UInt8(ascii: ".") }
    guard isName else {
      throw PersistenceError(.secretStore(reason: "a secret's name has letters, digits, -, _ and . only"), place: name)
    }
    return path + "/" + name
  }
}
