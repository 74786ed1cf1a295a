import Synchronization

/// How a table hashes its entities: plainly, or under the rules of whoever last asked for its hash.
///
/// A table is made without knowing what records it. Whoever hashes a state under rules finds the table hashed without
/// them, hashes all of it once, and leaves a request with it, which the table and its copies share: at its next change the
/// table hashes itself under these rules, and from then on each entity that changes. Nothing that it tells depends on
/// whether the request is there yet.
@usableFromInline
struct TableHashing: Sendable {
  /// What the hashes are made under; `nil` for no rules.
  private var scope: RuleScope?
  /// Whether any entity held a secret: under rules one that was left out; without, one that the usual rules leave out.
  private(set) var hasMetSecrets = false
  /// Whether anything volatile was left out.
  private var hasLeftOut = false
  private let request = RequestedScope()

  /// Sessions that hash without rules, and take note of what the usual rules would leave out.
  private static let plain = RedactingSessions(RuleSet(.usual, isWatching: true))

  @usableFromInline
  init() {}

  /// The same for a table that has other entities.
  @usableFromInline
  func renewed() -> TableHashing {
    var renewed = self
    renewed.hasMetSecrets = false
    renewed.hasLeftOut = false
    return renewed
  }

  /// Whether somebody wishes for other hashes.
  @usableFromInline var isOutdated: Bool { request.number != number }

  /// Does as was wished; all entities are to be hashed again.
  @usableFromInline
  mutating func adoptRequest() {
    scope = request.scope
    hasMetSecrets = false
    hasLeftOut = false
  }

  private var number: UInt64 { scope?.number ?? 0 }

  /// The hash of an entity as a member of an object; `nil` if it cannot be encoded.
  @usableFromInline
  mutating func member(_ key: String, _ entity: some Encodable) -> StateHash? {
    let found = scope?.hash(of: entity, key: key) ?? nil
    guard let found = scope == nil ? TableHashing.plain.withSession({ $0.keptHash(of: entity, at: nil) }) : found
    else { return nil }
    if found.holdsSecrets { hasMetSecrets = true }
    if found.leavesOut { hasLeftOut = true }
    return MemberHash.member(key, found.hash)
  }

  /// What is known of the entities, by the running hash of them.
  func entities(_ members: MemberHash) -> EntityHashes {
    EntityHashes(members: members, holdSecrets: hasMetSecrets, leaveOut: hasLeftOut)
  }

  /// Whether the hashes are those without rules.
  var isPlain: Bool { scope == nil || !hasMetSecrets && !hasLeftOut }

  /// Whether the hashes are those that a scope asks for.
  func isGood(for scope: RuleScope) -> Bool {
    number == scope.number || self.scope == nil && scope.isUsual && !hasMetSecrets
  }

  /// Wishes for the hashes of a scope, and gives the sum of those of the members there.
  func entities(
    in scope: RuleScope, insteadOf members: MemberHash, make: () -> EntityHashes?
  ) -> EntityHashes? {
    request.entities(in: scope, insteadOf: RequestedScope.Source(number: number, members: members), make: make)
  }
}

/// The running hash of a table's entities, and what has no part in it.
struct EntityHashes {
  var members = MemberHash()
  /// Whether any holds a secret.
  var holdSecrets = false
  /// Whether any holds a volatile value that was left out.
  var leaveOut = false

  mutating func add(_ entity: ScopedHash, key: String) {
    members.insert(MemberHash.member(key, entity.hash))
    holdSecrets = holdSecrets || entity.holdsSecrets
    leaveOut = leaveOut || entity.leavesOut
  }
}

/// What those who hash a table request for, shared by the table's copies.
private final class RequestedScope: Sendable {
  /// The hash of a table's members, and what it is made under.
  struct Source: Equatable {
    var number: UInt64
    var members: MemberHash
  }

  private struct Request {
    var scope: RuleScope?
    /// What was found the last time, so that a table that does not change is not hashed again and again.
    var known: (source: Source, result: EntityHashes)?
  }

  private let request = Mutex(Request())
  private let wanted = Atomic<UInt64>(0)

  var number: UInt64 { wanted.load(ordering: .relaxed) }
  var scope: RuleScope? { request.withLock { $0.scope } }

  func entities(in scope: RuleScope, insteadOf source: Source, make: () -> EntityHashes?) -> EntityHashes? {
    let known = request.withLock { request in
      if request.scope?.number != scope.number { request = Request(scope: scope) }
      return request.known
    }
    wanted.store(scope.number, ordering: .relaxed)
    if let known, known.source == source { return known.result }
    guard let result = make() else { return nil }
    request.withLock { request in
      if request.scope?.number == scope.number { request.known = (source, result) }
    }
    return result
  }
}
