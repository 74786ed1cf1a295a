import SystemSupport

extension JournalError {
  /// Creates the error for a system call that failed.
  init(_ path: String, _ error: Platform.SystemError) {
    self.init(.io(operation: error.call, reason: error.description), path: path)
  }

  /// Creates the error for a file that can't be opened or placed.
  init(opening path: String, _ error: Platform.SystemError) {
    if error.isMissing {
      self.init(.noSuchFile, path: path)
    } else if error.isPermission {
      self.init(.permission, path: path)
    } else if error.isFolder {
      self.init(.isDirectory, path: path)
    } else if error.isMissingDevice {
      self.init(.notRegular, path: path)
    } else {
      self.init(path, error)
    }
  }

  /// Calls the system for a file.
  static func at<Result>(
    _ path: String, _ call: @autoclosure () throws(Platform.SystemError) -> Result
  ) throws(JournalError) -> Result {
    do { return try call() } catch { throw JournalError(path, error) }
  }
}
