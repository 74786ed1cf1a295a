import CommandLineKit
import JSONQuery
import ReduxJournal
import StateTree

extension CommandContext {
  /// Warns of queries that selected nothing in any state looked at, with the name that a misspelt one may mean.
  ///
  /// - Parameters:
  ///   - queries: The queries.
  ///   - file: The journal.
  ///   - state: A state, or the value in it that is the document.
  /// - Throws: The errors of `state`, and of writing.
  func warn(ofEmpty queries: [String], in file: JournalFile, state: () throws -> JSONNode) throws {
    for query in queries {
      let hint = try JSONPath.hint(for: query, in: state())
      try warn("'\(query)' selected nothing in any state\(hint ?? "; check its names")", file: file.path)
    }
  }
}

extension JSONPath {
  /// A clause with the name that the first unknown name of a query may mean; `nil` without one.
  fileprivate static func hint(for query: String, in state: JSONNode) throws -> String? {
    guard let scope = try? JSONPath(query).scopes.first else { return nil }
    var node = state
    for token in scope.tokens {
      guard let next = node[JSONPointer(tokens: [token])] else {
        let clause = Suggestion.clause(for: token, among: node.members.map(\.key))
        return clause.isEmpty ? nil : clause
      }
      node = next
    }
    return nil
  }
}
