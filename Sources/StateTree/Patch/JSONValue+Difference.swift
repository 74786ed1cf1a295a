extension JSONValue {
  /// Where this value first differs from what was expected, and what is on either side; `nil` if they are equal.
  func firstDifference(
    from expected: JSONValue, at path: JSONPointer
  ) -> (place: JSONPointer, expected: JSONValue?, found: JSONValue?)? {
    guard self != expected else { return nil }
    switch (expected, self) {
    case (.object(let expected), .object(let found)):
      for (key, value) in zip(expected.keys, expected.values) {
        guard let other = found[key] else { return (path.appending(key), value, nil) }
        if let difference = other.firstDifference(from: value, at: path.appending(key)) { return difference }
      }
      for (key, value) in zip(found.keys, found.values) where expected.position(of: key) == nil {
        return (path.appending(key), nil, value)
      }
    case (.array(let expected), .array(let found)):
      for index in 0..<max(expected.count, found.count) {
        let place = path.appending(index: index)
        guard index < found.count else { return (place, expected[index], nil) }
        guard index < expected.count else { return (place, nil, found[index]) }
        if let difference = found[index].firstDifference(from: expected[index], at: place) { return difference }
      }
    default: break
    }
    return (path, expected, self)
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
