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
    for note in try apps.notes(caveats, of: file) { try self.note("\(file.path): note: \(note)") }
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
      try warn("\(JSONNode.warning(ofEmpty: query, state: state))", file: file.path)
    }
  }
}

extension AppCatalog {
  /// Why an answer may not be that of the app: the caveats of its conditions, and states that no hash proves.
  ///
  /// - Throws: `JournalError`.
  func notes(_ caveats: [String], of file: JournalFile) throws -> [String] {
    guard let app = try? app(of: file), app.upgrades(file), try app.compatibility(file).reshapesStates else {
      return caveats
    }
    return caveats + [
      "states of an older schema have a changed shape, so no hash proves them; 'reduxlog verify' compares their snapshots"
    ]
  }
}

extension SchemaCompatibility {
  fileprivate var reshapesStates: Bool {
    reasons.contains { if case .reshapedStates = $0 { true } else { false } }
  }
}

extension JSONNode {
  /// The warning of a query that selected nothing in any state looked at, with the name that a misspelt one may mean.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - state: A state, or the value in it that is the document; `nil` if none is known.
  /// - Returns: The warning.
  /// - Throws: The errors of `state`.
  static func warning(ofEmpty query: String, state: () throws -> JSONNode?) rethrows -> String {
    let scope = (try? JSONPath(query))?.scopes.first
    let hint = try scope.flatMap { try state()?.hint(for: $0) } ?? ""
    return "'\(query)' selected nothing in any state\(hint.isEmpty ? "; check its names" : hint)"
  }

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
