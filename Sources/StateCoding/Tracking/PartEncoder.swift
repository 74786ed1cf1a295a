@_spi(Kernel) import StateTree

/// Writes parts of a document by the rules for the whole.
///
/// The rules' effect on a part rarely depends on the rest. Such a part is written by itself, and kept for as long as it
/// stays.
final class PartEncoder {
  /// The rules; `nil` if they have no effect.
  private let rules: RuleSet?
  private let session: EncodingSession
  /// Whether to keep what the differences between documents depend on.
  let findsPatches: Bool
  /// The number of nodes around the part. Deeper values are kept as a whole, because each node takes more of the stack than
  /// a level of a value.
  private var depth = 0

  private static let depthLimit = 16

  init(_ rules: RedactionRules, findsPatches: Bool) {
    let rules = rules.haveEffect ? RuleSet(rules) : nil
    self.rules = rules
    session = EncodingSession(sharing: rules)
    self.findsPatches = findsPatches
  }

  /// Returns the part for a whole document.
  func part(ofRoot value: JSONValue) throws -> TrackedPart {
    if let node = try node(of: value, isRoot: true) { return TrackedPart(node) }
    guard rules != nil else { return TrackedPart(value, hash: value.stateHash) }
    let written = try JSONValue(parsing: session.withText(of: value) { Array($0) })
    return TrackedPart(value, written: written, hash: written.stateHash)
  }

  /// Returns the part for an element, or for a member that rules treat like any other value.
  func part(of value: JSONValue) throws -> TrackedPart {
    if let node = try node(of: value, isRoot: false) { return TrackedPart(node) }
    let hash = value.stateHash
    guard rules != nil else { return TrackedPart(value, hash: hash) }
    let written = try session.hash(value, at: nil)
    if written == hash { return TrackedPart(value, hash: hash) }
    return TrackedPart(value, written: try JSONValue(parsing: text(of: value, isRoot: false)), hash: written)
  }

  /// Returns the part for a member of an object.
  func part(of value: JSONValue, under key: String, inRoot: Bool) throws -> TrackedPart {
    guard isSpecial(key, inRoot: inRoot) else { return try part(of: value) }
    let object = try JSONValue(parsing: text(of: .object(JSONObject([(key, value)])), isRoot: inRoot))
    let written = object[key] ?? .null
    return TrackedPart(value, written: written, hash: written.stateHash)
  }

  /// Whether rules treat a member in a way of its own, because of its name or its place.
  func isSpecial(_ key: String, inRoot: Bool) -> Bool {
    guard let rules else { return false }
    return rules.names.match(key) != .none
      || inRoot && rules.hasPointers && rules.cursor(for: key, in: rules.root) != .free
  }

  private func text(of value: JSONValue, isRoot: Bool) throws -> [UInt8] {
    if isRoot { return try session.withText(of: value) { Array($0) } }
    return try session.text(of: value, userInfo: [:], at: EncodingCore.Location(rules: .free), level: 0)
  }

  /// Returns the node for a large container; `nil` for a value that is kept as a whole.
  private func node(of value: JSONValue, isRoot: Bool) throws -> TrackedNode? {
    guard depth < Self.depthLimit, value.isLarge else { return nil }
    return try inNode {
      switch value {
      case .array(let elements) where !isRoot || rules?.hasPointers != true:
        .array(try TrackedArray(elements, self))
      case .object(let members) where canDivide(members):
        .object(try TrackedObject(members, isRoot: isRoot, self))
      default: nil
      }
    }
  }

  /// Calls the body for the parts of a node.
  func inNode<Result>(_ body: () throws -> Result) rethrows -> Result {
    depth += 1
    defer { depth -= 1 }
    return try body()
  }

  /// Whether rules treat each member of an object by itself. One that is called `value` may be named by the others.
  func canDivide(_ members: JSONObject) -> Bool { rules == nil || members.position(of: SecretPair.value) == nil }
}

extension JSONValue {
  /// Whether the value has more parts than are kept, hashed and written as a whole.
  package var isLarge: Bool {
    var rest = 64
    return exceeds(&rest)
  }

  private func exceeds(_ rest: inout Int) -> Bool {
    switch self {
    case .array(let elements):
      rest -= elements.count
      return rest < 0 || elements.contains { $0.exceeds(&rest) }
    case .object(let members):
      rest -= members.count
      return rest < 0 || members.values.contains { $0.exceeds(&rest) }
    default: return false
    }
  }
}
