import CommandLineKit
import SystemSupport

extension CommandContext {
  /// The folder for temporary files: `TMPDIR`, by default `/tmp`.
  var temporaryFolder: String {
    var folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    return folder
  }

  /// Creates a folder for temporary files, which only the user can read.
  ///
  /// - Parameter prefix: The start of its name.
  /// - Returns: Its path.
  /// - Throws: `CommandFailure` if the system refuses.
  func makeTemporaryFolder(_ prefix: String) throws(CommandFailure) -> String {
    let parent = temporaryFolder
    do { return try Platform.createUniqueFolder(prefix: "\(parent)/\(prefix)") } catch {
      throw CommandFailure("can't create a folder for temporary files: \(error)", file: parent)
    }
  }
}
