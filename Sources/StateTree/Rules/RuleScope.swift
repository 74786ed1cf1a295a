/// Where hashes are made that a table keeps: under which rules, and at which place of the state.
final class RuleScope: Sendable {
  /// Tells scopes apart: the same for the same rules and places; 0 stands for no rules.
  let number: UInt64
  /// Whether nothing but the usual rules applies there.
  let isUsual: Bool
  private let sessions: RedactingSessions
  private let entities: RuleSet.Place

  /// The scope of the tables at a place; `nil` if rules reach for a table's ids, or for all of its entities at once.
  init?(_ rules: RuleSet, tableAt place: RuleSet.Place) {
    let ids = rules.place(of: "ids", in: place)
    entities = rules.place(of: "entities", in: place)
    guard ids == .free, rules.verdict(entities) != .secret,
      !rules.names.contains("ids"), !rules.names.contains("entities")
    else { return nil }
    sessions = RedactingSessions(rules)
    isUsual = place == .free && rules.rules.names == RedactionRules.usualNames
    var hash = SipHash()
    JSONValue.object(rules.rules.json).compact.withBytes { hash.update($0) }
    "\(place)".withBytes { hash.update($0) }
    number = max(1, hash.finalized().low)
  }

  /// The hash of an entity, and whether a secret in it was left out; `nil` if it cannot be encoded.
  func hash(of entity: some Encodable, key: String) -> (hash: StateHash, holdsSecrets: Bool)? {
    let place = entities == .free ? entities : sessions.rules.place(of: key, in: entities)
    return sessions.withSession { $0.keptHash(of: entity, at: place) }
  }
}

extension EncodingSession {
  /// The hash of a value that stands at a place for the rules, and whether it holds secrets; `nil` if it cannot be
  /// encoded.
  func keptHash(of value: some Encodable, at place: RuleSet.Place) -> (hash: StateHash, holdsSecrets: Bool)? {
    do {
      return (try hash(value, at: EncodingCore.Place(rules: place)), redactions > 0)
    } catch {
      // Whoever encodes the table gets the error: without a kept hash the coder goes through the entities.
      return nil
    }
  }
}
