/// Sessions that redact by the same rules, for whoever needs one next, on any thread.
final class RedactingSessions: Sendable {
  let rules: RuleSet
  private let pool = ObjectPool<EncodingSession>()

  init(_ rules: RuleSet) { self.rules = rules }

  /// Calls the body with a session that nobody else uses.
  func withSession<Result>(_ body: (EncodingSession) throws -> Result) rethrows -> Result {
    let session = pool.take() ?? .passRetained(EncodingSession(sharing: rules))
    defer { if !pool.put(session) { session.release() } }
    return try session._withUnsafeGuaranteedRef(body)
  }
}
