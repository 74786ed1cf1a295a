import JSONQuery
import StateTree

/// The values that a query selects, as they are written in the document.
func values(of query: String, in document: String) throws -> [String] {
  try matches(of: query, in: document).map { String(decoding: $0.node.bytes, as: UTF8.self) }
}

func matches(of query: String, in document: String) throws -> [QueryMatch] {
  try JSONPath(query).matches(in: JSONDocument(Array(document.utf8)).root)
}

/// Whether a document satisfies an expression.
func holds(_ expression: String, in document: String = "null") throws -> Bool {
  var usage = QueryUsage()
  return try JSONExpression(expression).holds(in: JSONDocument(Array(document.utf8)).root, noting: &usage)
}
