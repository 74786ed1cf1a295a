import CommandLineKit
import ReduxJournal
import SystemSupport

extension OptionSpecification {
  /// `--output`, for a command that writes a file: `-o OUT`.
  static func output(_ help: String, value: String = "OUT") -> OptionSpecification {
    OptionSpecification("output", short: "o", value: value, isPath: true, help: help)
  }
}

/// The file that a command writes, as `-o` and `--force` name it.
struct OutputArgument {
  let path: String
  private let replaces: Bool

  /// Takes the file from a command's arguments.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - hint: What to write where it is missing.
  ///   - mayBeDevice: Whether it is written from its start to its end, so that a device or a pipe will do.
  /// - Throws: `UsageError` if no file is named, or one that can't hold a journal.
  init(_ arguments: ParsedArguments, hint: String = "-o OUT", mayBeDevice: Bool = false) throws(UsageError) {
    guard let path = arguments.value(of: .output("")) else {
      throw UsageError("option '--output' is missing: \(hint)")
    }
    guard path != "-" else {
      throw UsageError("a journal can't be written to standard output; name a file, or use './-' for a file named '-'")
    }
    guard mayBeDevice || !Platform.isSpecial(path) else {
      throw UsageError("a journal can't be written to '\(path)'; name a file")
    }
    self.path = path
    replaces = arguments.has(.force)
  }

  /// Creates the file beside its place.
  ///
  /// - Parameter journal: The journal that is read: none of its files may be written over.
  /// - Returns: The file.
  /// - Throws: `CommandFailure` if it is one of these, `OutputFileError`.
  func file(beside journal: String) throws -> OutputFile { try file(path, beside: journal) }

  /// Creates another file that is written with it, whose name is that with something added.
  ///
  /// - Throws: As `file(beside:)`, and `OutputFileError` for a device or a pipe: nobody named that.
  func file(adding suffix: String, beside journal: String) throws -> OutputFile {
    let path = path + suffix
    guard !Platform.isSpecial(path) else { throw OutputFileError.failed(path: path, reason: "it isn't a regular file") }
    return try file(path, beside: journal)
  }

  private func file(_ path: String, beside journal: String) throws -> OutputFile {
    let older = JournalFile.olderSegmentPaths(of: journal)
    guard let taken = ([journal] + older).first(where: { Platform.isSameFile($0, path) }) else {
      return try OutputFile(path: path, force: replaces)
    }
    throw CommandFailure(
      "'\(path)' is \(taken == journal ? "the journal itself" : "a segment of the journal")", file: journal,
      advice: "Name another file.", exitCode: .usage)
  }
}
