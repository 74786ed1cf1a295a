import SystemSupport

/// A file that appears whole or not at all: written beside its place, for its owner alone, and put there at the end.
/// It never takes the place of another.
package final class NewFile {
  private let path: String
  private let temporaryPath: String
  private let file: OpenFile
  private var byteCount = 0
  private var isPlaced = false

  /// Creates the file beside its place.
  ///
  /// - Throws: `JournalError`; `fileExists` if something is there already.
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

  /// Puts the file in its place, where it survives a loss of power.
  ///
  /// - Throws: `JournalError`; `fileExists` if something came to be there meanwhile. Then nothing has changed there.
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
