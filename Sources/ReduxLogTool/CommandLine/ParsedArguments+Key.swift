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
  /// Warns that nothing proves a copy, where its journal is recorded with a key that was not given.
  func warnOfMissingProof(in copy: String, ofJournalWith name: String?, given key: JournalKey?) throws {
    guard key == nil, let name else { return }
    try warn(
      "nothing proves the copy: the journal is recorded with the key \(name); pass it with --key-file", file: copy)
  }
}

extension ParsedArguments {
  /// How journals are to be read: with the longest line that `--max-line` allows, and the key that `--key-file` names.
  ///
  /// - Throws: `UsageError`, and `CommandFailure` if there is no key in the file.
  package func readingOptions(in context: CommandContext) throws -> JournalReader.Options {
    JournalReader.Options(maximumLineBytes: try maximumLineBytes(), key: try key(in: context))
  }

  /// The key that `--key-file` names, if it was given. Warns if others than its owner can get at the file.
  ///
  /// - Throws: `CommandFailure` if there is no key in the file.
  package func key(in context: CommandContext) throws -> JournalKey? {
    guard let path = value(of: .keyFile) else { return nil }
    if Platform.isOpenToOthers(path) {
      try context.warn("other users can read or change the key; protect it with 'chmod 600'", file: path)
    }
    do {
      // Not by `JournalKey(file:)`: what a shell makes of '<(...)' is a pipe.
      let input = try DescriptorInput(path: path, interruption: context.interruption)
      return try JournalKey(fileText: input.readAll(limit: JournalKey.maximumFileByteCount))
    } catch let error as JournalKeyError {
      throw CommandFailure("\(error)", file: path)
    } catch let error as InputError {
      throw CommandFailure("\(error)", file: path)
    }
  }
}
