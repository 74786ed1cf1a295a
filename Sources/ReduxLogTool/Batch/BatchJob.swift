import CommandLineKit
import StateTree

/// A job line: `{"id": "17", "path": "sessions/17.jsonl"}`.
struct BatchJob: Hashable, Sendable {
  /// The most bytes of an id or a path, so that a result line, which repeats them, stays short.
  private static let byteLimit = 4096

  /// The name under which the result is known.
  let id: String
  /// The path of the journal.
  let path: String

  /// Parses a line. It may have other members.
  ///
  /// - Throws: `CommandFailure` without a place.
  init(parsing line: [UInt8]) throws(CommandFailure) {
    let root: JSONNode
    do { root = try JSONDocument(line).root } catch {
      throw BatchJob.failure("not JSON: \(error)")
    }
    guard let job = root.value.object, let id = job["id"]?.string, let path = job["path"]?.string else {
      throw BatchJob.failure("expected an object with the texts 'id' and 'path'")
    }
    guard !path.isEmpty, !path.utf8.contains(0) else { throw BatchJob.failure("'path' is no path of a file") }
    guard id.utf8.count <= BatchJob.byteLimit, path.utf8.count <= BatchJob.byteLimit else {
      throw BatchJob.failure("'id' or 'path' has more than \(BatchJob.byteLimit) bytes")
    }
    guard path != "-" else {
      throw BatchJob.failure("'path' is '-', but standard input has the jobs; './-' is a file of that name")
    }
    self.id = id
    self.path = path
  }

  private static func failure(_ message: String) -> CommandFailure {
    CommandFailure(message, advice: #"A job is a line such as {"id": "17", "path": "sessions/17.jsonl"}."#)
  }
}
