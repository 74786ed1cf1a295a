extension JSONValue {
  /// The first difference from an expected value, with both values; `nil` means no value.
  package typealias Difference = (pointer: JSONPointer, expected: JSONValue?, found: JSONValue?)

  /// The first difference from an expected value; `nil` if they are equal. O(n).
  package func firstDifference(from expected: JSONValue, at path: JSONPointer) -> Difference? {
    var tokens: [String] = []
    guard let (expected, found) = difference(from: expected, tokens: &tokens) else { return nil }
    return (JSONPointer(tokens: path.tokens + tokens.reversed()), expected, found)
  }

  /// Visits each part once; `tokens` receives the path to the difference, in reverse.
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

  /// The innermost places in which a value differs from another, elements compared by their indexes; `nil` if there are more
  /// than a limit. O(n).
  ///
  /// Arrays of different lengths differ as a whole.
  package func differingPlaces(from other: JSONValue, limit: Int) -> [JSONPointer]? {
    var places: [JSONPointer] = []
    var tokens: [String] = []
    return addDifferingPlaces(from: other, at: &tokens, to: &places, limit) ? places : nil
  }

  private func addDifferingPlaces(
    from other: JSONValue, at tokens: inout [String], to places: inout [JSONPointer], _ limit: Int
  ) -> Bool {
    func visit(_ key: String, _ old: JSONValue?, _ new: JSONValue?) -> Bool {
      tokens.append(key)
      defer { tokens.removeLast() }
      if let old, let new { return new.addDifferingPlaces(from: old, at: &tokens, to: &places, limit) }
      places.append(JSONPointer(tokens: tokens))
      return places.count <= limit
    }
    switch (other, self) {
    case (_, _) where isIdentical(to: other): return true
    case (.object(let old), .object(let new)):
      let added = new.keys.filter { old.position(of: $0) == nil }
      return (old.keys + added).allSatisfy { visit($0, old[$0], new[$0]) }
    case (.array(let old), .array(let new)) where old.count == new.count:
      return new.indices.allSatisfy { visit(String($0), old[$0], new[$0]) }
    default:
      if self != other { places.append(JSONPointer(tokens: tokens)) }
      return places.count <= limit
    }
  }

  /// Whether two values are equal. If not, `path` receives the path to a difference in reverse: indexes of elements, and
  /// positions of members in the other value.
  func isEqual(to other: JSONValue, differenceAt path: inout [Int]) -> Bool {
    switch (self, other) {
    case (_, _) where isIdentical(to: other): return true
    case (.object(let left), .object(let right)):
      guard left.count == right.count else { return false }
      for (index, key) in right.keys.enumerated() {
        guard let position = left.position(of: key) else { return false }
        guard left.values[position].isEqual(to: right.values[index], differenceAt: &path) else {
          path.append(index)
          return false
        }
      }
      return true
    case (.array(let left), .array(let right)):
      guard left.count == right.count else { return false }
      for index in left.indices where !left[index].isEqual(to: right[index], differenceAt: &path) {
        path.append(index)
        return false
      }
      return true
    default: return self == other
    }
  }

  /// The approximate size of the value in bytes of JSON.
  package var weight: Int {
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
  package var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }

  /// Whether the value is known to equal another without comparing their parts.
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
  /// Whether two arrays share their memory, and are therefore equal.
  func hasSameStorage(as other: [Element]) -> Bool {
    withUnsafeBufferPointer { left in
      other.withUnsafeBufferPointer { right in left.baseAddress == right.baseAddress && left.count == right.count }
    }
  }
}
