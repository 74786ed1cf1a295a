import SystemSupport

/// A file that appears whole or not at all: it is written next to its final path and then renamed.
///
/// Only the user can read it, because journals may hold secrets. Without a commit, it disappears. It replaces a
/// symbolic link instead of following it, because another user may have created the link. If the path is a device or a
/// pipe with a reader, it writes there directly.
package final class OutputFile {
  /// The final path.
  package let path: String
  /// The path until then; another writer may fill the file there instead of `write`.
  package let temporaryPath: String
  private let replaces: Bool
  private let isDirect: Bool
  private var descriptor: Int32?

  /// Creates the temporary file.
  package init(path: String, force: Bool) throws(OutputFileError) {
    self.path = path
    replaces = force
    if Platform.isSpecial(path) {
      let followsLinks = OutputFile.isOfSystem(path)
      guard followsLinks || !Platform.isLink(path) else {
        throw .failed(path: path, reason: "it is a symbolic link to something other than a regular file")
      }
      isDirect = true
      temporaryPath = path
      descriptor = try OutputFile.call(path) { () throws(Platform.SystemError) in
        try Platform.openForWriting(path, followingLinks: followsLinks)
      }
      return
    }
    // Such as /dev/stdout, of which a whole system has only one.
    if OutputFile.isOfSystem(path), Platform.isLink(path) {
      throw .failed(path: path, reason: "it leads to a regular file; name that file")
    }
    if Platform.exists(path), !force { throw .exists(path: path) }
    // Replacing the file would leave its recorder writing to a file without a name.
    if Platform.isBeingWritten(path) { throw .failed(path: path, reason: "another process is recording to it") }
    isDirect = false
    let file = try OutputFile.call(path) { () throws(Platform.SystemError) in
      try Platform.createUnique(prefix: path + ".")
    }
    temporaryPath = file.path
    descriptor = file.descriptor
  }

  deinit {
    guard let descriptor else { return }
    Platform.closeDescriptor(descriptor)
    if !isDirect { Platform.removeFile(temporaryPath) }
  }

  /// Appends bytes.
  package func write(_ bytes: [UInt8]) throws(OutputFileError) {
    guard let descriptor else { throw .failed(path: path, reason: "it is already complete") }
    var rest = bytes[...]
    while !rest.isEmpty {
      do { rest = rest.dropFirst(try Platform.write(rest, to: descriptor)) } catch {
        if !error.isInterruption { throw .failed(path: path, reason: error.description) }
      }
    }
  }

  /// Moves the file to its final path.
  package func commit() throws(OutputFileError) {
    guard let descriptor else { return }
    defer { self.descriptor = nil }
    if isDirect {
      Platform.closeDescriptor(descriptor)
      return
    }
    defer {
      Platform.closeDescriptor(descriptor)
      Platform.removeFile(temporaryPath)
    }
    try OutputFile.call(path) { () throws(Platform.SystemError) in
      try Platform.synchronize(descriptor)
      if replaces {
        try Platform.rename(temporaryPath, to: path)
      } else {
        try placeWithoutReplacing()
      }
    }
  }

  /// Whether a path belongs to the system, such as the link `/dev/stdout`.
  private static func isOfSystem(_ path: String) -> Bool { path.hasPrefix("/dev/") || path.hasPrefix("/proc/") }

  /// A hard link fails if another file has appeared there meanwhile; a rename would overwrite it.
  private func placeWithoutReplacing() throws(Platform.SystemError) {
    do { try Platform.link(temporaryPath, as: path) } catch {
      guard error.isMissingHardLinks, !Platform.exists(path) else { throw error }
      try Platform.rename(temporaryPath, to: path)
    }
  }

  private static func call<Result>(
    _ path: String, _ body: () throws(Platform.SystemError) -> Result
  ) throws(OutputFileError) -> Result {
    do { return try body() } catch {
      if error.isExistence { throw .exists(path: path) }
      throw .failed(path: path, reason: error.isMissingDevice ? "it is a pipe without a reader" : error.description)
    }
  }

  /// Writes a whole file.
  package static func write(_ bytes: [UInt8], to path: String, force: Bool) throws(OutputFileError) {
    let file = try OutputFile(path: path, force: force)
    try file.write(bytes)
    try file.commit()
  }
}

/// The reason why a file can't be written.
package enum OutputFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file already exists.
  case exists(path: String)
  /// The system refuses.
  case failed(path: String, reason: String)

  package var description: String {
    switch self {
    case .exists(let path): "'\(path)' already exists; use --force to overwrite it"
    case .failed(let path, let reason): "can't write '\(path)': \(reason)"
    }
  }
}
