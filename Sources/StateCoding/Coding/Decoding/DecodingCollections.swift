import StateTree

/// A collection that the coder decodes without its `init(from:)`.
protocol TreeDecodableCollection: SendableMetatype {
  static var isTreeDecodable: Bool { get }
  static func decodeCollection(from core: DecodingCore, at position: Int) throws -> Self
}

extension Array: TreeDecodableCollection where Element: Decodable {
  static var isTreeDecodable: Bool { true }

  static func decodeCollection(from core: DecodingCore, at position: Int) throws -> [Element] {
    guard core.view.nodes[position].kind == .array else { throw core.mismatch(Self.self, at: position) }
    // Common scalars need no decoder.
    if Element.self == String.self { return same(try core.strings(position), as: Self.self) }
    if Element.self == Int.self {
      return same(try core.elements(position) { try core.integer(at: $0) as Int }, as: Self.self)
    }
    if Element.self == Double.self {
      return same(try core.elements(position) { try core.double(at: $0) }, as: Self.self)
    }
    if Element.self == Bool.self { return same(try core.elements(position) { try core.bool(at: $0) }, as: Self.self) }
    let strategy = core.strategy(for: Element.self)
    return try core.elements(position) { try core.decode(Element.self, by: strategy, at: $0) }
  }
}

extension DecodingCore {
  /// The strings of an array. Not generic like `elements`, which takes a debug build twice as long.
  fileprivate func strings(_ array: Int) throws -> [String] {
    var strings: [String] = []
    var rest = view.nodes[array].count
    strings.reserveCapacity(Int(truncatingIfNeeded: rest))
    var next = array &+ 1
    while rest > 0 {
      strings.append(try string(at: next))
      next = Int(truncatingIfNeeded: view.nodes[next].next)
      rest &-= 1
    }
    return strings
  }

  /// The elements of an array, each by its position.
  @inline(__always)
  fileprivate func elements<Element>(_ array: Int, _ decode: (Int) throws -> Element) throws -> [Element] {
    let count = Int(truncatingIfNeeded: view.nodes[array].count)
    var next = array &+ 1
    return try Array(unsafeUninitializedCapacity: count) { elements, decoded in
      while decoded < count {
        elements.initializeElement(at: decoded, to: try decode(next))
        decoded &+= 1
        next = Int(truncatingIfNeeded: view.nodes[next].next)
      }
    }
  }
}

extension Dictionary: TreeDecodableCollection where Key: Decodable, Value: Decodable {
  /// Coding keys use the dictionary's own conformance.
  static var isTreeDecodable: Bool {
    Key.self == String.self || Key.self == Int.self || !(Key.self is any CodingKeyRepresentable.Type)
  }

  static func decodeCollection(from core: DecodingCore, at position: Int) throws -> [Key: Value] {
    let isName = Key.self == String.self || Key.self == Int.self
    guard core.node(position).kind == .object else {
      // The own conformance reads keys and values alternately.
      guard core.node(position).kind == .array, !isName else { throw core.mismatch(Self.self, at: position) }
      return try Self(from: NodeDecoder(core: core, position: position))
    }
    let (keyStrategy, strategy) = (core.strategy(for: Key.self), core.strategy(for: Value.self))
    var members = [Key: Value](minimumCapacity: Int(core.node(position).count))
    var next = position + 1
    for _ in 0..<core.node(position).count {
      let key: Key
      if isName {
        let text = core.view.string(at: next)
        let name: Key? = Key.self == String.self ? same(text, as: Key.self) : Int(text).map { same($0, as: Key.self) }
        guard let name else { throw core.mismatch(ofKey: text, at: next + 1) }
        key = name
      } else {
        key = try core.withKey(at: next) { try core.decode(Key.self, by: keyStrategy, at: next) }
      }
      members[key] = try core.decode(Value.self, by: strategy, at: next + 1)
      next = Int(core.node(next + 1).next)
    }
    return members
  }
}

/// An optional of an unknown type that can be decoded.
protocol OptionalDecodable: SendableMetatype {
  static func decodeOptional(from core: DecodingCore, at position: Int) throws -> Self
}

extension Optional: OptionalDecodable where Wrapped: Decodable {
  static func decodeOptional(from core: DecodingCore, at position: Int) throws -> Wrapped? {
    if core.node(position).kind == .null { return nil }
    return .some(try core.decode(Wrapped.self, at: enclosed(in: core, at: position) ?? position))
  }

  /// The position of the value that `{"$some": …}` encloses. An optional of an optional may enclose any value.
  private static func enclosed(in core: DecodingCore, at position: Int) -> Int? {
    guard isNested else { return core.enclosedNil(of: Wrapped.self, at: position) }
    guard core.node(position).kind == .object, core.node(position).count == 1 else { return nil }
    return core.value(of: nestedOptionalKey, in: position)
  }
}
