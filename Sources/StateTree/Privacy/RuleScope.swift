/// Where hashes are made that a table keeps: under which rules, and at which place of the state.
final class RuleScope: Sendable {
  /// Tells scopes apart: the same for the same rules and places; 0 stands for no rules.
  let number: UInt64
  /// Whether nothing but the usual rules applies there.
  let isUsual: Bool
  private let sessions: RedactingSessions
  /// Where the entities are; `nil` where no pointer leads to.
  private let entities: RuleSet.Cursor?

  /// The scope of the tables at a place; `nil` if rules reach for a table's ids, for all of its entities at once, or leave
  /// whole entities out of its hash.
  init?(_ rules: RuleSet, tableAt place: RuleSet.Cursor) {
    let ids = rules.cursor(for: "ids", in: place)
    let entities = rules.cursor(for: "entities", in: place)
    guard ids == .free, rules.verdict(entities) != .secret,
      !rules.names.contains("ids"), !rules.names.contains("entities"),
      !rules.isVolatile(entities), !rules.hasVolatileMembers(entities)
    else { return nil }
    self.entities = entities == .free ? nil : entities
    sessions = RedactingSessions(rules)
    isUsual = place == .free && rules.rules.names == RedactionRules.usualNames
    var hash = SipHash()
    JSONValue.object(rules.rules.json).compact.withBytes { hash.update($0) }
    "\(place)".withBytes { hash.update($0) }
    number = max(1, hash.finalized().low)
  }

  /// The hash of an entity; `nil` if it cannot be encoded.
  func hash(of entity: some Encodable, key: String) -> ScopedHash? {
    let place = entities.map { sessions.rules.cursor(for: key, in: $0) }
    return sessions.withSession { $0.keptHash(of: entity, at: place) }
  }
}

/// What rules say of the tables at a place.
enum TableScope {
  /// Their hashes are those without rules.
  case unruled
  case ruled(RuleScope)
  /// They must be walked.
  case walked

  init(_ rules: RuleSet?, tableAt place: RuleSet.Cursor) {
    guard let rules, rules.redacts || place != .free else {
      self = .unruled
      return
    }
    self = RuleScope(rules, tableAt: place).map { .ruled($0) } ?? .walked
  }
}

/// The hash of an entity, as a table keeps it.
struct ScopedHash {
  var hash: StateHash
  /// Whether it holds secrets, which have no part in it.
  var holdsSecrets: Bool
  /// Whether it holds volatile values, which have no part in it.
  var leavesOut: Bool
}

extension EncodingSession {
  /// The hash of a value that stands at a place for the rules (`nil` for one that no pointer leads to); `nil` if it cannot
  /// be encoded.
  func keptHash(of value: some Encodable, at place: RuleSet.Cursor?) -> ScopedHash? {
    do {
      let hash = try hash(value, at: place)
      return ScopedHash(hash: hash, holdsSecrets: redactions > 0, leavesOut: omissions > 0)
    } catch {
      // Whoever encodes the table gets the error: without a kept hash the coder goes through the entities.
      return nil
    }
  }
}
