@_spi(Kernel) import StateTree

/// A large array of a tracked document.
final class TrackedArray {
  private var parts: TrackedParts
  private var hashes = HashRuns()
  /// The elements' ids, if differences are wanted.
  private var ids: ElementIDs?
  /// The last change; `nil` if elements have moved, or too many differ.
  private(set) var change: TrackedChange?

  init(_ elements: [JSONValue], _ encoder: PartEncoder) throws {
    let found = try elements.map(encoder.part(of:))
    parts = TrackedParts(found)
    hashes.replaceSubrange(0..<0, with: found.map(\.hash))
    if encoder.findsPatches { ids = ElementIDs() }
    for index in found.indices { ids?.insert(parts.id(at: index)) }
  }

  var hash: StateHash { hashes.hash }
  var count: Int { parts.count }
  /// Whether all elements are known to have distinct ids.
  private var isIdentified: Bool { ids?.areDistinct == true }

  /// The array as it is written. O(n).
  var written: JSONValue { .array((0..<count).map(parts.written(at:))) }

  /// Whether the array is known to equal another.
  func isSame(as elements: [JSONValue]) -> Bool {
    count == elements.count && parts.samePrefix(as: elements) == elements.count
  }

  /// Follows the array to the next one, and collects the differences if they are wanted.
  func follow(_ elements: [JSONValue], _ encoder: PartEncoder, _ differ: inout JSONDiffer?) throws {
    let prefix = parts.samePrefix(as: elements)
    guard prefix < max(count, elements.count) else { return }
    let suffix = parts.sameSuffix(as: elements, limit: min(count, elements.count) - prefix)
    let old = prefix..<(count - suffix)
    change = nil
    if let (source, target) = move(of: old, to: elements), differ == nil || isIdentified {
      parts.move(from: source, to: target)
      let hash = hashes[source]
      hashes.replaceSubrange(source..<(source + 1), with: [])
      hashes.replaceSubrange(target..<target, with: [hash])
      differ?.appendMove(from: source, to: target)
      return
    }
    let before = differ == nil ? nil : Earlier(old, of: self)
    try replace(old, by: elements[prefix..<(elements.count - suffix)], encoder)
    if let before { try differ?.compare(before) }
  }

  /// The only move that turns a range of the elements into those of the next array; `nil` if more is needed.
  private func move(of range: Range<Int>, to elements: [JSONValue]) -> (from: Int, to: Int)? {
    guard range.count > 1, count == elements.count else { return nil }
    let (first, last) = (range.lowerBound, range.upperBound - 1)
    // Of two elements, a comparison by ids moves the last one.
    if parts.isSame(at: last, as: elements, at: first), parts.isSame(first..<last, as: elements, from: first + 1) {
      return (last, first)
    }
    if parts.isSame(at: first, as: elements, at: last),
      parts.isSame((first + 1)..<(last + 1), as: elements, from: first)
    {
      return (first, last)
    }
    return nil
  }

  private func replace(_ range: Range<Int>, by elements: ArraySlice<JSONValue>, _ encoder: PartEncoder) throws {
    for index in range { ids?.remove(parts.id(at: index)) }
    let (known, earlier) = (hashes[range], hash)
    defer { change = change(of: range, known, elements.count, since: earlier) }
    var none: JSONDiffer?
    let found = try elements.indices.map { index in
      let element = elements[index]
      // Elements that are neither added nor removed are at their old indexes.
      guard elements.count == range.count else { return try encoder.part(of: element) }
      let part = parts.part(at: index, hash: known[index - range.lowerBound])
      if part.isSame(as: element) { return part }
      if let node = part.node, try node.follow(element, encoder, &none) { return TrackedPart(node) }
      return try encoder.part(of: element)
    }
    parts.replaceSubrange(range, with: found)
    hashes.replaceSubrange(range, with: found.map(\.hash))
    for index in elements.indices { ids?.insert(parts.id(at: index)) }
  }
}

extension TrackedArray {
  /// The change by element, after a range of the elements was replaced by `newCount` others.
  private func change(
    of range: Range<Int>, _ known: [StateHash], _ newCount: Int, since earlier: StateHash
  ) -> TrackedChange? {
    let end = range.lowerBound + newCount
    guard newCount == range.count || end == count, max(newCount, range.count) <= ElementChange.limit else { return nil }
    let present = (range.lowerBound..<end).filter {
      $0 >= range.upperBound || known[$0 - range.lowerBound] != hashes[$0]
    }
    return TrackedChange(
      since: earlier,
      present.map { (String($0), hashes[$0]) } + (end..<max(end, range.upperBound)).map { (String($0), nil) })
  }

  /// The change of an array from what it was before.
  struct Earlier: ArrayChange {
    /// The array after the change.
    private let array: TrackedArray
    /// The elements that changed, by their old indexes.
    private let range: Range<Int>
    private let values: [JSONValue]
    private let hashes: [StateHash]
    let oldCount: Int
    private let wasIdentified: Bool

    fileprivate init(_ range: Range<Int>, of array: TrackedArray) {
      self.array = array
      self.range = range
      values = range.map(array.parts.written(at:))
      hashes = array.hashes[range]
      oldCount = array.count
      wasIdentified = array.isIdentified
    }

    func areIdentified() -> Bool { wasIdentified && array.isIdentified }

    var newCount: Int { array.count }
    var gaps: [EditScript.Hunk] {
      [EditScript.Hunk(old: range, new: range.lowerBound..<(range.upperBound + newCount - oldCount))]
    }

    func old(_ index: Int) -> JSONValue {
      range.contains(index) ? values[index - range.lowerBound] : new(place(index))
    }

    func oldHash(_ index: Int) -> StateHash {
      range.contains(index) ? hashes[index - range.lowerBound] : newHash(place(index))
    }

    /// The index to which an unchanged element has moved.
    private func place(_ index: Int) -> Int { index < range.lowerBound ? index : index + newCount - oldCount }

    func new(_ index: Int) -> JSONValue { array.parts.written(at: index) }

    func newHash(_ index: Int) -> StateHash { array.hashes[index] }
  }
}
