@_spi(Kernel) import StateTree

/// A part of a tracked document.
struct TrackedPart {
  /// The value; a placeholder if a node tracks it.
  let copy: JSONValue
  /// The node that tracks the parts of a large container; `nil` for other values.
  let node: TrackedNode?
  /// The value as rules have it written, if it isn't written as it is.
  let redacted: JSONValue?
  /// The hash of what is written.
  let hash: StateHash

  init(_ node: TrackedNode) {
    copy = .null
    self.node = node
    redacted = nil
    hash = node.hash
  }

  init(_ value: JSONValue, written: JSONValue? = nil, hash: StateHash) {
    copy = value
    node = nil
    redacted = written
    self.hash = hash
  }

  /// The value as it is written.
  var written: JSONValue { node?.written ?? redacted ?? copy }

  /// Whether the value is known to equal another without comparing texts.
  func isSame(as value: JSONValue) -> Bool { node?.isSame(as: value) ?? [copy].hasSameBits(at: 0, as: [value], at: 0) }
}

/// A node that tracks the parts of a large container.
enum TrackedNode {
  case array(TrackedArray)
  case object(TrackedObject)

  var hash: StateHash {
    switch self {
    case .array(let array): array.hash
    case .object(let object): object.hash
    }
  }

  /// The value as it is written. O(n).
  var written: JSONValue {
    switch self {
    case .array(let array): array.written
    case .object(let object): object.written
    }
  }

  /// Whether the value is known to equal another without comparing texts.
  func isSame(as value: JSONValue) -> Bool {
    switch (self, value) {
    case (.array(let array), .array(let elements)): array.isSame(as: elements)
    case (.object(let object), .object(let members)): object.isSame(as: members)
    default: false
    }
  }

  /// Follows the value to the next one; `false`, without effect, if that needs another node.
  func follow(_ value: JSONValue, _ encoder: PartEncoder, _ differ: inout JSONDiffer?) throws -> Bool {
    switch (self, value) {
    case (.array(let array), .array(let elements)):
      try encoder.inNode { try array.follow(elements, encoder, &differ) }
    case (.object(let object), .object(let members)) where encoder.canDivide(members):
      try encoder.inNode { try object.follow(members, encoder, &differ) }
    default: return false
    }
    return true
  }
}
