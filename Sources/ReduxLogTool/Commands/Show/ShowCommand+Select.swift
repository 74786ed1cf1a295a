import CommandLineKit
import JSONQuery
import ReduxJournal
import StateTree

/// `show --select`: the values that a query selects.
extension ShowCommand {
  static let select = OptionSpecification(
    "select", value: "QUERY",
    help: "Print one JSON array of the values that a JSONPath query selects. See 'help expressions'.")
  static let paths = OptionSpecification(
    "paths", help: "With --select, print the normalized paths of the values instead.")

  /// Prints the values that a query selects in a state or an action, or their paths.
  static func print(
    _ query: JSONPath, in node: JSONNode, at seq: Int, _ pointer: JSONPointer?, of file: JournalFile,
    _ arguments: ParsedArguments, _ context: CommandContext
  ) throws {
    let matches: [QueryMatch]
    do { matches = try query.matches(in: node) } catch let error as QueryLimitError {
      throw CommandFailure(error.explanation, file: file.path)
    }
    let showsPaths = arguments.has(paths)
    let found = JSONValue.array(matches.map { showsPaths ? .string($0.path) : $0.node.value })
    guard arguments.format() == .json else { return try context.output.json(found) }
    let text = arguments.value(of: select) ?? ""
    try context.output.json(
      document(of: file, at: seq, pointer, [("select", .string(text)), (showsPaths ? "paths" : "values", found)]))
  }
}

extension StateLookup {
  /// Returns what a query reads of a state, or of the value in it at a revision's pointer.
  ///
  /// - Throws: As `value(at:_:)`.
  func values(of query: JSONPath, at seq: Int, _ pointer: JSONPointer?) throws -> JSONNode {
    if let pointer { return try JSONDocument(Array(value(at: seq, pointer).compact.utf8)).root }
    return try values(query.scopes, at: seq)
  }
}
