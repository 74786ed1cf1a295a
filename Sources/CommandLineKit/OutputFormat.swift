/// A form in which a command prints its result.
package enum OutputFormat: String, CaseIterable, Hashable, Sendable {
  /// For people.
  case human
  /// For people who read it in a ticket.
  case markdown
  /// One JSON document.
  case json
  /// One JSON document a line.
  case ndjson
  /// A bare array of RFC 6902 operations.
  case jsonPatch = "json-patch"
  /// Annotations of GitHub Actions.
  case github
  /// JUnit's XML.
  case junit
}
