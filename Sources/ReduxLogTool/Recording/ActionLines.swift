import CommandLineKit
import StateTree

/// Actions written by a developer, one JSON text per line; blank lines are counted but ignored.
struct ActionLines {
  /// A line with an action.
  struct Line {
    let number: Int
    let node: JSONNode
  }

  /// The name of the source in errors: a path, or `standard input`.
  let name: String
  private let source: any InputSource
  private(set) var number = 0

  init(name: String, source: any InputSource) {
    self.name = name
    self.source = source
  }

  /// Returns the next action; `nil` at the end.
  ///
  /// - Throws: `CommandFailure` that names the line that isn't JSON, `InputError`, `Interrupted`.
  mutating func next() throws -> Line? {
    while let bytes = try source.readLine() {
      number += 1
      // Skip only JSON's white space: anything else is an error.
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { continue }
      do {
        return Line(number: number, node: try JSONDocument(bytes).root)
      } catch {
        throw failure("not JSON: \(error)", advice: "Write one action per line, as JSON without line breaks.")
      }
    }
    return nil
  }

  /// Creates a failure of the line that was read last.
  func failure(_ message: String, advice: String? = nil) -> CommandFailure {
    CommandFailure(message, file: name, line: number, advice: advice)
  }
}
