import CommandLineKit
import StateTree

/// Actions as people write them: one JSON text a line; blank lines count but mean nothing.
struct ActionLines {
  /// A line with an action.
  struct Line {
    let number: Int
    let node: JSONNode
  }

  /// What errors call the source: a path, or `standard input`.
  let name: String
  private let source: any InputSource
  private(set) var number = 0

  init(name: String, source: any InputSource) {
    self.name = name
    self.source = source
  }

  /// The next action; `nil` at the end.
  ///
  /// - Throws: `CommandFailure` that names the line which is not JSON, `InputError`, `Interrupted`.
  mutating func next() throws -> Line? {
    while let bytes = try source.readLine() {
      number += 1
      // Only what JSON calls white space: anything else is an error to report.
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { continue }
      do {
        return Line(number: number, node: try JSONDocument(bytes).root)
      } catch {
        throw failure("not JSON: \(error)", advice: "Write one action per line, as JSON without line breaks.")
      }
    }
    return nil
  }

  /// A failure that the line which was read last is to blame for.
  func failure(_ message: String, advice: String? = nil) -> CommandFailure {
    CommandFailure(message, file: name, line: number, advice: advice)
  }
}
