/// A query of an expression that selected nothing, and in how many documents.
///
/// A misspelt name is one: `!($.totl < 0)` always holds.
package struct EmptyQuery: Codable, Hashable, Sendable {
  /// The query, as it was written.
  package let text: String
  /// The number of documents in which it was evaluated: `&&` and `||` may leave it out.
  package let evaluated: Int
  /// The number of documents in which the expression was evaluated.
  package let documents: Int
  /// Whether it was evaluated in every document that exists.
  package var isExhaustive = false

  /// What it selected nothing in.
  ///
  ///     query.places("state")  // any of the 14 states looked at
  ///
  /// - Parameters:
  ///   - noun: What a document is.
  ///   - participle: What was done with them.
  /// - Returns: The places, in words.
  package func places(_ noun: String, _ participle: String = "looked at") -> String {
    if isExhaustive { return "any \(noun)" }
    if documents == 1 { return "the only \(noun) \(participle)" }
    if evaluated == documents { return "any of the \(documents) \(noun)s \(participle)" }
    return "the \(evaluated) of \(documents) \(noun)s \(participle) where it was evaluated"
  }
}
