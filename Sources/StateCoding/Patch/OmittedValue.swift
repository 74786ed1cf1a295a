@_spi(Kernel) import StateTree

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
  /// Lets go of memory that the app's next change would copy, once nothing but the next state is compared with this one.
  ///
  /// - Parameters:
  ///   - earlier: The value at its place in the last state, which is no longer used.
  ///   - budget: The memory of copies.
  mutating func detach(after earlier: any OmittedValue, within budget: MemoBudget)
}

extension OmittedValue {
  mutating func detach(after _: any OmittedValue, within _: MemoBudget) {}
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
