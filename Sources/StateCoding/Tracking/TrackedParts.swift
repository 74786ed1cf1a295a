@_spi(Kernel) import StateTree

/// The parts of a tracked container, in order.
///
/// It keeps a copy of each small part, and compares bits. The copy retains the memory that the part refers to, so nothing
/// changes it in place, and equal bits mean equal values. No copy of a large container is kept, because the next change of
/// the document would copy all of it.
struct TrackedParts {
  private var copies: [JSONValue] = []
  /// The nodes of the parts; `nil` if none has one.
  private var nodes: [TrackedNode?]?
  /// The parts as they are written; `nil` if all are written as they are.
  private var redacted: [JSONValue?]?

  init(_ parts: [TrackedPart]) { replaceSubrange(0..<0, with: parts) }

  var count: Int { copies.count }

  mutating func replaceSubrange(_ range: Range<Int>, with parts: [TrackedPart]) {
    if nodes == nil, parts.contains(where: { $0.node != nil }) { nodes = Array(repeating: nil, count: count) }
    if redacted == nil, parts.contains(where: { $0.redacted != nil }) { redacted = Array(repeating: nil, count: count) }
    nodes?.replaceSubrange(range, with: parts.map(\.node))
    redacted?.replaceSubrange(range, with: parts.map(\.redacted))
    copies.replaceSubrange(range, with: parts.map(\.copy))
  }

  /// Moves a part to another index.
  mutating func move(from source: Int, to target: Int) {
    copies.moveElement(from: source, to: target)
    nodes?.moveElement(from: source, to: target)
    redacted?.moveElement(from: source, to: target)
  }

  /// A part with its hash, which is kept elsewhere.
  func part(at index: Int, hash: StateHash) -> TrackedPart {
    if let node = nodes?[index] { return TrackedPart(node) }
    return TrackedPart(copies[index], written: redacted?[index], hash: hash)
  }

  func node(at index: Int) -> TrackedNode? { nodes?[index] }

  /// The value of a part as it is written.
  func written(at index: Int) -> JSONValue { nodes?[index]?.written ?? redacted?[index] ?? copies[index] }

  /// The member `id` of a part as it is written.
  func id(at index: Int) -> JSONValue? {
    guard let node = nodes?[index] else { return (redacted?[index] ?? copies[index])["id"] }
    guard case .object(let object) = node else { return nil }
    return object.written(of: "id")
  }

  /// Whether a part is known to equal a value.
  func isSame(at index: Int, as values: [JSONValue], at other: Int) -> Bool {
    nodes?[index]?.isSame(as: values[other]) ?? copies.hasSameBits(at: index, as: values, at: other)
  }

  /// The number of parts from the first on that are known to equal the values at the same indexes.
  func samePrefix(as values: [JSONValue]) -> Int {
    let limit = min(count, values.count)
    guard nodes != nil else { return copies.samePrefix(as: values, from: 0, 0, limit: limit) }
    return (0..<limit).first { !isSame(at: $0, as: values, at: $0) } ?? limit
  }

  /// The first index, from `start` on and below `end`, of a part that may differ from the value at its index.
  func firstChange(as values: [JSONValue], from start: Int, to end: Int) -> Int? {
    guard let nodes else {
      let index = start + copies.samePrefix(as: values, from: start, start, limit: end - start)
      return index < end ? index : nil
    }
    return (start..<end).first { nodes[$0] != nil || !copies.hasSameBits(at: $0, as: values, at: $0) }
  }

  /// The number of parts from the last on, at most `limit`, that are known to equal the last values.
  func sameSuffix(as values: [JSONValue], limit: Int) -> Int {
    guard nodes != nil else { return copies.sameSuffix(as: values, limit: limit) }
    return (0..<limit).first { !isSame(at: count - 1 - $0, as: values, at: values.count - 1 - $0) } ?? limit
  }

  /// Whether a range of parts is known to equal values.
  func isSame(_ range: Range<Int>, as values: [JSONValue], from start: Int) -> Bool {
    guard nodes != nil else {
      return copies.samePrefix(as: values, from: range.lowerBound, start, limit: range.count) == range.count
    }
    return range.allSatisfy { isSame(at: $0, as: values, at: start + $0 - range.lowerBound) }
  }
}

extension Array {
  fileprivate mutating func moveElement(from source: Int, to target: Int) {
    insert(remove(at: source), at: target)
  }
}

// The comparison of bits, for elements that retain what they refer to.
extension Array {
  /// Whether an element has the same bits as one of another array.
  func hasSameBits(at index: Int, as other: [Element], at place: Int) -> Bool {
    samePrefix(as: other, from: index, place, limit: 1) == 1
  }

  /// The number of elements from an index on, at most `limit`, with the same bits as those of another array.
  func samePrefix(as other: [Element], from start: Int, _ otherStart: Int, limit: Int) -> Int {
    withElements(of: other) { left, right in
      var count = 0
      while count < limit, haveSameBits(left + (start + count), right + (otherStart + count)) { count += 1 }
      return count
    }
  }

  /// The number of elements from the last on, at most `limit`, with the same bits as the last of another array.
  fileprivate func sameSuffix(as other: [Element], limit: Int) -> Int {
    withElements(of: other) { left, right in
      var count = 0
      while count < limit, haveSameBits(left + (self.count - 1 - count), right + (other.count - 1 - count)) {
        count += 1
      }
      return count
    }
  }

  private func withElements(
    of other: [Element], _ body: (UnsafePointer<Element>, UnsafePointer<Element>) -> Int
  ) -> Int {
    withUnsafeBufferPointer { left in
      other.withUnsafeBufferPointer { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return 0 }
        return body(left, right)
      }
    }
  }
}

/// Whether two values have the same bits, without the padding behind them.
@_transparent
private func haveSameBits<Value>(_ left: UnsafePointer<Value>, _ right: UnsafePointer<Value>) -> Bool {
  let (left, right) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
  var offset = 0
  while offset &+ 8 <= MemoryLayout<Value>.size {
    if left.load(fromByteOffset: offset, as: UInt64.self) != right.load(fromByteOffset: offset, as: UInt64.self) {
      return false
    }
    offset &+= 8
  }
  while offset < MemoryLayout<Value>.size {
    if left.load(fromByteOffset: offset, as: UInt8.self) != right.load(fromByteOffset: offset, as: UInt8.self) {
      return false
    }
    offset &+= 1
  }
  return true
}
