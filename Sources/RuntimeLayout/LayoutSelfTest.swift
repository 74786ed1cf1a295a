/// Compares every layout that this module depends on with values whose layout is known.
enum LayoutSelfTest {
  static func passes() -> Bool {
    ReinterpretedCollections.passSelfTest && hasFields && hasPayloads && hasDictionaries && hasCases
      && encodesByReference && decodesByReference
  }

  private struct Fields<Value> { var flag: Bool, text: String, pair: (Int8, Int), value: Value }

  private static var hasFields: Bool {
    guard let fields = RuntimeFields(of: Fields<Double>.self, through: .open), !fields.isEnum, fields.count == 4,
      RuntimeFields(of: Probe<Keys>.self, through: .open) == nil,
      let tuple = RuntimeFields(of: (Int8, Int).self, through: .open), tuple.count == 2
    else { return false }
    let types: [Any.Type] = [Bool.self, String.self, (Int8, Int).self, Double.self]
    let offsets = [
      MemoryLayout.offset(of: \Fields<Double>.flag), MemoryLayout.offset(of: \Fields<Double>.text),
      MemoryLayout.offset(of: \Fields<Double>.pair), MemoryLayout.offset(of: \Fields<Double>.value),
    ]
    return types.indices.allSatisfy { fields[$0].type == types[$0] && fields[$0].offset == offsets[$0] }
      && tuple[1].type == Int.self && tuple[1].offset == MemoryLayout<Int>.stride
  }

  private enum Payloads<Value> { case text(String), none, pair(Int, Value) }
  private indirect enum Indirect { case one(Indirect), none }

  private static var hasPayloads: Bool {
    guard RuntimeFields(of: Payloads<Double>.self, through: .open)?.isEnum == true,
      let types = EnumPayloads(of: Payloads<Double>.self).types
    else { return false }
    return types.count == 2 && types[0] == String.self && types[1] == (Int, Double).self
      && EnumPayloads(of: Indirect.self).types == nil
  }

  private static var hasDictionaries: Bool {
    var numbers: [Int: Int] = [:]
    for number in 0..<40 { numbers[number * 7] = number }
    for number in 0..<20 { numbers[number * 14] = nil }
    let bytes = [ByteSpan(start: 0, count: MemoryLayout<Int>.size)]
    return withExtendedLifetime(numbers) {
      guard let storage = DictionaryStorage(numbers, through: .open) else { return false }
      return storage.hasFields(of: numbers) && storage.hasEntries(of: numbers, bytes, bytes)
    }
  }

  private enum Keys: String, CodingKey { case first, second = "other", third }

  private static var hasCases: Bool {
    Keys.allNames(through: .open) == ["first", "other", "third"] && Keys.areBytes(through: .open)
      && Keys.second.byte == 1 && Keys.third.byte == 2
  }

  private static var encodesByReference: Bool {
    isReference({ KeyedEncodingContainer(Probe<Keys>()) }, codingPath: \.codingPath)
  }

  private static var decodesByReference: Bool {
    isReference({ KeyedDecodingContainer(Probe<Keys>()) }, codingPath: \.codingPath)
  }

  /// Whether a container consists of one counted reference, which makes it again.
  private static func isReference<Container>(
    _ make: () -> Container, codingPath: (Container) -> [any CodingKey]
  ) -> Bool {
    var reference: AnyObject?
    do {
      let container = make()
      reference = ContainerReference.take(from: container, through: .open)
      let parts = Mirror(reflecting: container).children.map(\.value)
      guard parts.count == 1, type(of: parts[0]) is AnyClass, parts[0] as AnyObject === reference,
        withExtendedLifetime(container, { !isKnownUniquelyReferenced(&reference) })
      else { return false }
    }
    guard isKnownUniquelyReferenced(&reference), let object = reference else { return false }
    let again = ContainerReference.container(.passUnretained(object), as: Container.self)
    return withExtendedLifetime(again) { codingPath(again).map(\.stringValue) == [Keys.second.stringValue] }
  }

  /// A container that answers with its coding path and nothing else.
  private final class Probe<Key: CodingKey>: KeyedEncodingContainerProtocol, KeyedDecodingContainerProtocol {
    var codingPath: [any CodingKey] { [Keys.second] }
    var allKeys: [Key] { [] }

    func contains(_: Key) -> Bool { false }
    func encodeNil(forKey _: Key) {}
    func encode(_: some Encodable, forKey _: Key) {}
    func decodeNil(forKey _: Key) -> Bool { true }
    func decode<Value: Decodable>(_: Value.Type, forKey _: Key) throws -> Value { throw ProbeError() }
    func nestedContainer<Nested: CodingKey>(keyedBy _: Nested.Type, forKey _: Key) -> KeyedEncodingContainer<Nested> {
      KeyedEncodingContainer(Probe<Nested>())
    }
    func nestedContainer<Nested: CodingKey>(keyedBy _: Nested.Type, forKey _: Key) -> KeyedDecodingContainer<Nested> {
      KeyedDecodingContainer(Probe<Nested>())
    }
    func nestedUnkeyedContainer(forKey _: Key) -> any UnkeyedEncodingContainer { preconditionFailure("never called") }
    func nestedUnkeyedContainer(forKey _: Key) throws -> any UnkeyedDecodingContainer { throw ProbeError() }
    func superEncoder() -> any Encoder { preconditionFailure("never called") }
    func superEncoder(forKey _: Key) -> any Encoder { preconditionFailure("never called") }
    func superDecoder() throws -> any Decoder { throw ProbeError() }
    func superDecoder(forKey _: Key) throws -> any Decoder { throw ProbeError() }
  }

  private struct ProbeError: Error {}
}
