@_spi(Kernel) import StateTree

/// A pool of sessions that redact by the same rules, for any thread.
package final class RedactingSessions: Sendable {
  let rules: RuleSet
  private let pool = ObjectPool<EncodingSession>()

  package init(_ rules: RuleSet) { self.rules = rules }

  /// Calls the body with a session that is not in use.
  package func withSession<Result>(_ body: (EncodingSession) throws -> Result) rethrows -> Result {
    let session = pool.take() ?? EncodingSession(sharing: rules)
    defer { pool.put(session) }
    return try body(session)
  }
}
