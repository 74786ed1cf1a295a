import CommandLineKit
import SystemSupport

/// A journal from standard input, in a temporary file that only the user can read, because commands seek in journals.
///
/// Where the system can open a file that has no name, it loses its name before anything is written, so that even a killed
/// process leaves nothing. Elsewhere, the file disappears with the value.
final class SpooledJournal: Sendable {
  /// The journal's name in results.
  static let name = "standard input"
  private static let pieceBytes = 1 << 16

  /// The path of the file.
  let path: String
  private let descriptor: Int32
  /// The folder of the file; `nil` if it is gone.
  private let folder: String?

  /// Reads standard input to its end.
  ///
  /// - Throws: `CommandFailure` if the file can't be written, `InputError`, `Interrupted`.
  init(in context: CommandContext) throws {
    // A segment's header names the file before it, so other files beside this one must not be found.
    let folder = try context.makeTemporaryFolder("reduxlog-input-")
    let named = "\(folder)/journal.jsonl"
    do {
      do { descriptor = try Platform.open(named, for: .creating) } catch {
        Platform.removeFolder(folder)
        throw error
      }
      let nameless = Platform.pathOfOpenFile(descriptor)
      path = nameless ?? named
      self.folder = nameless == nil ? folder : nil
      if nameless != nil { SpooledJournal.remove(named, in: folder) }
      // From here on, an error runs deinit.
      while case let bytes = try context.input.read(Self.pieceBytes), !bytes.isEmpty {
        try Platform.writeAll(bytes, to: descriptor)
      }
    } catch let error as Platform.SystemError {
      throw CommandFailure(
        "can't store standard input: \(error)", file: context.temporaryFolder,
        advice: "Set TMPDIR to a folder with more space, or save the journal to a file.")
    }
  }

  deinit {
    Platform.closeDescriptor(descriptor)
    if let folder { SpooledJournal.remove(path, in: folder) }
  }

  private static func remove(_ path: String, in folder: String) {
    Platform.removeFile(path)
    Platform.removeFolder(folder)
  }

  /// A journal's path as a word of a command line: a placeholder for standard input.
  static func word(for path: String) -> String { path == name ? "FILE" : ShellWord.quoted(path) }
}
