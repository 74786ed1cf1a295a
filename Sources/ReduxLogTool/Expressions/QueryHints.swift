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
      let scope = (try? JSONPath(query))?.scopes.first
      let hint = try scope.map { try state().hint(for: $0) } ?? ""
      try warn(
        "'\(query)' selected nothing in any state\(hint.isEmpty ? "; check its names" : hint)", file: file.path)
    }
  }
}

extension SchemaCompatibility {
  fileprivate var reshapesStates: Bool {
    reasons.contains { if case .reshapedStates = $0 { true } else { false } }
  }
}

extension JSONNode {
  /// A clause with the name that the first unknown name of a pointer may mean; empty without one.
  func hint(for pointer: JSONPointer) -> String {
    var node = self
    for token in pointer.tokens {
      guard let next = node[JSONPointer(tokens: [token])] else {
        return Suggestion.clause(for: token, among: node.members.prefix(1000).map(\.key))
      }
      node = next
    }
    return ""
  }
}
