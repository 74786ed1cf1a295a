/// Redaction rules prepared for encoding: the pointers as a tree, the names as fingerprints.
final class RuleSet: Sendable {
  let rules: RedactionRules
  let names: SecretNames
  /// Whether secrets are only counted, and still written.
  let isWatching: Bool
  /// Whether any value is left out of hashes.
  let hasVolatile: Bool
  private let nodes: [Node]

  /// A location that one or more pointers lead to or through.
  private struct Node {
    var members: [ByteString: Int] = [:]
    var anyMember: Int?
    var isRedacted = false
    var isAllowed = false
    var leadsToAllowed = false
    var isVolatile = false
    var leadsToVolatile = false
  }

  /// The location of a value, as far as it matters to the pointers.
  struct Cursor: Hashable {
    /// The nodes that pointers reach here.
    fileprivate var nodes: [Int]
    /// Whether a container of the value is allowed.
    fileprivate var isAllowed: Bool

    /// A location that no pointer leads to or through.
    static let free = Cursor(nodes: [], isAllowed: true)

    /// Combines two cursors.
    func united(with other: Cursor) -> Cursor {
      Cursor(nodes: nodes + other.nodes.filter { !nodes.contains($0) }, isAllowed: isAllowed && other.isAllowed)
    }
  }

  /// The treatment of the value at a cursor.
  enum Verdict {
    /// It is written.
    case written
    /// Values in it may be written; the value itself only if it is a container.
    case passed
    /// It is secret.
    case secret
  }

  init(_ rules: RedactionRules, isWatching: Bool = false) {
    self.rules = rules
    self.isWatching = isWatching
    hasVolatile = !rules.volatile.isEmpty
    names = SecretNames(rules.names)
    var nodes = [Node()]
    for pointer in rules.redacted { nodes[RuleSet.add(pointer.pointer, to: &nodes)].isRedacted = true }
    for pointer in rules.allowed ?? [] {
      nodes[RuleSet.add(pointer.pointer, to: &nodes) { $0.leadsToAllowed = true }].isAllowed = true
    }
    for pointer in rules.volatile {
      nodes[RuleSet.add(pointer.pointer, to: &nodes) { $0.leadsToVolatile = true }].isVolatile = true
    }
    self.nodes = nodes
  }

  /// Adds the nodes of a pointer, calls `note` for each before the last, and returns the last.
  private static func add(
    _ pointer: JSONPointer, to nodes: inout [Node], noting note: (inout Node) -> Void = { _ in }
  ) -> Int {
    var last = 0
    for token in pointer.tokens {
      note(&nodes[last])
      let isAny = token == "*"
      if let next = isAny ? nodes[last].anyMember : nodes[last].members[ByteString(token)] {
        last = next
        continue
      }
      nodes.append(Node())
      if isAny {
        nodes[last].anyMember = nodes.count - 1
      } else {
        nodes[last].members[ByteString(token)] = nodes.count - 1
      }
      last = nodes.count - 1
    }
    return last
  }

  /// Whether the rules have pointers or a list of allowed values.
  var hasPointers: Bool {
    nodes.count > 1 || rules.allowed != nil || nodes[0].isRedacted || nodes[0].isVolatile
  }

  /// Whether the rules replace any value with a stand-in.
  var redacts: Bool { rules.isOn && !isWatching }

  /// The cursor of the root.
  var root: Cursor { settled([0], isAllowed: rules.allowed == nil) }

  /// The cursor of a member, or of an element by its index.
  func cursor(for key: String, in outer: Cursor) -> Cursor {
    var found: [Int] = []
    let key = ByteString(key)
    for node in outer.nodes {
      if let next = nodes[node].members[key] { found.append(next) }
      if let next = nodes[node].anyMember { found.append(next) }
    }
    return settled(found, isAllowed: outer.isAllowed)
  }

  private func settled(_ found: [Int], isAllowed: Bool) -> Cursor {
    Cursor(nodes: found, isAllowed: isAllowed || found.contains { nodes[$0].isAllowed })
  }

  /// The treatment of the value at a cursor.
  func verdict(_ cursor: Cursor) -> Verdict {
    if cursor.nodes.contains(where: { nodes[$0].isRedacted }) { return .secret }
    if cursor.isAllowed { return .written }
    return cursor.nodes.contains { nodes[$0].leadsToAllowed } ? .passed : .secret
  }

  /// Whether the value at a cursor is volatile.
  func isVolatile(_ cursor: Cursor) -> Bool { hasVolatile && cursor.nodes.contains { nodes[$0].isVolatile } }

  /// Whether the value at a cursor may contain volatile values.
  func leadsToVolatile(_ cursor: Cursor) -> Bool { hasVolatile && cursor.nodes.contains { nodes[$0].leadsToVolatile } }

  /// Whether any member of the value at a cursor may be volatile.
  func hasVolatileMembers(_ cursor: Cursor) -> Bool {
    hasVolatile
      && cursor.nodes.contains { node in
        nodes[node].anyMember.map { nodes[$0].isVolatile } == true
          || nodes[node].members.values.contains { nodes[$0].isVolatile }
      }
  }
}

/// The cursors of a run by number; each open container has one.
struct RuleWalk {
  /// The number of the cursor that no pointer leads to or through.
  static let free = 0

  private let rules: RuleSet
  private var cursors: [RuleSet.Cursor] = [.free]
  private var numbers: [RuleSet.Cursor: Int] = [.free: RuleWalk.free]

  init(_ rules: RuleSet) { self.rules = rules }

  subscript(number: Int) -> RuleSet.Cursor { cursors[number] }

  mutating func number(of cursor: RuleSet.Cursor) -> Int {
    if let number = numbers[cursor] { return number }
    cursors.append(cursor)
    numbers[cursor] = cursors.count - 1
    return cursors.count - 1
  }

  /// A cursor, and the treatment of the value there.
  struct Step {
    var number: Int
    var verdict: RuleSet.Verdict
    var isVolatile: Bool
  }

  /// Moves to a member, or to an element by its index.
  mutating func step(to key: String, in outer: Int) -> Step {
    let cursor = rules.cursor(for: key, in: cursors[outer])
    return Step(number: number(of: cursor), verdict: rules.verdict(cursor), isVolatile: rules.isVolatile(cursor))
  }

  /// Whether the value at a cursor may contain volatile values.
  func leadsToVolatile(_ number: Int) -> Bool { rules.leadsToVolatile(cursors[number]) }
}
