/// A value that a sketch leaves out, because its hash is known and it can be compared by itself.
protocol OmittedValue {
  /// Its hash as it is written; `nil` if that is unknown.
  var hash: StateHash? { get }
  /// A number of bytes that its text takes at least, beyond those of `null`.
  var leastSize: Int { get }
  /// The value's JSON as it is written. The session has the rules.
  func tree(_ session: EncodingSession) throws -> JSONValue
  /// Adds the operations that turn this value's JSON into a later one's; `false`, without operations, if whole values must
  /// be compared.
  func compare(with later: any OmittedValue, in differ: inout StateDiffer) throws -> Bool
  /// Adds its hash to a sink.
  func add(to sink: inout HashSink)
}

/// A value that provides its hash.
struct KeptValue<Value: StateHashProviding>: OmittedValue {
  private let value: Value

  init(_ value: Value) { self.value = value }

  var hash: StateHash? { value.stateHash }
  var leastSize: Int { -3 }

  func tree(_ session: EncodingSession) throws -> JSONValue { try session.part(value) }

  func compare(with _: any OmittedValue, in _: inout StateDiffer) -> Bool { false }

  func add(to sink: inout HashSink) { _ = sink.kept(value) }
}

/// A table, which provides its hashes under rules or without.
struct KeptTable<Table: ScopedHashProviding>: OmittedValue {
  private let table: Table
  private let members: TableMemberHashes
  /// The rules; `nil` if none apply.
  private let scope: RuleScope?
  private let place: RuleSet.Cursor

  init(_ table: Table, _ members: TableMemberHashes, _ scope: RuleScope?, at place: RuleSet.Cursor) {
    self.table = table
    self.members = members
    self.scope = scope
    self.place = place
  }

  var hash: StateHash? { members.stateHash }
  var leastSize: Int { 4 * table.entityCount }

  func tree(_ session: EncodingSession) throws -> JSONValue { try session.part(table, at: place) }

  func compare(with later: any OmittedValue, in differ: inout StateDiffer) throws -> Bool {
    guard let later = later as? KeptTable, later.scope?.number == scope?.number else { return false }
    return try table.compare(with: later.table, under: scope, in: &differ)
  }

  func add(to sink: inout HashSink) { _ = sink.kept(withMembers: members) }
}
