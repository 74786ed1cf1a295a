import StateTree

/// Redaction rules prepared for encoding: the pointers as a tree, the names as fingerprints.
package final class RuleSet: Sendable {
  package let rules: RedactionRules
  package let names: SecretNames
  package let formats: SecretFormats
  /// Whether secrets are only counted, and still written.
  package let isWatching: Bool
  /// Whether entries of dictionaries and sets that are arrays are written as members of objects.
  package let namesEntries: Bool
  /// Whether any value is left out of hashes.
  package let hasVolatile: Bool
  private let nodes: [Node]

  /// A location that one or more pointers lead to or through.
  private struct Node {
    var members: [ByteString: Int] = [:]
    var anyMember: Int?
    var isRedacted = false
    var isAllowed = false
    var leadsToAllowed = false
    var isExempt = false
    var isVolatile = false
    var leadsToVolatile = false
  }

  /// The location of a value, as far as it matters to the pointers.
  package struct Cursor: Hashable {
    /// The nodes that pointers reach here.
    fileprivate var nodes: [Int]
    /// Whether a container of the value is allowed.
    fileprivate var isAllowed: Bool
    /// The effect of the value's name on texts and numbers.
    fileprivate var hint = SecretNames.Match.none

    /// A location that no pointer leads to or through.
    package static let free = Cursor(nodes: [], isAllowed: true)
    /// Such a location whose name makes a text harmless, or secret if it is random or in any case.
    fileprivate static let harmless = Cursor(nodes: [], isAllowed: true, hint: .harmless)
    fileprivate static let random = Cursor(nodes: [], isAllowed: true, hint: .random)
    fileprivate static let key = Cursor(nodes: [], isAllowed: true, hint: .key)
    fileprivate static let text = Cursor(nodes: [], isAllowed: true, hint: .text)
    fileprivate static let digits = Cursor(nodes: [], isAllowed: true, hint: .digits)

    /// Combines two cursors.
    package func united(with other: Cursor) -> Cursor {
      Cursor(
        nodes: nodes + other.nodes.filter { !nodes.contains($0) }, isAllowed: isAllowed && other.isAllowed,
        hint: hint.rawValue < other.hint.rawValue ? other.hint : hint)
    }

    /// The same location, without the name's effect.
    package var withoutHint: Cursor { Cursor(nodes: nodes, isAllowed: isAllowed) }
  }

  /// The treatment of the value at a cursor.
  package enum Verdict {
    /// It is written.
    case written
    /// Values in it may be written; the value itself only if it is a container.
    case passed
    /// It is written if it isn't a text, or the text isn't random.
    case unlessRandom
    /// It is written if it isn't a text that looks like a key.
    case unlessKey
    /// It is written if it isn't a text.
    case unlessText
    /// It is written if it isn't a number or a text of three or more digits.
    case unlessDigits
    /// It is secret.
    case secret
    /// It is written, whatever its name and its form.
    case exempt
  }

  package init(_ rules: RedactionRules, isWatching: Bool = false, namesEntries: Bool = false) {
    self.rules = rules
    self.namesEntries = namesEntries
    self.isWatching = isWatching
    hasVolatile = !rules.volatile.isEmpty
    names = SecretNames(rules.names, rules.detection)
    formats = SecretFormats(rules.detection.formats, names: names)
    var nodes = [Node()]
    for pointer in rules.redacted { nodes[RuleSet.add(pointer.pointer, to: &nodes)].isRedacted = true }
    for pointer in rules.allowed ?? [] {
      nodes[RuleSet.add(pointer.pointer, to: &nodes) { $0.leadsToAllowed = true }].isAllowed = true
    }
    for pointer in rules.exempt { nodes[RuleSet.add(pointer.pointer, to: &nodes)].isExempt = true }
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
  package var hasPointers: Bool {
    nodes.count > 1 || rules.allowed != nil || nodes[0].isRedacted || nodes[0].isVolatile
  }

  /// Whether the rules replace any value with a stand-in.
  package var redacts: Bool { rules.isOn && !isWatching }

  /// The cursor of the root.
  package var root: Cursor { settled([0], isAllowed: rules.allowed == nil) }

  /// The cursor of a member, or of an element by its index.
  ///
  /// - Parameters:
  ///   - key: The key or the index.
  ///   - outer: The cursor of the container.
  ///   - match: The effect of the key; `nil` for one that is data or an index, which says as much as the container's name.
  /// - Returns: The cursor.
  package func cursor(for key: String, in outer: Cursor, match: SecretNames.Match? = SecretNames.Match.none) -> Cursor {
    var cursor = cursor(for: key, inPlace: outer)
    if cursor.nodes.contains(where: { nodes[$0].isExempt }) { return cursor }
    cursor.hint = RuleSet.hint(match, key, in: outer.hint)
    return cursor
  }

  /// The effect of the name of a member or element on texts.
  fileprivate static func hint(
    _ match: SecretNames.Match?, _ key: String, in outer: SecretNames.Match
  ) -> SecretNames.Match {
    if match == nil || match == SecretNames.Match.none, isPayload(key) { return outer }
    // The elements of an array of PINs are PINs. Other numbers in a container of one are something else.
    if match == nil, JSONPointer.index(key) != nil { return outer }
    let inner = outer == .digits ? SecretNames.Match.text : outer
    guard let match else { return inner }
    if match == .random, inner == .key || inner == .text { return .key }
    if match != .none { return match == .everything ? .none : match }
    if outer == .none { return .none }
    // The members of a secret have names of their own: the values decide.
    return outer == .text || outer == .digits || outer == .key ? .key : .none
  }

  /// Keys of what a wrapper or the state of an input field holds.
  private static let contents: Set = [
    "confirmation", "current", "entered", "input", "new", "old", "plain", "plaintext", "raw", "rawValue", "repeated",
    "string", "text", "typed", "value", "wrappedValue",
  ]

  /// Whether a key says nothing of its value: the payload without a label of an enum's case, such as `_0`, or what a wrapper holds.
  private static func isPayload(_ key: String) -> Bool {
    if contents.contains(key) { return true }
    let bytes = key.utf8
    return bytes.count > 1 && bytes.first == UInt8(ascii: "_")
      && bytes.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private func cursor(for key: String, inPlace outer: Cursor) -> Cursor {
    if outer.nodes.isEmpty { return outer.withoutHint }
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

  /// The treatment of the value at a cursor, under a key with an effect.
  package func verdict(_ cursor: Cursor, _ match: SecretNames.Match? = SecretNames.Match.none) -> Verdict {
    if cursor.nodes.contains(where: { nodes[$0].isRedacted }) { return .secret }
    guard cursor.isAllowed else {
      return match != .everything && cursor.nodes.contains { nodes[$0].leadsToAllowed }
        ? .passed : .secret
    }
    if cursor.nodes.contains(where: { nodes[$0].isExempt }) { return .exempt }
    switch match {
    case .everything: return .secret
    case .digits, .text, .key, .random, .harmless, .none?, nil: return RuleSet.verdict(ofHint: cursor.hint)
    }
  }

  fileprivate static func verdict(ofHint hint: SecretNames.Match) -> Verdict {
    switch hint {
    case .digits: .unlessDigits
    case .text: .unlessText
    case .key: .unlessKey
    case .random: .unlessRandom
    case .harmless: .exempt
    case .none, .everything: .written
    }
  }

  /// Whether the value at a cursor is volatile.
  package func isVolatile(_ cursor: Cursor) -> Bool { hasVolatile && cursor.nodes.contains { nodes[$0].isVolatile } }

  /// Whether the value at a cursor may contain volatile values.
  package func leadsToVolatile(_ cursor: Cursor) -> Bool {
    hasVolatile && cursor.nodes.contains { nodes[$0].leadsToVolatile }
  }

  /// Whether any member of the value at a cursor may be volatile.
  package func hasVolatileMembers(_ cursor: Cursor) -> Bool {
    hasVolatile
      && cursor.nodes.contains { node in
        nodes[node].anyMember.map { nodes[$0].isVolatile } == true
          || nodes[node].members.values.contains { nodes[$0].isVolatile }
      }
  }
}

/// The cursors of a run by number; each open container has one.
@usableFromInline
package struct RuleWalk {
  /// The number of the cursor that no pointer leads to or through.
  @usableFromInline package static var free: Int { @_transparent get { 0 } }

  /// The numbers of the cursors that have nothing but the effect of a name.
  private static let random = 1
  private static let text = 2
  private static let harmless = 3
  private static let key = 4
  private static let digits = 5

  private let rules: RuleSet
  private var cursors: [RuleSet.Cursor] = [.free, .random, .text, .harmless, .key, .digits]
  private var numbers: [RuleSet.Cursor: Int] = [
    .free: RuleWalk.free, .random: RuleWalk.random, .text: RuleWalk.text, .harmless: RuleWalk.harmless,
    .key: RuleWalk.key, .digits: RuleWalk.digits,
  ]

  package init(_ rules: RuleSet) { self.rules = rules }

  package subscript(number: Int) -> RuleSet.Cursor { cursors[number] }

  package mutating func number(of cursor: RuleSet.Cursor) -> Int {
    if let number = numbers[cursor] { return number }
    cursors.append(cursor)
    numbers[cursor] = cursors.count - 1
    return cursors.count - 1
  }

  /// A cursor, and the treatment of the value there.
  package struct Step {
    package var number: Int
    package var verdict: RuleSet.Verdict
    package var isVolatile: Bool
  }

  /// Moves to a member, or to an element by its index; `match` is the effect of the key, `nil` for data or an index.
  package mutating func step(to key: String, in outer: Int, _ match: SecretNames.Match?) -> Step {
    if outer <= RuleWalk.digits { return step(to: key, inHint: outer, match) }
    let cursor = rules.cursor(for: key, in: cursors[outer], match: match)
    return Step(
      number: number(of: cursor), verdict: rules.verdict(cursor, match), isVolatile: rules.isVolatile(cursor))
  }

  /// Moves on where no pointer leads.
  private func step(to key: String, inHint outer: Int, _ match: SecretNames.Match?) -> Step {
    switch match {
    case .everything: return Step(number: RuleWalk.free, verdict: .secret, isVolatile: false)
    case .digits, .text, .key, .random, .harmless, .none?, nil:
      let hint = RuleSet.hint(match, key, in: cursors[outer].hint)
      let number =
        switch hint {
        case .digits: RuleWalk.digits
        case .text: RuleWalk.text
        case .key: RuleWalk.key
        case .random: RuleWalk.random
        case .harmless: RuleWalk.harmless
        case .none, .everything: RuleWalk.free
        }
      return Step(number: number, verdict: RuleSet.verdict(ofHint: hint), isVolatile: false)
    }
  }

  /// Whether the value at a cursor may contain volatile values.
  package func leadsToVolatile(_ number: Int) -> Bool { rules.leadsToVolatile(cursors[number]) }
}
