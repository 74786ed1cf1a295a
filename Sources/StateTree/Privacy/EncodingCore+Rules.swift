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
    if namesApply, rules.names.contains(key) {
      if rules.hasVolatile { _ = enter(key, in: outer) }
      return maskNext()
    }
    goTo(key, in: outer)
  }

  /// Applies the rules to an element, which comes next.
  func redact(index: Int, in outer: Int) {
    guard sink.mask == nil else { return }
    goTo(String(index), in: outer)
  }

  /// Applies the rules to an element without a fixed index, which only `*` matches.
  func redactElement(in outer: Int) {
    guard sink.mask == nil else { return }
    goTo("*", in: outer)
  }

  /// Applies the rules to the value of the run.
  func redactRoot() {
    guard let rules else { return }
    switch rootMasking {
    case .none:
      let place = walk?[place] ?? .free
      if rules.isVolatile(place) { leaveOutNext() }
      obey(rules.verdict(place))
    case .scalars: sink.mask(lifting: true)
    case .everything: sink.mask()
    }
  }

  private func goTo(_ key: String, in outer: Int) {
    if let verdict = enter(key, in: outer) { obey(verdict) }
  }

  /// Moves to the value of a member or element, which comes next, and leaves it out if it is volatile.
  private func enter(_ key: String, in outer: Int) -> RuleSet.Verdict? {
    guard outer != RuleWalk.free, let step = walk?.step(to: key, in: outer) else {
      place = RuleWalk.free
      return nil
    }
    place = step.number
    if step.isVolatile { leaveOutNext() }
    return step.verdict
  }

  private func obey(_ verdict: RuleSet.Verdict) {
    switch verdict {
    case .written: break
    case .passed: sink.mask(lifting: true)
    case .secret: maskNext()
    }
  }

  /// The JSON text of an element without a fixed index, which only `*` matches.
  func part(_ value: some Encodable, key: any CodingKey, of outer: Int) throws -> [UInt8] {
    if outer != RuleWalk.free, let step = walk?.step(to: "*", in: outer) { place = step.number }
    return try text(of: value, key: key)
  }

  /// Masks the value that comes next.
  func maskNext() {
    redactions += 1
    checkForVolatile(in: place)
    place = RuleWalk.free
    if rules?.isWatching == false { sink.mask() }
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
    guard let step = walk?.step(to: key, in: outer) else { return sink.tree(part) }
    if step.isVolatile { leaveOutNext() }
    write(part, at: step.number)
  }

  /// Encodes a masked value with the stand-in of its type; `false` if its parts must be masked.
  func encodeMasked<Value: Encodable>(_ value: Value) -> Bool {
    let lifts = sink.mask?.lifts == true
    switch StandIn.table.knowledge(of: Value.self, ObjectIdentifier(Value.self)) {
    case .parts: return false
    case .value(let standIn):
      checkForVolatile(in: place)
      sink.replace(with: standIn)
    case .whole(let standIn):
      if lifts { return false }
      sink.replace(with: standIn)
    case .json:
      if lifts { return false }
      sink.replace(with: StandIn.json(for: unsafeBitCast(value, to: JSONValue.self)))
    }
    noteWritten()
    return true
  }

  /// Notes the key type of an object that was opened inside another.
  @inline(__always)
  func noteKeys<Key: CodingKey>(_: Key.Type, depth: Int, serial: Int) {
    guard serial != 0 else { return }
    if sink.mask != nil { hideMembers(of: Key.self, depth: depth) }
    if Key.self == EntityKey.self { frames[frames.count &- 1].isTable = true }
  }

  /// Hides the members of a secret that was just opened, if its keys are data.
  func hideMembers<Key: CodingKey>(of _: Key.Type, depth: Int) {
    if frames.count == depth + 1, hasOpenKeys(Key.self) { sink.hideMembers() }
  }

  /// Encodes a tree under the rules.
  func encodeTree(_ value: JSONValue) {
    let outer = place
    switch value {
    case .array(let elements):
      sink.beginArray()
      for (index, element) in elements.enumerated() {
        redact(index: index, in: outer)
        encodeTree(element)
      }
      sink.endArray()
    case .object(let object):
      sink.beginObject()
      let destination = destination(ofPatch: object)
      // The target's volatile values are not volatile here.
      if destination != nil, rules?.hasVolatile == true, sink.isHashing { isOutOfOrder = true }
      for (key, member) in zip(object.keys, object.values) {
        sink.key(key)
        redact(key: key, in: outer)
        if key == "value", let destination, sink.mask == nil { meet(destination) }
        if sink.mask?.lifts == false { sink.replace(with: StandIn.json(for: member)) } else { encodeTree(member) }
      }
      sink.endObject()
    case .null, .bool, .number, .string: sink.tree(value)
    }
  }

  /// The target of an RFC 6902 operation's value.
  private enum Destination {
    case secret
    case place(RuleSet.Cursor)
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
    for token in pointer.tokens {
      if rules.names.contains(token) { return .secret }
      place = rules.cursor(for: token, in: place)
      if rules.verdict(place) == .secret { return .secret }
    }
    return .place(place)
  }

  /// Applies the rules of both locations to the value that comes next and that an operation puts elsewhere.
  private func meet(_ destination: Destination) {
    guard case .place(let other) = destination else { return maskNext() }
    guard let rules, let here = walk?[place] else { return }
    let both = here.united(with: other)
    if let number = walk?.number(of: both) { place = number }
    obey(rules.verdict(both))
  }
}

/// Whether any text can be a key of a type. A type that lists its keys accepts no others.
package func hasOpenKeys<Key: CodingKey>(_: Key.Type) -> Bool { Key(stringValue: "any text may be a key") != nil }
