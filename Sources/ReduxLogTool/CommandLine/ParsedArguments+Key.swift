package import CommandLineKit
package import ReduxJournal
import SystemSupport

extension OptionSpecification {
  /// `--key-file`, for a command that reads or writes journals.
  package static let keyFile = OptionSpecification(
    "key-file", value: "PATH", isPath: true,
    help:
      "Read the journal's key, 32 hex digits, from PATH. Refuse lines that it doesn't prove; prove what is "
      + "written.")
}

extension CommandContext {
  /// Warns that nothing proves a copy, because its journal's key is missing.
  func warnOfMissingProof(in copy: String, ofJournalWith name: String?, given key: JournalKey?) throws {
    guard key == nil, let name else { return }
    try warn(
      "nothing proves the copy: the journal is recorded with the key \(name); pass it with --key-file", file: copy)
  }
}

extension ParsedArguments {
  /// The options for reading journals, from `--max-line` and `--key-file`.
  ///
  /// - Throws: `UsageError`, and `CommandFailure` if the file doesn't contain a key.
  package func readingOptions(in context: CommandContext) throws -> JournalReader.Options {
    JournalReader.Options(maximumLineBytes: try maximumLineBytes(), key: try key(in: context))
  }

  /// The key from `--key-file`, if given. Warns if other users can access the file.
  ///
  /// - Throws: `CommandFailure` if the file doesn't contain a key.
  package func key(in context: CommandContext) throws -> JournalKey? {
    guard let path = value(of: .keyFile) else { return nil }
    if Platform.isOpenToOthers(path) {
      try context.warn("other users can read or change the key; protect it with 'chmod 600'", file: path)
    }
    do {
      // `JournalKey(file:)` would refuse the pipe of a shell's `<(...)`.
      let input = try DescriptorInput(path: path, interruption: context.interruption)
      return try JournalKey(fileText: input.readAll(limit: JournalKey.maximumFileByteCount))
    } catch let error as JournalKeyError {
      throw CommandFailure("\(error)", file: path)
    } catch let error as InputError {
      throw CommandFailure("\(error)", file: path)
    }
  }
}
