import StatePrivacy
import StateTree

/// A value that a sketch leaves out, because its hash is known and it can be compared by itself.
protocol OmittedValue {
  /// Its hash as it is written; `nil` if that is unknown.
  var hash: StateHash? { get }
  /// A number of bytes that its text takes at least, beyond those of `null`.
  var leastSize: Int { get }
  /// The value's JSON as it is written. The session has the rules.
  func tree(_ session: EncodingSession) throws -> JSONValue
  /// Appends the same as text.
  func write(to text: inout [UInt8], _ session: EncodingSession) throws
  /// Adds the operations that turn this value's JSON into a later one's; `false`, without operations, if whole values must
  /// be compared.
  func compare(with later: any OmittedValue, in differ: inout StateDiffer) throws -> Bool
  /// Adds its hash to a sink.
  func add(to sink: inout HashSink)
  /// Lets go of memory that only a comparison with the last state needs, or that the app's next change would copy.
  ///
  /// - Parameters:
  ///   - earlier: The value at its place in the last state, which is no longer used; `nil` if there is none.
  ///   - budget: The memory of copies.
  mutating func detach(after earlier: (any OmittedValue)?, within budget: MemoBudget)
}

extension OmittedValue {
  func write(to text: inout [UInt8], _ session: EncodingSession) throws { try tree(session).appendCompact(to: &text) }

  mutating func detach(after _: (any OmittedValue)?, within _: MemoBudget) {}
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
  /// The table, or a copy of it as it was after a number of states.
  private enum Source {
    case table(Table)
    case copy(TableCopy<Table>, Int)
  }

  private var source: Source
  private let members: TableMemberHashes
  let hash: StateHash?
  /// The rules; `nil` if none apply.
  private let scope: RuleScope?
  private let place: RuleSet.Cursor
  let leastSize: Int

  init(_ table: Table, _ members: TableMemberHashes, _ scope: RuleScope?, at place: RuleSet.Cursor) {
    source = .table(table)
    self.members = members
    hash = members.stateHash
    self.scope = scope
    self.place = place
    leastSize = 4 * table.entityCount
  }

  /// The table; `nil` if nothing holds it any more.
  private var table: Table? {
    switch source {
    case .table(let table): table
    case .copy(let copy, let count): copy.count == count ? copy.table : nil
    }
  }

  func tree(_ session: EncodingSession) throws -> JSONValue {
    guard let table else { throw ForgottenState() }
    return try session.part(table, at: place)
  }

  func compare(with later: any OmittedValue, in differ: inout StateDiffer) throws -> Bool {
    guard let later = later as? KeptTable, later.scope?.number == scope?.number, let table, let other = later.table
    else { return false }
    return try table.compare(with: other, under: scope, in: &differ)
  }

  func add(to sink: inout HashSink) { _ = sink.kept(withMembers: members) }

  mutating func detach(after earlier: (any OmittedValue)?, within budget: MemoBudget) {
    // A table that doesn't change needs no copy.
    guard let earlier = earlier as? KeptTable, case .table(let table) = source, let version = members.version,
      earlier.scope?.number == scope?.number
    else { return }
    if case .copy(let copy, _) = earlier.source {
      if copy.follow(table) { source = .copy(copy, copy.count) }
    } else if version != earlier.members.version {
      let copy = TableCopy<Table>(budget)
      if copy.follow(table) { source = .copy(copy, copy.count) }
    }
  }
}

/// A copy of a table that follows it from state to state, so that the table is changed in place.
final class TableCopy<Table: ScopedHashProviding> {
  private(set) var table = Table()
  /// The number of states that it has followed.
  private(set) var count = 0
  private let share: MemoShare

  init(_ budget: MemoBudget) { share = MemoShare(of: budget) }

  /// Goes on to the table of the next state; `false` if its memory would exceed the limit.
  func follow(_ later: Table) -> Bool {
    guard share.hold(later.copySize) else { return false }
    table.copy(later)
    count += 1
    return true
  }
}

/// A part of an earlier state that nothing holds any more.
struct ForgottenState: Error {}
