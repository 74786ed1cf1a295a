import StatePrivacy
import StateTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The way to encode values of a type; determined once per type.
enum EncodingStrategy: TypeKnowledge {
  static let table = TypeTable<EncodingStrategy>()
  static func id(of type: any Encodable.Type) -> ObjectIdentifier { ObjectIdentifier(type) }

  /// The type's own `encode(to:)`.
  case plain
  /// Arrays of common scalars.
  case scalars(Scalars)
  /// Collections, whose own conformances go through slow or unordered paths.
  case collection(any TreeEncodableCollection.Type)
  /// An optional, whose value may encode as nil itself.
  case optional(any OptionalType.Type)
  /// An optional of an optional, which needs more than `null`.
  case nestedOptional(any OptionalType.Type)
  /// A value that provides its hash.
  case keepingHash(any StateHashProviding.Type)
  /// A table, which also provides its hash under rules.
  case table(any ScopedHashProviding.Type)
  /// A value that is marked as a secret.
  case redacted(any RedactedValue.Type)
  case json, document, data, url, decimal
  /// A value that may follow the settings of the machine.
  case machineSetting

  enum Scalars { case strings, integers, doubles, booleans }

  init(_ type: any Encodable.Type) {
    self =
      switch type as Any.Type {
      case is JSONValue.Type: .json
      case is RedactedDocument.Type: .document
      case is Data.Type: .data
      case is URL.Type: .url
      case is Decimal.Type: .decimal
      case is Calendar.Type, is TimeZone.Type, is Locale.Type: .machineSetting
      case is [String].Type: .scalars(.strings)
      case is [Int].Type: .scalars(.integers)
      case is [Double].Type: .scalars(.doubles)
      case is [Bool].Type: .scalars(.booleans)
      case let collection as any TreeEncodableCollection.Type: .collection(collection)
      case let optional as any OptionalType.Type: optional.isNested ? .nestedOptional(optional) : .optional(optional)
      case let table as any ScopedHashProviding.Type: .table(table)
      case let keeping as any StateHashProviding.Type: .keepingHash(keeping)
      case let redacted as any RedactedValue.Type: .redacted(redacted)
      default: .plain
      }
  }

  var isPlain: Bool { if case .plain = self { true } else { false } }
}

extension EncodingCore {
  /// Encodes a value that is no collection without its own `encode(to:)`; `false` if it needs that after all.
  func encodeSingle(_ value: some Encodable, by strategy: EncodingStrategy) throws -> Bool {
    switch strategy {
    case .plain, .collection: return false
    case .scalars(let scalars):
      guard place == RuleWalk.free else { return try encodeEachScalar(value, scalars) }
      noteWritten()
      if let follower, !isShort(value, scalars), try followScalars(value, scalars, follower) { return true }
      encodeScalars(value, scalars)
    case .optional(let type): try encodeOptional(value, isNil: isNil(value, type))
    case .nestedOptional(let type):
      noteWritten()
      try encodeNested(value, type)
    case .keepingHash(let type):
      guard isKept(value, type) else { return false }
      noteWritten()
    case .table(let type):
      guard isKept(value, inScope: type) else { return false }
      noteWritten()
    case .redacted(let type):
      guard rules?.rules.isOn == true else { return false }
      noteWritten()
      if sink.mask?.lifts != false { maskNext() }
      try encodeRedacted(value, type)
    case .json:
      noteWritten()
      var json = same(value, as: JSONValue.self)
      if normalizesJSON { json = json.normalized }
      if case .null = json { nilPathCount = path.count }
      if rules == nil, follower == nil { sink.tree(json) } else { try encodeTree(json) }
    case .document:
      noteWritten()
      write(same(value, as: RedactedDocument.self))
    case .data:
      noteWritten()
      write(data: same(value, as: Data.self).base64EncodedString())
    case .url:
      let url = same(value, as: URL.self)
      // Foundation's encoder writes the absolute string; a base that is kept apart would be lost.
      guard url.baseURL == nil else { return false }
      noteWritten()
      sink.string(url.absoluteString)
    case .decimal:
      let decimal = same(value, as: Decimal.self)
      noteWritten()
      if decimal.isNaN { sink.string("NaN") } else { sink.number(literal: decimal.description) }
    case .machineSetting: try encodeFixed(value)
    }
    return true
  }

  /// Encodes a value as the fixed one with the same identifiers.
  private func encodeFixed(_ value: some Encodable) throws {
    let node = TreeNode(depth: depth)
    try TreeEncoder(run: treeRun(), node: node, codingPath: path(count: path.count)).encodePlainly(value)
    noteWritten()
    let fixed = MachineSetting.fixed(node.value)
    if sink.mask == nil { sink.tree(fixed) } else { sink.replace(with: fixed, nil) }
  }

  /// Encodes an array of common scalars, which need no encoder.
  @_transparent
  func encodeScalars(_ value: some Encodable, _ scalars: EncodingStrategy.Scalars) {
    // By address, because the compiler doesn't specialise code that is generic in the value's type for these arrays.
    withUnsafePointer(to: value) { encodeScalars(at: UnsafeRawPointer($0), scalars) }
  }

  /// Encodes an array of common scalars. Four loops, because debug builds don't specialise generic code: one loop would
  /// take three times as long for a string.
  private func encodeScalars(at address: UnsafeRawPointer, _ scalars: EncodingStrategy.Scalars) {
    sink.beginArray()
    switch scalars {
    case .strings:
      address.assumingMemoryBound(to: [String].self).pointee.withUnsafeBufferPointer { scalars in
        var index = 0
        while index < scalars.count {
          scalarIndex = index
          sink.string(scalars[index])
          index &+= 1
        }
      }
    case .integers:
      address.assumingMemoryBound(to: [Int].self).pointee.withUnsafeBufferPointer { scalars in
        var index = 0
        while index < scalars.count {
          scalarIndex = index
          sink.integer(Int64(truncatingIfNeeded: scalars[index]))
          index &+= 1
        }
      }
    case .doubles:
      address.assumingMemoryBound(to: [Double].self).pointee.withUnsafeBufferPointer { scalars in
        var index = 0
        while index < scalars.count {
          scalarIndex = index
          sink.floatingPoint(scalars[index])
          index &+= 1
        }
      }
    case .booleans:
      address.assumingMemoryBound(to: [Bool].self).pointee.withUnsafeBufferPointer { scalars in
        var index = 0
        while index < scalars.count {
          scalarIndex = index
          sink.bool(scalars[index])
          index &+= 1
        }
      }
    }
    scalarIndex = -1
    sink.endArray()
  }

  /// Whether an array of common scalars has too few elements to be followed.
  func isShort(_ value: some Encodable, _ scalars: EncodingStrategy.Scalars) -> Bool {
    withUnsafePointer(to: value) { value in
      let address = UnsafeRawPointer(value)
      return switch scalars {
      case .strings: address.assumingMemoryBound(to: [String].self).pointee.count < EncodingCore.leastFollowed
      case .integers: address.assumingMemoryBound(to: [Int].self).pointee.count < EncodingCore.leastFollowed
      case .doubles: address.assumingMemoryBound(to: [Double].self).pointee.count < EncodingCore.leastFollowed
      case .booleans: address.assumingMemoryBound(to: [Bool].self).pointee.count < EncodingCore.leastFollowed
      }
    }
  }

  /// Adds the hash of an array of common scalars that is followed; `false` if the run must walk the array.
  private func followScalars(
    _ value: some Encodable, _ scalars: EncodingStrategy.Scalars, _ follower: any CollectionFollower
  ) throws -> Bool {
    guard place == RuleWalk.free, sink.isOnlyHashing || sink.isSketching else { return false }
    return switch scalars {
    case .strings: try follower.follow(same(value, as: [String].self), in: self)
    case .integers: try follower.follow(same(value, as: [Int].self), in: self)
    case .doubles: try follower.follow(same(value, as: [Double].self), in: self)
    case .booleans: try follower.follow(same(value, as: [Bool].self), in: self)
    }
  }

  /// Encodes an array of common scalars whose elements rules apply to.
  private func encodeEachScalar(_ value: some Encodable, _ scalars: EncodingStrategy.Scalars) throws -> Bool {
    noteWritten()
    switch scalars {
    case .strings: try encodeElements(same(value, as: [String].self))
    case .integers: try encodeElements(same(value, as: [Int].self))
    case .doubles: try encodeElements(same(value, as: [Double].self))
    case .booleans: try encodeElements(same(value, as: [Bool].self))
    }
    return true
  }

  private func encodeRedacted<Value: RedactedValue>(_ value: some Encodable, _: Value.Type) throws {
    try same(value, as: Value.self).encodeWrapped(to: self)
  }

  @_transparent
  func encodeCollection<Collection: TreeEncodableCollection>(
    _ value: some Encodable, _: Collection.Type
  ) throws {
    try same(value, as: Collection.self).encodeCollection(to: self)
  }

  private func isNil<Wrapper: OptionalType>(_ value: some Encodable, _: Wrapper.Type) -> Bool {
    same(value, as: Wrapper.self).isNil
  }

  private func encodeOptional(_ value: some Encodable, isNil: Bool) throws {
    if isNil {
      noteWritten()
      return sink.null()
    }
    if isDetached { return try encodeDetached(value, enclosingNil: true) }
    nilPathCount = -1
    let outer = enter()
    do {
      try value.encode(to: StreamEncoder(core: self, depth: frames.count, pathCount: path.count))
    } catch {
      floor = outer.floor
      throw error
    }
    leave(outer)
    if nilPathCount == path.count { isOutOfOrder = true }
  }

  /// Notes that a value in an optional encoded itself as nil. The slower way keeps it apart from `nil`.
  @inline(never)
  func noteNil(_ type: any Encodable.Type) {
    if !(type is any OptionalType.Type) { isOutOfOrder = true }
  }

  private func encodeNested<Wrapper: OptionalType>(_ value: some Encodable, _: Wrapper.Type) throws {
    try same(value, as: Wrapper.self).encodeNested(to: self)
  }

  private func isKept<Keeper: StateHashProviding>(_ value: some Encodable, _: Keeper.Type) -> Bool {
    let keeper = same(value, as: Keeper.self)
    // Rules may leave out parts of any other value.
    guard rules == nil || place == RuleWalk.free && (rules?.rules.isOn == false || keeper.isFreeOfSecrets) else {
      return false
    }
    return sink.kept(keeper)
  }

  private func isKept<Table: ScopedHashProviding>(_ value: some Encodable, inScope _: Table.Type) -> Bool {
    let table = same(value, as: Table.self)
    let isSketching = sink.isSketching
    guard rules != nil || isSketching || follower != nil else { return sink.kept(withMembers: table) }
    // A table is an object, which lifts such a mask.
    if let mask = sink.mask, mask.lifts { sink.mask = nil }
    guard sink.isHashing || isSketching, sink.mask == nil, let members = members(of: table) else { return false }
    if isSketching, members.leavesOut { return false }
    if members.holdsSecrets {
      redactions += 1
      noteContainer(members.version?.hashValue ?? members.stateHash.hashValue)
    }
    if members.leavesOut { omissions += 1 }
    guard isSketching else {
      guard sink.kept(withMembers: members) else { return false }
      if let follower, sink.isOnlyHashing { sink.hash.noteChanges(of: table, members, follower) }
      return true
    }
    omit(table, members)
    return true
  }

  /// Not inlined, because it asks the runtime for a type, which hashing doesn't need.
  @inline(never)
  private func omit(_ table: some ScopedHashProviding, _ members: TableMemberHashes) {
    let scope = tableScope(at: place).scope
    sink.text.omit(KeptTable(table, members, scope, at: walk?[place] ?? .free), depth: 0)
  }

  /// The hashes of a table under the rules; `nil` if it must be walked.
  @_transparent
  private func members(of table: some ScopedHashProviding) -> TableMemberHashes? {
    switch tableScope(at: place) {
    case .unruled: table.plainMembers
    case .ruled(let scope): table.members(in: scope)
    case .walked: nil
    }
  }
}

/// An optional of an unknown type.
protocol OptionalType: SendableMetatype {
  /// Whether it wraps another optional.
  static var isNested: Bool { get }
  /// `nil`.
  static var none: Self { get }
  var isNil: Bool { get }
  /// The wrapped value.
  var content: Any? { get }
  func encodeNested(to core: EncodingCore) throws
}

extension Optional: OptionalType {
  static var isNested: Bool { Wrapped.self is any OptionalType.Type }

  var content: Any? { self }
  var isNil: Bool { self == nil }

  /// Encodes an optional of an optional: `nil` as `null`, and any other as what it wraps.
  ///
  /// An ambiguous wrapped value is enclosed in `{"$some": …}`: `null`, or an object whose only member is `$some`.
  func encodeNested(to core: EncodingCore) throws {
    guard case let wrapped? = self else { return core.sink.null() }
    core.checkForVolatile(in: core.place)
    guard let wrapped = wrapped as? any Encodable else { return }
    let document = try JSONDocument(core.text(of: wrapped, key: nil))
    let root = document.root
    if root.kind == .null
      || root.count == 1 && root.member(nestedOptionalKey) != nil
    {
      core.sink.beginObject()
      core.sink.key(nestedOptionalKey)
      core.sink.raw(document)
      core.sink.endObject()
    } else {
      core.sink.raw(document)
    }
  }
}

/// The key that encloses an ambiguous value of an optional.
let nestedOptionalKey = "$some"
