import CommandLineKit
import JSONQuery
import ReduxJournal
import ReduxReplay
import StateTree

extension CommandContext {
  /// Notes why an answer may not be that of the app: the caveats of its conditions, and states that no hash proves.
  ///
  /// - Throws: `JournalError`, and the errors of writing.
  func note(_ caveats: [String], of file: JournalFile) throws {
    for caveat in caveats { try note("\(file.path): note: \(caveat)") }
    guard let app = try? apps.app(of: file), app.upgrades(file), try app.compatibility(file).reshapesStates else {
      return
    }
    try note(
      "\(file.path): note: states of an older schema have a changed shape, so no hash proves them; "
        + "'\(toolName) verify' compares their snapshots")
  }

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

extension SchemaCompatibility {
  fileprivate var reshapesStates: Bool {
    reasons.contains { if case .reshapedStates = $0 { true } else { false } }
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
