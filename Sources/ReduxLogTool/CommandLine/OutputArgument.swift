import CommandLineKit
import ReducerIsolation
import ReduxJournal
import SystemSupport

extension OptionSpecification {
  /// `--output`, for a command that writes a file: `-o OUT`.
  static func output(_ help: String, value: String = "OUT") -> OptionSpecification {
    OptionSpecification("output", short: "o", value: value, isPath: true, help: help)
  }
}

/// The output file of a command, from `-o` and `--force`.
struct OutputArgument {
  let path: String
  private let replaces: Bool
  /// The positional arguments.
  private let files: [String]

  /// Creates it from a command's arguments.
  init(
    _ arguments: ParsedArguments, hint: String = "-o OUT", mayBeDevice: Bool = false, of content: String = "a journal"
  ) throws(UsageError) {
    guard let path = arguments.value(of: .output("")) else {
      throw UsageError("option '--output' is missing: \(hint)")
    }
    guard path != "-" else {
      throw UsageError("\(content) can't be written to standard output; name a file, or use './-' for a file named '-'")
    }
    guard mayBeDevice || !Platform.isSpecial(path) else {
      throw UsageError("\(content) can't be written to '\(path)'; name a file")
    }
    self.path = path
    replaces = arguments.has(.force)
    files = arguments.positionalValues
    try checkIsNone(of: arguments.otherValues(than: .output("")))
  }

  /// Checks that the output isn't one of the inputs, by any path.
  private func checkIsNone(of inputs: [String]) throws(UsageError) {
    guard let input = inputs.first(where: { Platform.isSameFile($0, path) }) else { return }
    throw UsageError("'\(input)' is an input of this command; name another file with --output")
  }

  /// Creates the temporary file.
  func file(beside journal: String) throws -> OutputFile { try file(path, beside: journal) }

  /// Creates the temporary file of a command that reads no journal.
  func file() throws -> OutputFile {
    try checkIsNone(of: files)
    let file = try OutputFile(path: path, force: replaces)
    CrashReporter.note(file)
    return file
  }

  /// Creates a second file, whose name is the first one's with a suffix.
  func file(adding suffix: String, beside journal: String) throws -> OutputFile {
    let path = path + suffix
    guard !Platform.isSpecial(path) else { throw OutputFileError.failed(path: path, reason: "it isn't a regular file") }
    return try file(path, beside: journal)
  }

  private func file(_ path: String, beside journal: String) throws -> OutputFile {
    let older = JournalFile.olderSegmentPaths(of: journal)
    guard let taken = ([journal] + older).first(where: { Platform.isSameFile($0, path) }) else {
      let file = try OutputFile(path: path, force: replaces)
      CrashReporter.note(file)
      return file
    }
    throw CommandFailure(
      "'\(path)' is \(taken == journal ? "the journal itself" : "a segment of the journal")", file: journal,
      advice: "Name another file.", exitCode: .usage)
  }
}

extension OutputFile {
  /// Runs a body that opens the temporary file as a journal. Errors of the file name its final path.
  func filled<Result>(by body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as JournalError where error.path == temporaryPath {
      if case .io(_, let reason) = error.problem { throw OutputFileError.failed(path: path, reason: reason) }
      throw JournalError(error.problem, path: path, line: error.line, offset: error.offset)
    }
  }
}
