/// A format of a command's result.
package enum OutputFormat: String, CaseIterable, Hashable, Sendable {
  /// For people.
  case human
  /// For people who read it in a ticket.
  case markdown
  /// For people, in a browser.
  case html
  /// One JSON document.
  case json
  /// One JSON document per line.
  case ndjson
  /// A bare array of RFC 6902 operations.
  case jsonPatch = "json-patch"
  /// Annotations of GitHub Actions.
  case github
  /// A JUnit XML report.
  case junit
}
