extension JSONValue {
  /// Where a value first differs from what was expected, and what is on either side; `nil` stands for no value.
  typealias Difference = (place: JSONPointer, expected: JSONValue?, found: JSONValue?)

  /// Where this value first differs from what was expected; `nil` if they are equal. O(n).
  func firstDifference(from expected: JSONValue, at path: JSONPointer) -> Difference? {
    var tokens: [String] = []
    guard let (expected, found) = difference(from: expected, tokens: &tokens) else { return nil }
    return (JSONPointer(tokens: path.tokens + tokens.reversed()), expected, found)
  }

  /// Looks at each part once; `tokens` becomes the way to the difference, from its end.
  private func difference(
    from expected: JSONValue, tokens: inout [String]
  ) -> (expected: JSONValue?, found: JSONValue?)? {
    switch (expected, self) {
    case (_, _) where isIdentical(to: expected): return nil
    case (.object(let expected), .object(let found)):
      for (key, value) in zip(expected.keys, expected.values) {
        guard let other = found[key] else {
          tokens.append(key)
          return (value, nil)
        }
        if let difference = other.difference(from: value, tokens: &tokens) {
          tokens.append(key)
          return difference
        }
      }
      guard found.count > expected.count else { return nil }
      for (key, value) in zip(found.keys, found.values) where expected.position(of: key) == nil {
        tokens.append(key)
        return (nil, value)
      }
      return nil
    case (.array(let expected), .array(let found)):
      for index in 0..<min(expected.count, found.count) {
        if let difference = found[index].difference(from: expected[index], tokens: &tokens) {
          tokens.append(String(index))
          return difference
        }
      }
      guard expected.count != found.count else { return nil }
      let end = min(expected.count, found.count)
      tokens.append(String(end))
      // Not `nil` in a conditional: that would be a value, `null`.
      return end < expected.count ? (expected[end], .none) : (.none, found[end])
    default: return self == expected ? nil : (expected, self)
    }
  }

  /// Whether two values are equal. If not, `way` gets the places of the parts that lead to a difference, from its end:
  /// indexes of elements, and positions of the other's members.
  func isEqual(to other: JSONValue, way: inout [Int]) -> Bool {
    switch (self, other) {
    case (_, _) where isIdentical(to: other): return true
    case (.object(let left), .object(let right)):
      guard left.count == right.count else { return false }
      for (index, key) in right.keys.enumerated() {
        guard let position = left.position(of: key) else { return false }
        guard left.values[position].isEqual(to: right.values[index], way: &way) else {
          way.append(index)
          return false
        }
      }
      return true
    case (.array(let left), .array(let right)):
      guard left.count == right.count else { return false }
      for index in left.indices where !left[index].isEqual(to: right[index], way: &way) {
        way.append(index)
        return false
      }
      return true
    default: return self == other
    }
  }

  /// About how many bytes the value takes as JSON.
  var weight: Int {
    switch self {
    case .null, .bool: 4
    case .number(let number): number.literal.utf8.count
    case .string(let text): text.utf8.count + 2
    case .array(let elements): elements.reduce(2) { $0 + $1.weight + 1 }
    case .object(let members):
      zip(members.keys, members.values).reduce(2) { $0 + $1.0.utf8.count + $1.1.weight + 4 }
    }
  }

  /// Whether the value is an array or an object.
  var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }

  /// Whether the value is known to be equal to another without a look at its parts.
  func isIdentical(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array(let left), .array(let right)):
      left.hasSameStorage(as: right)
    case (.object(let left), .object(let right)):
      left.values.hasSameStorage(as: right.values) && left.keys.hasSameStorage(as: right.keys)
    default: false
    }
  }
}

extension Array {
  /// Whether two arrays are one in memory; then they are equal.
  func hasSameStorage(as other: [Element]) -> Bool {
    withUnsafeBufferPointer { left in
      other.withUnsafeBufferPointer { right in left.baseAddress == right.baseAddress && left.count == right.count }
    }
  }
}
