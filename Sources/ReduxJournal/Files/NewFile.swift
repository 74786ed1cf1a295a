import SystemSupport

/// A file that appears whole or not at all: it is written next to its final path, readable only by its owner, and then
/// linked there. It never replaces an existing file.
package final class NewFile {
  private let path: String
  private let temporaryPath: String
  private let file: OpenFile
  private var byteCount = 0
  private var isPlaced = false

  /// Creates the temporary file.
  ///
  /// - Throws: `JournalError`; `fileExists` if the path already exists.
  package init(path: String) throws(JournalError) {
    self.path = path
    guard !Platform.isTaken(path) else { throw JournalError(.fileExists, path: path) }
    temporaryPath = path + ".\(JournalID.random().text.prefix(12))"
    file = try OpenFile(creating: temporaryPath)
  }

  deinit {
    if !isPlaced { Platform.removeFile(temporaryPath) }
  }

  /// Appends bytes.
  ///
  /// - Throws: `JournalError`.
  package func write(_ bytes: [UInt8]) throws(JournalError) {
    try file.write(bytes, at: byteCount)
    byteCount += bytes.count
  }

  /// Moves the file to its final path and makes that survive a loss of power.
  ///
  /// - Throws: `JournalError`; `fileExists` if another file has appeared there, which then stays unchanged.
  package func commit() throws(JournalError) {
    try file.synchronize()
    do throws(Platform.SystemError) { try Platform.move(temporaryPath, to: path) } catch {
      if error.isExistence { throw JournalError(.fileExists, path: path) }
      throw JournalError(opening: path, error)
    }
    isPlaced = true
    try file.synchronizeFolder()
  }
}
