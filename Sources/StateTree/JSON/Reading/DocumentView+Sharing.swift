/// Reading values that are nearly the same as earlier ones.
extension DocumentView {
  /// The levels of arrays in which elements may have come or gone before others that stayed: each takes time for all below it.
  private static let shiftedLevels = 8

  /// Returns the value at a position as a tree, which shares the memory of what an earlier value has in the same places.
  ///
  /// Elements that come after an insertion or a removal in an array are found, too. O(n) in both values, times the levels of arrays whose lengths differ, eight at most.
  func value(at position: Int, sharing earlier: JSONValue) -> JSONValue {
    shared(at: position, earlier, level: 0).value
  }

  /// `isSame` tells whether the value is the earlier one, written in the same way.
  private func shared(at position: Int, _ earlier: JSONValue, level: Int) -> (value: JSONValue, isSame: Bool) {
    let node = nodes[position]
    switch (node.kind, earlier) {
    case (.array, .array(let others)):
      let (elements, areSame) = elements(of: position, sharing: others, level: level)
      return areSame ? (earlier, true) : (.array(elements), false)
    case (.object, .object(let other)):
      guard hasKeys(position, of: other) else { return (object(at: position, sharing: other, level: level), false) }
      let (values, areSame) = values(of: position, sharing: other.values, level: level)
      return areSame ? (earlier, true) : (.object(JSONObject(keysOf: other, values: values)), false)
    case (.string, .string(let other)):
      return isText(at: position, other) ? (earlier, true) : (.string(string(at: position)), false)
    case (.number, .number(let other)):
      let literal = text(at: position)
      return literal == other.literal ? (earlier, true) : (.number(JSONNumber(checked: literal)), false)
    default:
      let value = value(at: position)
      return (value, value == earlier)
    }
  }

  private func elements(
    of array: Int, sharing others: [JSONValue], level: Int
  ) -> (elements: [JSONValue], areSame: Bool) {
    let count = Int(nodes[array].count)
    let shift = count - others.count
    var elements: [JSONValue] = []
    elements.reserveCapacity(count)
    var areSame = shift == 0
    var next = array + 1
    for index in 0..<count {
      if shift != 0, level < DocumentView.shiftedLevels, others.indices.contains(index - shift),
        isSame(at: next, others[index - shift])
      {
        elements.append(others[index - shift])
      } else {
        // What is new at the end has the keys of the element before it.
        let other = index < others.count ? others[index] : elements.last ?? .null
        let found = shared(at: next, other, level: level + 1)
        areSame = areSame && found.isSame
        elements.append(found.value)
      }
      next = Int(nodes[next].next)
    }
    return (elements, areSame)
  }

  private func values(
    of object: Int, sharing others: [JSONValue], level: Int
  ) -> (values: [JSONValue], areSame: Bool) {
    var values: [JSONValue] = []
    values.reserveCapacity(others.count)
    var areSame = true
    var next = object + 1
    for other in others {
      let (value, isSame) = shared(at: next + 1, other, level: level + 1)
      areSame = areSame && isSame
      values.append(value)
      next = Int(nodes[next + 1].next)
    }
    return (values, areSame)
  }

  /// An object with other keys than the earlier one.
  private func object(at position: Int, sharing other: JSONObject, level: Int) -> JSONValue {
    var keys: [String] = []
    var values: [JSONValue] = []
    var next = position + 1
    for _ in 0..<Int(truncatingIfNeeded: nodes[position].count) {
      let key = string(at: next)
      keys.append(key)
      values.append(shared(at: next + 1, other[key] ?? values.last ?? .null, level: level + 1).value)
      next = Int(nodes[next + 1].next)
    }
    return .object(JSONObject(uniqueKeys: keys, values: values))
  }

  /// Whether the value at a position is another one, written in the same way. Stops at the first difference.
  private func isSame(at position: Int, _ other: JSONValue) -> Bool {
    switch (nodes[position].kind, other) {
    case (.array, .array(let others)):
      guard Int(nodes[position].count) == others.count else { return false }
      var next = position + 1
      for other in others {
        guard isSame(at: next, other) else { return false }
        next = Int(nodes[next].next)
      }
      return true
    case (.object, .object(let object)):
      guard hasKeys(position, of: object) else { return false }
      var next = position + 1
      for other in object.values {
        guard isSame(at: next + 1, other) else { return false }
        next = Int(nodes[next + 1].next)
      }
      return true
    case (.string, .string(let text)): return isText(at: position, text)
    case (.number, .number(let number)): return text(at: position) == number.literal
    case (.null, .null): return true
    case (.bool, .bool(let isTrue)): return isTrue == (firstByte(at: position) == UInt8(ascii: "t"))
    default: return false
    }
  }

  private func hasKeys(_ object: Int, of other: JSONObject) -> Bool {
    guard Int(nodes[object].count) == other.count else { return false }
    var next = object + 1
    for key in other.keys {
      guard isText(at: next, key) else { return false }
      next = Int(nodes[next + 1].next)
    }
    return true
  }

  /// Whether a string or a key has the bytes of a text.
  private func isText(at position: Int, _ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isKey(at: position, equalTo: UnsafeRawBufferPointer($0)) }
  }
}
