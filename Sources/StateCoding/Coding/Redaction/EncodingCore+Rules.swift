import RuntimeLayout
import StatePrivacy
import StateTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Redaction of keys, elements and types that rules apply to.
///
/// If no rule can apply, the encoder doesn't call this code: its table of prepared keys holds no names of secrets, and a
/// container that no pointer leads into has the cursor `RuleWalk.free`.
extension EncodingCore {
  /// Writes a key that is not prepared, and applies the rules to its value.
  @inline(never)
  func writeKey(_ key: String, in frame: Frame) {
    sink.key(key)
    if rules != nil { redact(key: key, in: frame.place, namesApply: !frame.isTable) }
  }

  /// Applies the rules to the value of a member, which comes next.
  func redact(key: String, in outer: Int, namesApply: Bool = true) {
    guard let rules, sink.mask == nil else { return }
    goTo(key, in: outer, namesApply ? matches.match(key, under: rules) : SecretNames.Match.none)
  }

  /// Applies the rules to the value of a dictionary's key, which comes next. A key that says nothing is data, and what the
  /// dictionary's name says applies to the value.
  func redact(dictionaryKey key: String, in outer: Int) {
    guard let rules, sink.mask == nil else { return }
    let match = matches.match(key, under: rules)
    goTo(key, in: outer, match == .none ? nil : match)
  }

  /// Applies the rules to an element, which comes next.
  func redact(index: Int, in outer: Int) {
    guard sink.mask == nil else { return }
    goTo(String(index), in: outer, nil)
  }

  /// Applies the rules to an element without a fixed index, which only `*` matches.
  func redactElement(in outer: Int) {
    guard sink.mask == nil else { return }
    goTo("*", in: outer, nil)
  }

  /// Applies the rules to the value of the run.
  func redactRoot() {
    guard let rules else { return }
    switch rootMasking {
    case .none, .digits, .texts, .keyTexts, .randomTexts, .nothing:
      let place = walk?[place] ?? .free
      if rules.isVolatile(place) { leaveOutNext() }
      obey(rules.verdict(place))
    case .scalars: sink.mask(.scalars)
    case .everything: sink.mask()
    }
  }

  /// Moves to the value of a member or element, which comes next, and leaves it out if it is volatile.
  private func goTo(_ key: String, in outer: Int, _ match: SecretNames.Match?) {
    guard outer != RuleWalk.free || match != SecretNames.Match.none && match != nil,
      let step = walk?.step(to: key, in: outer, match)
    else { return place = RuleWalk.free }
    place = step.number
    if step.isVolatile { leaveOutNext() }
    obey(step.verdict)
  }

  private func obey(_ verdict: RuleSet.Verdict) {
    switch verdict {
    case .written: break
    case .passed: sink.mask(.scalars)
    case .unlessRandom: sink.mask(.randomTexts)
    case .unlessKey: sink.mask(.keyTexts)
    case .unlessText: sink.mask(.texts)
    case .unlessDigits: sink.mask(.digits)
    case .secret: maskNext()
    case .exempt: sink.mask(.nothing)
    }
  }

  // MARK: Names and values in pairs

  /// Notes the member of an object whose type has both a name and a value, and applies a secret's name to the value, which
  /// comes next.
  @inline(never)
  func meet<Key: CodingKey>(pairMember key: Key, _ value: Any) {
    guard let rules, sink.mask?.lifts != false else { return }
    let last = frames.count &- 1
    let key = key.stringValue
    if SecretPair.isValue(key) {
      frames.elements[last].pair.hasValue = true
      let match = frames.elements[last].pair.effect(on: key)
      obeyName(SecretPair.isCookie(Key.self) && key != "text" ? SecretPair.match(rules, inCookie: match) : match)
    } else if SecretPair.names.contains(key), let name = SecretPair.name(in: value) {
      frames.elements[last].pair.note(name.text, under: key, rules)
      // The value before it is written already.
      if frames.elements[last].pair.hasValue, frames.elements[last].pair.hides { isOutOfOrder = true }
    }
  }

  /// Applies a secret's name in a dictionary to the value beside it, which comes next.
  @inline(never)
  func meet(valueAt key: String, in members: some Collection<(key: String, value: some Encodable)>) {
    // Larger dictionaries may be followed value by value.
    guard let rules, members.count < EncodingCore.leastFollowed, sink.mask?.lifts != false else { return }
    obeyName(
      SecretPair.match(
        rules, valueAt: key, isCookie: false,
        { key in members.first { $0.key == key }.flatMap { SecretPair.name(in: $0.value)?.text } },
        isOpaque: { key in members.contains { $0.key == key } }))
  }

  /// Applies a name beside a value, which comes next.
  private func obeyName(_ name: SecretNames.Match) {
    switch name {
    case .everything: maskNext()
    case .digits: sink.mask = ValueMask(.digits)
    case .text: sink.mask = ValueMask(.texts)
    case .key: sink.mask = ValueMask(.keyTexts)
    case .harmless, .none, .random: break
    }
  }

  /// The JSON text of an element without a fixed index, which only `*` matches.
  func part(_ value: some Encodable, key: any CodingKey, of outer: Int, isKey: Bool = false) throws -> [UInt8] {
    place = RuleWalk.free
    if outer != RuleWalk.free, let step = walk?.step(to: "*", in: outer, isKey ? SecretNames.Match.none : nil) {
      place = step.number
    }
    return try text(of: value, key: key, in: path.count)
  }

  /// Masks the value that comes next.
  func maskNext(_ reach: ValueMask.Reach = .everything) {
    redactions += 1
    checkForVolatile(in: place)
    place = RuleWalk.free
    if rules?.isWatching == false { sink.mask(reach) } else { sink.mask = nil }
  }

  /// Writes the Base64 of data, which has no form but that of random text.
  func write(data text: String) {
    guard let rules, sink.mask?.lifts != false else { return sink.string(text) }
    let isSecret =
      switch sink.mask?.reach {
      case .digits, .texts: true
      case .keyTexts, .randomTexts:
        rules.formats.finding(in: text, under: sink.mask?.match ?? .none)?.format == .random
      case .everything, .scalars, .nothing, nil: false
      }
    if isSecret {
      redactions += 1
      if !rules.isWatching { return sink.replace(with: StandIn.data, text.hashValue) }
    }
    if sink.mask?.reach != .scalars { sink.mask(.nothing) }
    sink.string(text)
  }

  // MARK: Volatile values

  /// Leaves the value that comes next out of the hash.
  private func leaveOutNext() {
    guard sink.isHashing else { return }
    omissions += 1
    sink.leaveOut()
  }

  /// Restarts the run in the slower way if the value at a cursor may contain volatile values.
  ///
  /// Called for values that are not written member by member: pointers refer to the resulting JSON.
  func checkForVolatile(in place: Int) {
    guard place != RuleWalk.free, sink.isHashing, sink.omission == nil, walk?.leadsToVolatile(place) == true else {
      return
    }
    isOutOfOrder = true
  }

  /// Writes a tree whose secrets are replaced already, without its volatile values.
  func write(_ tree: JSONValue, at place: Int) {
    guard place != RuleWalk.free, sink.isHashing, walk?.leadsToVolatile(place) == true else { return sink.tree(tree) }
    switch tree {
    case .array(let elements):
      sink.beginArray()
      for (index, element) in elements.enumerated() { writePart(element, key: String(index), of: place) }
      sink.endArray()
    case .object(let object):
      sink.beginObject()
      for (key, member) in zip(object.keys, object.values) {
        sink.key(key)
        writePart(member, key: key, of: place)
      }
      sink.endObject()
    case .null, .bool, .number, .string: sink.tree(tree)
    }
  }

  private func writePart(_ part: JSONValue, key: String, of outer: Int) {
    guard let step = walk?.step(to: key, in: outer, SecretNames.Match.none) else { return sink.tree(part) }
    if step.isVolatile { leaveOutNext() }
    write(part, at: step.number)
  }

  /// Encodes a masked value with the stand-in of its type; `false` if its parts must be masked.
  func encodeMasked<Value: Encodable>(_ value: Value) -> Bool {
    guard let mask = sink.mask else { return false }
    if mask.reach == .randomTexts || mask.reach == .nothing { return false }
    let isOfTexts = mask.lifts && mask.reach != .scalars
    let lifts = mask.lifts
    switch StandIn.table.knowledge(of: Value.self, ObjectIdentifier(Value.self)) {
    case .parts:
      if isOfTexts, StandIn.isCase(value) { sink.mask = ValueMask(.nothing) }
      return false
    case .firstCase where isOfTexts:
      sink.mask = ValueMask(.nothing)
      return false
    case .value(let standIn), .firstCase(let standIn):
      if isOfTexts, case .number = standIn { return false }
      // A URL may be plain.
      if mask.reach == .keyTexts, value is URL { return false }
      if isOfTexts { redactions += 1 }
      // Watching masks nothing but to count.
      if rules?.isWatching == true { return false }
      checkForVolatile(in: place)
      sink.replace(with: standIn, digest(of: value))
    case .whole(let standIn):
      if lifts { return false }
      sink.replace(with: standIn, digest(of: value))
    case .json:
      if lifts { return false }
      let json = same(value, as: JSONValue.self)
      sink.replace(with: StandIn.json(for: json), json.hashValue)
    }
    noteWritten()
    return true
  }

  /// Notes the key type of an object that was opened inside another.
  @_transparent
  func noteKeys<Key: CodingKey>(_: Key.Type, depth: Int, serial: Int) {
    guard serial != 0 else { return }
    if sink.mask != nil { hideMembers(of: Key.self, depth: depth) }
    if Key.self == EntityKey.self { frames.elements[frames.count &- 1].isTable = true }
  }

  /// Hides the members of a secret that was just opened, if its keys are data.
  func hideMembers<Key: CodingKey>(of _: Key.Type, depth: Int) {
    if frames.count == depth + 1, hasOpenKeys(Key.self) { sink.hideMembers() }
  }

  /// Encodes a tree under the rules, and follows its large collections.
  func encodeTree(_ value: JSONValue) throws {
    let outer = place
    if sink.level > EncodingCore.freeDepth, value.isContainer { try check(depth: sink.level, of: value) }
    switch value {
    case .array(let elements):
      if let follower, mayFollow(count: elements.count), try follower.follow(elements, in: self) { return }
      sink.beginArray()
      let last = path.count
      path.append(PathStep())
      defer { path.removeLast(to: last) }
      for index in 0..<elements.count {
        redact(index: index, in: outer)
        path.elements[last].index = index
        try encodeTree(elements[index])
      }
      sink.endArray()
    case .object(let object):
      if let follower, mayFollow(count: object.count), try follower.follow(object, in: self) { return }
      sink.beginObject()
      let last = path.count
      path.append(PathStep())
      defer { path.removeLast(to: last) }
      let destination = destination(ofPatch: object)
      // The target's volatile values are not volatile here.
      if destination != nil, rules?.hasVolatile == true, sink.isHashing { isOutOfOrder = true }
      // Iterators of sequences would be slow in a debug build.
      for position in 0..<object.count {
        let (key, member) = (object.keys[position], object.values[position])
        sink.key(key)
        path.elements[last].key = NameKey(key)
        redact(key: key, in: outer)
        if SecretPair.isValue(key), sink.mask?.lifts != false {
          if let destination {
            meet(destination)
          } else if let rules {
            obeyName(
              SecretPair.match(
                rules, valueAt: key, isCookie: false, { object[$0]?.string }, isOpaque: { object[$0] != nil }))
          }
        }
        if sink.mask?.lifts == false, member.isContainer {
          sink.replace(with: StandIn.json(for: member), member.hashValue)
        } else {
          try encodeTree(member)
        }
      }
      sink.endObject()
    case .null, .bool, .number, .string: sink.tree(value)
    }
  }

  /// The target of an RFC 6902 operation's value.
  private enum Destination {
    case secret
    case place(RuleSet.Cursor, SecretNames.Match?)
  }

  /// The target of an object's value, if the object is an operation on a document with the same rules.
  private func destination(ofPatch object: JSONObject) -> Destination? {
    guard let rules, object["op"]?.string != nil, object["value"] != nil, let path = object["path"]?.string else {
      return nil
    }
    // No document is that deep.
    guard JSONPointer.tokenCount(of: path) <= JSONLimits.default.depth else { return .secret }
    guard let pointer = try? JSONPointer(path) else { return nil }
    var place = rules.root
    var match: SecretNames.Match?
    for token in pointer.tokens {
      // What a secret's name hides has no parts that are written.
      match = token == "-" || JSONPointer.index(token) != nil ? nil : rules.names.match(token)
      place = rules.cursor(for: token, in: place, match: match)
      if rules.verdict(place, match) == .secret { return .secret }
    }
    return .place(place, match)
  }

  /// Applies the rules of both locations to the value that comes next and that an operation puts elsewhere.
  private func meet(_ destination: Destination) {
    guard case .place(let other, let match) = destination else { return maskNext() }
    guard let rules, let here = walk?[place] else { return }
    let both = here.united(with: other)
    if let number = walk?.number(of: both) { place = number }
    obey(rules.verdict(both, match))
  }
}

/// Whether any text can be a key of a type. A type that lists its keys accepts no others.
package func hasOpenKeys<Key: CodingKey>(_: Key.Type) -> Bool { Key(stringValue: "any text may be a key") != nil }

/// The effects of the short keys that a session met last in places where rules look at each key.
struct MatchCache: ~Copyable {
  private static let bits: UInt64 = 6
  private var entries = Stack<(key: ShortText?, match: SecretNames.Match)>()

  /// The effect of a key on its value.
  mutating func match(_ key: String, under rules: RuleSet) -> SecretNames.Match {
    guard let short = ShortText(key) else { return rules.names.match(key) }
    while entries.count < 1 << MatchCache.bits { entries.append((nil, .none)) }
    let index = Int(truncatingIfNeeded: KeyFingerprint(short).number &>> (64 - MatchCache.bits))
    if entries.elements[index].key == short { return entries.elements[index].match }
    entries.elements[index] = (short, rules.names.match(key))
    return entries.elements[index].match
  }
}

extension SecretPair {
  /// Whether a key type has keys for both.
  static func isPair<Key: CodingKey>(_: Key.Type) -> Bool {
    Key.self != EntityKey.self && values.contains { Key(stringValue: $0) != nil }
      && names.contains { Key(stringValue: $0) != nil }
  }

  /// Whether a key type lists the keys of a cookie.
  static func isCookie<Key: CodingKey>(_: Key.Type) -> Bool {
    !hasOpenKeys(Key.self) && cookies.contains { Key(stringValue: $0) != nil && Key(stringValue: $1) != nil }
  }

  struct Name {
    var text: String?
  }

  /// The name in a value; its text is `nil` if the value is a key path whose name Swift doesn't know.
  static func name(in value: Any) -> Name? {
    switch value {
    case let text as String: Name(text: text)
    case let path as AnyKeyPath: Name(text: path.memberName)
    case let part as ReflectedPart: name(in: part.form.value(at: part.address))
    case let wrapper as any ReflectionWrapper: name(in: wrapper.reflectedValue)
    default: nil
    }
  }
}
