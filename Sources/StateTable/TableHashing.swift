import StateCoding
public import StateTree
import Synchronization

/// The way a table hashes its entities: without rules, or under the rules last requested.
///
/// A new table doesn't know which rules apply. An encoder with rules finds it hashed without them, hashes all of it once,
/// and leaves a request, which the table shares with its copies. At its next change, the table hashes itself under these
/// rules, and from then on each changed entity. No result depends on whether a request was made.
@usableFromInline
struct TableHashing: Sendable {
  /// The rules that the hashes are made under; `nil` for none.
  private var scope: RuleScope?
  /// Whether any entity held a secret: one left out under the rules or, without rules, under the default rules.
  private(set) var hasMetSecrets = false
  /// Whether anything volatile was left out.
  private var hasLeftOut = false
  private let request = RequestedScope()

  /// Sessions that hash without rules and note what the default rules would leave out.
  private static let plain = RedactingSessions(RuleSet(.usual, isWatching: true))

  @usableFromInline
  init() {}

  /// The same rules, for a table with other entities.
  @usableFromInline
  func renewed() -> TableHashing {
    var renewed = self
    renewed.hasMetSecrets = false
    renewed.hasLeftOut = false
    return renewed
  }

  /// Whether hashes under other rules were requested.
  @usableFromInline var isOutdated: Bool { request.number != number }

  /// Adopts the requested rules; the caller must hash all entities again.
  @usableFromInline
  mutating func adoptRequest() {
    scope = request.scope
    hasMetSecrets = false
    hasLeftOut = false
  }

  private var number: UInt64 { scope?.number ?? 0 }

  /// The hashes of an entity; `nil` if it can't be encoded.
  @usableFromInline
  mutating func hashes(_ key: String, _ entity: some Encodable) -> EntityHash? {
    let found = scope?.hash(of: entity, key: key) ?? nil
    guard let found = scope == nil ? TableHashing.plain.withSession({ $0.keptHash(of: entity, at: nil) }) : found
    else { return nil }
    if found.holdsSecrets { hasMetSecrets = true }
    if found.leavesOut { hasLeftOut = true }
    return EntityHash(member: MemberHash.member(key, found.hash), entity: found.hash)
  }

  /// The running hash of the entities, with what it leaves out.
  func entities(_ members: MemberHash) -> EntityHashes {
    EntityHashes(members: members, holdSecrets: hasMetSecrets, leaveOut: hasLeftOut)
  }

  /// Whether the hashes are those without rules.
  var isPlain: Bool { scope == nil || !hasMetSecrets && !hasLeftOut }

  /// Whether the hashes are right for a scope.
  func isGood(for scope: RuleScope) -> Bool {
    number == scope.number || self.scope == nil && scope.isUsual && !hasMetSecrets
  }

  /// Requests the hashes of a scope, and returns the running hash of the entities there.
  func entities(
    in scope: RuleScope, of version: UInt64, make: () -> EntityHashes?
  ) -> EntityHashes? {
    request.entities(in: scope, of: version, make: make)
  }
}

/// The running hash of a table's entities, and whether it leaves anything out.
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

/// The rules last requested for a table's hashes; shared by the table's copies.
private final class RequestedScope: Sendable {
  private struct Request {
    var scope: RuleScope?
    /// The last result and the table's version, so that an unchanged table is hashed only once.
    var known: (version: UInt64, result: EntityHashes)?
  }

  private let request = Mutex(Request())
  private let wanted = Atomic<UInt64>(0)

  var number: UInt64 { wanted.load(ordering: .relaxed) }
  var scope: RuleScope? { request.withLock { $0.scope } }

  func entities(in scope: RuleScope, of version: UInt64, make: () -> EntityHashes?) -> EntityHashes? {
    let known = request.withLock { request in
      if request.scope?.number != scope.number { request = Request(scope: scope) }
      return request.known
    }
    wanted.store(scope.number, ordering: .relaxed)
    if let known, known.version == version { return known.result }
    guard let result = make() else { return nil }
    request.withLock { request in
      if request.scope?.number == scope.number { request.known = (version, result) }
    }
    return result
  }
}

/// The hashes of an entity in a table.
@usableFromInline
struct EntityHash: Sendable {
  /// Its hash as a member of an object, under its id's key.
  @usableFromInline let member: StateHash
  /// Its own hash.
  let entity: StateHash
}

/// The offset of the entity's hash in a table's slots.
///
/// The code that compares two tables is generic and not specialised: for each slot it would ask the runtime for the types
/// of the slot and its members. Hashes have the same type in all tables, so their offset is enough to read them. With it,
/// the patch between two tables of 10,000 entities that share no memory takes 135 µs instead of 729 µs.
struct MemberHashOffset {
  private let offset: Int?

  init<Entity>(in _: EntityTable<Entity>.Type) {
    offset = MemoryLayout<EntityTable<Entity>.Slot>.offset(of: \.member)
  }

  /// Whether two slots have the same hash; `false` if one of them has none.
  ///
  /// The pointers must lead to slots of the type of table that this offset was made for.
  func hasSameHash(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    guard let offset, let hash = left.load(fromByteOffset: offset, as: StateHash?.self) else { return false }
    return hash == right.load(fromByteOffset: offset, as: StateHash?.self)
  }
}
