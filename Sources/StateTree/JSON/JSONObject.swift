/// The members of a JSON object, in written order.
///
/// Keys are equal by bytes. Two objects are equal when they have the same members, in any order. Look-up is O(1);
/// removal is O(n), because it keeps the order.
public struct JSONObject: Sendable {
  /// The keys, in order.
  public private(set) var keys: [String]
  /// The values, in the order of the keys.
  public private(set) var values: [JSONValue]
  /// Positions by key, if the members are too many for a scan.
  private var positions: [ByteString: Int]?

  private static let scanLimit = 12

  /// Creates an empty object.
  public init() {
    keys = []
    values = []
  }

  /// Creates an object from members; the last of two with the same key wins.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    self.init()
    for (key, value) in members { self[key] = value }
  }

  /// Creates an object from distinct keys and their values.
  package init(uniqueKeys keys: [String], values: [JSONValue]) {
    self.keys = keys
    self.values = values
    indexIfLarge()
  }

  /// Creates an object with the keys of another, whose memory it shares.
  init(keysOf other: JSONObject, values: [JSONValue]) {
    (keys, positions) = (other.keys, other.positions)
    self.values = values
  }

  /// The number of members.
  public var count: Int { keys.count }

  /// Whether the object has no members.
  public var isEmpty: Bool { keys.isEmpty }

  /// The value of a member. Setting `nil` removes it, and a new key is appended.
  public subscript(key: String) -> JSONValue? {
    get { position(of: key).map { values[$0] } }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?): values[position] = value
      case (let position?, nil): remove(at: position)
      case (nil, let value?): append(key, value)
      case (nil, nil): break
      }
    }
  }

  /// The position of a key among the members.
  package func position(of key: String) -> Int? {
    if let positions { return positions[ByteString(key)] }
    // Calling a closure for each key would be slow in a debug build.
    for position in 0..<keys.count where keys[position].hasSameBytes(as: key) { return position }
    return nil
  }

  /// Whether another object has the same keys in the same order.
  func hasSameKeys(as other: JSONObject) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where !keys[index].hasSameBytes(as: other.keys[index]) { return false }
    return true
  }

  /// Changes the value of a member in place.
  package mutating func modify<Result, Failure: Error>(
    at position: Int, _ body: (inout JSONValue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(&values[position])
  }

  private mutating func append(_ key: String, _ value: JSONValue) {
    keys.append(key)
    values.append(value)
    if positions == nil {
      indexIfLarge()
    } else {
      positions?[ByteString(key)] = keys.count - 1
    }
  }

  private mutating func remove(at position: Int) {
    positions?[ByteString(keys[position])] = nil
    keys.remove(at: position)
    values.remove(at: position)
    if position < keys.count { shiftPositions(from: position, by: -1) }
  }

  /// Inserts a new member at a position. O(n).
  mutating func insert(_ key: String, _ value: JSONValue, at position: Int) {
    if position < keys.count { shiftPositions(from: position, by: 1) }
    keys.insert(key, at: position)
    values.insert(value, at: position)
    if positions == nil { indexIfLarge() } else { positions?[ByteString(key)] = position }
  }

  /// Shifts positions in place, so that no key is hashed again.
  private mutating func shiftPositions(from position: Int, by distance: Int) {
    guard var positions else { return }
    self.positions = nil
    JSONObject.shift(&positions.values, from: position, by: distance)
    self.positions = positions
  }

  private static func shift(_ values: inout [ByteString: Int].Values, from position: Int, by distance: Int) {
    var index = values.startIndex
    while index != values.endIndex {
      if values[index] >= position { values[index] += distance }
      values.formIndex(after: &index)
    }
  }

  private mutating func indexIfLarge() {
    guard keys.count > JSONObject.scanLimit else { return }
    var positions = [ByteString: Int](minimumCapacity: keys.count)
    for (position, key) in keys.enumerated() { positions[ByteString(key)] = position }
    self.positions = positions
  }
}

extension JSONObject: Sequence {
  /// Iterates over the members in order.
  public func makeIterator() -> AnyIterator<(key: String, value: JSONValue)> {
    var position = 0
    return AnyIterator {
      guard position < keys.count else { return nil }
      defer { position += 1 }
      return (keys[position], values[position])
    }
  }
}

extension JSONObject: Hashable {
  /// Whether two objects have the same members, in any order. O(n).
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count
      && zip(left.keys, left.values).allSatisfy { key, value in right[key] == value }
  }

  /// Feeds the members, regardless of their order. O(n).
  public func hash(into hasher: inout Hasher) {
    // The order of members doesn't matter, so a commutative operation combines their hashes.
    var combined = 0
    for (key, value) in zip(keys, values) {
      var member = Hasher()
      ByteString(key).hash(into: &member)
      value.hash(into: &member)
      combined ^= member.finalize()
    }
    hasher.combine(combined)
  }
}
