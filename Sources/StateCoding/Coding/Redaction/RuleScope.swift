import StatePrivacy
import StateTree

/// The rules and the location in the state under which a table makes its hashes.
package final class RuleScope: Sendable {
  /// Identifies the scope: equal for equal rules and locations; 0 means no rules.
  package let number: UInt64
  /// Whether only the default rules apply there.
  package let isUsual: Bool
  private let sessions: RedactingSessions
  /// The cursor of the entities; `nil` if no pointer leads to them.
  private let entities: RuleSet.Cursor?

  /// The scope of the tables at a cursor.
  ///
  /// `nil` if rules redact a table's ids or all of its entities at once, or leave whole entities out of its hash.
  init?(_ rules: RuleSet, tableAt place: RuleSet.Cursor) {
    let place = place.withoutHint
    let ids = rules.cursor(for: "ids", in: place)
    let entities = rules.cursor(for: "entities", in: place)
    guard ids == .free, rules.verdict(entities) != .secret,
      rules.names.match("ids") == .none, rules.names.match("entities") == .none,
      !rules.isVolatile(entities), !rules.hasVolatileMembers(entities)
    else { return nil }
    self.entities = entities == .free ? nil : entities
    sessions = RedactingSessions(rules)
    isUsual = place == .free && rules.rules.detectsAsUsual
    var hash = SipHash()
    JSONValue.object(rules.rules.json).compact.withBytes { hash.update($0) }
    "\(place)".withBytes { hash.update($0) }
    number = max(1, hash.finalized().low)
  }

  /// The JSON of an entity.
  package func document(of entity: some Encodable, key: String) throws -> JSONDocument {
    let place = entities.map { sessions.rules.cursor(for: key, in: $0) }
    return try sessions.withSession { try $0.partDocument(entity, at: place ?? .free) }
  }

  /// The hash of an entity; `nil` if it can't be encoded.
  package func hash(of entity: some Encodable, key: String) -> ScopedHash? {
    let place = entities.map { sessions.rules.cursor(for: key, in: $0) }
    return sessions.withSession { $0.keptHash(of: entity, at: place) }
  }
}

/// The effect of rules on the tables at a cursor.
enum TableScope {
  /// None: their hashes without rules are right.
  case unruled
  case ruled(RuleScope)
  /// The encoder must walk them.
  case walked

  /// The rules that apply; `nil` if none do, or the encoder must walk the tables.
  var scope: RuleScope? { if case .ruled(let scope) = self { scope } else { nil } }

  init(_ rules: RuleSet?, tableAt place: RuleSet.Cursor) {
    guard let rules, rules.redacts || place != .free else {
      self = .unruled
      return
    }
    self = RuleScope(rules, tableAt: place).map { .ruled($0) } ?? .walked
  }
}

/// The hash of an entity under rules.
package struct ScopedHash {
  package var hash: StateHash
  /// Whether the entity holds secrets, which the hash leaves out.
  package var holdsSecrets: Bool
  /// Whether the entity holds volatile values, which the hash leaves out.
  package var leavesOut: Bool
}

extension EncodingSession {
  /// The hash of a value at a cursor, which is `nil` if no pointer leads there; `nil` if the value can't be encoded.
  package func keptHash(of value: some Encodable, at place: RuleSet.Cursor?) -> ScopedHash? {
    do {
      let hash = try hash(value, at: place)
      return ScopedHash(hash: hash, holdsSecrets: redactions > 0, leavesOut: omissions > 0)
    } catch {
      // Encoding the table throws this error: without a hash, the coder iterates over the entities.
      return nil
    }
  }
}

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
