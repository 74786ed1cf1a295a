import CommandLineKit
import StateTree

/// Result lines from any number of files: one for each id, whatever the order of the lines.
///
/// Of several results of an id, the worse one counts: that with the higher exit code, or else with the greater text. Any
/// result counts more than the note that there is none. So results can be merged in any order and any number of times.
struct MergedResults {
  /// A job; a line without an id stands for itself.
  private enum Key: Hashable {
    case id(ByteString)
    case line(ByteString)
  }

  private struct Entry {
    /// Whether it only says that the job has no result.
    let isMissing: Bool
    let code: Int32
    let file: ByteString
    /// The line, in the tool's own form: that of the same result is always the same.
    let text: ByteString

    func isWorse(than other: Entry) -> Bool {
      isMissing == other.isMissing ? (code, text) > (other.code, other.text) : other.isMissing
    }
  }

  private var entries: [Key: Entry] = [:]
  private var contested: Set<Key> = []
  /// Two journals with results of the same id.
  private(set) var confused: (id: String, path: String, other: String)?
  /// The command whose results these are; `nil` without any.
  private(set) var command: String?

  /// The number of ids with several different results.
  var contestedCount: Int { contested.count }

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a line.
  ///
  /// - Throws: `CommandFailure` without a place if it is a line of another command.
  mutating func add(_ result: RecordedResult) throws(CommandFailure) {
    guard result.command == command ?? result.command else {
      throw CommandFailure(
        "a result of '\(result.command)' after results of '\(command ?? "")'",
        advice: "Merge the results of each command on their own.")
    }
    command = result.command
    let entry = Entry(
      isMissing: result.status == MissingResult.status, code: result.exitCode.rawValue, file: ByteString(result.path),
      text: ByteString(result.value.compact))
    let key = result.id.map { Key.id(ByteString($0)) } ?? .line(entry.text)
    guard let known = entries[key] else {
      entries[key] = entry
      return
    }
    if known.text != entry.text, !known.isMissing, !entry.isMissing {
      contested.insert(key)
      if known.file != entry.file, confused == nil {
        confused = (result.id ?? "", known.file.string, entry.file.string)
      }
    }
    if entry.isWorse(than: known) { entries[key] = entry }
  }

  /// Adds a result that says that a job has none, unless it has one. That of another journal with the same id is removed.
  ///
  /// - Returns: The path of the other journal, if there is one.
  /// - Throws: `CommandFailure` without any result.
  mutating func add(missing job: BatchJob) throws(CommandFailure) -> String? {
    let key = Key.id(ByteString(job.id))
    let other = entries[key].flatMap { $0.file == ByteString(job.path) ? nil : $0.file.string }
    if other != nil { entries[key] = nil }
    let line = ResultLine.json(MissingResult(job: job, command: command ?? ""), of: command ?? "", id: job.id)
    try add(RecordedResult(line))
    return other
  }

  /// The ids of all results that have one.
  var ids: [String] {
    entries.keys.compactMap { if case .id(let id) = $0 { id.string } else { nil } }
  }

  /// The lines, sorted by id; those without one come first.
  var lines: [String] {
    entries.sorted { MergedResults.precedes($0.key, $1.key) }.map(\.value.text.string)
  }

  /// Passes on the results in the order of their journals' paths, as of a command that checked all.
  ///
  /// - Throws: The errors of `take`.
  func forEach(_ take: (RecordedResult) throws -> Void) throws {
    let sorted = entries.sorted { first, second in
      first.value.file == second.value.file
        ? MergedResults.precedes(first.key, second.key) : first.value.file < second.value.file
    }
    for (_, entry) in sorted { try take(RecordedResult(JSONValue(parsing: entry.text.string))) }
  }

  private static func precedes(_ key: Key, _ other: Key) -> Bool {
    switch (key, other) {
    case (.line, .id): true
    case (.id, .line): false
    case (.id(let key), .id(let other)), (.line(let key), .line(let other)): key < other
    }
  }
}
