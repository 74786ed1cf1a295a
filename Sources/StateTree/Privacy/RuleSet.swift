/// Redaction rules, made ready for encoding: the pointers as a tree, the names for quick look-ups.
final class RuleSet: Sendable {
  let rules: RedactionRules
  let names: SecretNames
  /// Whether secrets are only counted, and written all the same.
  let isWatching: Bool
  /// Whether anything is left out of hashes.
  let hasVolatile: Bool
  private let nodes: [Node]

  /// A place that one or more pointers lead to or through.
  private struct Node {
    var members: [ByteString: Int] = [:]
    var anyMember: Int?
    var isRedacted = false
    var isAllowed = false
    var leadsToAllowed = false
    var isVolatile = false
    var leadsToVolatile = false
  }

  /// Where a value stands, as far as the pointers care.
  struct Cursor: Hashable {
    /// The nodes whose pointers lead here.
    fileprivate var nodes: [Int]
    /// Whether the value is in something that is written.
    fileprivate var isAllowed: Bool

    /// A place in which nothing is left to look for.
    static let free = Cursor(nodes: [], isAllowed: true)

    /// What stands in two cursors at once.
    func united(with other: Cursor) -> Cursor {
      Cursor(nodes: nodes + other.nodes.filter { !nodes.contains($0) }, isAllowed: isAllowed && other.isAllowed)
    }
  }

  /// What becomes of the value at a place.
  enum Verdict {
    /// It is written.
    case written
    /// Values in it may be written. It isn't itself, unless it holds any.
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

  /// Adds the nodes that a pointer leads through, takes a note in each before the last, and returns that.
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

  /// Whether there are pointers, or a list of what is allowed.
  var hasPointers: Bool {
    nodes.count > 1 || rules.allowed != nil || nodes[0].isRedacted || nodes[0].isVolatile
  }

  /// Whether anything is replaced by a stand-in.
  var redacts: Bool { rules.isOn && !isWatching }

  /// The place of the whole.
  var root: Cursor { settled([0], isAllowed: rules.allowed == nil) }

  /// The place of a member, or of an element by its index.
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

  /// What becomes of the value at a place.
  func verdict(_ cursor: Cursor) -> Verdict {
    if cursor.nodes.contains(where: { nodes[$0].isRedacted }) { return .secret }
    if cursor.isAllowed { return .written }
    return cursor.nodes.contains { nodes[$0].leadsToAllowed } ? .passed : .secret
  }

  /// Whether the value at a place is left out of hashes.
  func isVolatile(_ cursor: Cursor) -> Bool { hasVolatile && cursor.nodes.contains { nodes[$0].isVolatile } }

  /// Whether there may be values in the one at a place that are left out of hashes.
  func leadsToVolatile(_ cursor: Cursor) -> Bool { hasVolatile && cursor.nodes.contains { nodes[$0].leadsToVolatile } }

  /// Whether any member of the value at a place may be left out of hashes as a whole.
  func hasVolatileMembers(_ cursor: Cursor) -> Bool {
    hasVolatile
      && cursor.nodes.contains { node in
        nodes[node].anyMember.map { nodes[$0].isVolatile } == true
          || nodes[node].members.values.contains { nodes[$0].isVolatile }
      }
  }
}

/// The cursors of a run, by numbers: containers that are open have one each.
struct RuleWalk {
  /// The number of the place in which nothing is left to look for.
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

  /// A place, and what becomes of the value there.
  struct Step {
    var number: Int
    var verdict: RuleSet.Verdict
    var isVolatile: Bool
  }

  /// The place of a member, or of an element by its index.
  mutating func step(to key: String, in outer: Int) -> Step {
    let cursor = rules.cursor(for: key, in: cursors[outer])
    return Step(number: number(of: cursor), verdict: rules.verdict(cursor), isVolatile: rules.isVolatile(cursor))
  }

  /// Whether there may be values in the one at a place that are left out of hashes.
  func leadsToVolatile(_ number: Int) -> Bool { rules.leadsToVolatile(cursors[number]) }
}
