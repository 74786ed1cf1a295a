/// The comparison of arrays.
///
/// Each array searches for equal elements at both ends, and for its weight. Nested arrays would repeat this at each level, so
/// each level passes its results to the next.
extension JSONDiffer {
  /// The greatest nesting of arrays that are compared by an edit script, which reads all elements.
  package static let scriptDepth = 8

  /// Two elements that differ, and the path to their first difference, in reverse.
  fileprivate struct Mismatch {
    let old: Int
    let new: Int
    let steps: ArraySlice<Int>
  }

  mutating func compare(_ old: [JSONValue], _ new: [JSONValue], along steps: ArraySlice<Int>) -> Int {
    let (prefix, first) = JSONDiffer.prefix(old, new, along: steps)
    guard prefix < max(old.count, new.count) else { return arrays > 0 ? JSONValue.array(new).weight : 0 }
    arrays += 1
    let start = operations.count
    let weight: Int
    if let match = IdentifiedElements(old: old, new: new) {
      weight = compare(old, new, by: match, mismatches: [first])
    } else {
      weight = compare(old, new, after: prefix, first)
    }
    // Changes of elements read better than a new array, so the array must be far smaller.
    replace(.array(old), from: start, by: .array(new), weight: weight, factor: 2)
    arrays -= 1
    return weight
  }

  private mutating func compare(_ old: [JSONValue], _ new: [JSONValue], after prefix: Int, _ first: Mismatch) -> Int {
    let (suffix, last) = JSONDiffer.suffix(old, new, after: prefix)
    let (left, right) = (old[prefix..<(old.count - suffix)], new[prefix..<(new.count - suffix)])
    // A single pair is known to differ.
    let isPlain = arrays > JSONDiffer.scriptDepth || left.count == 1 && right.count == 1
    let whole = [EditScript.Hunk(old: left.indices, new: right.indices)]
    var hunks = isPlain ? whole : EditScript(old: left, new: right).hunks
    if isTracing, JSONDiffer.isInPlace(left, right, by: hunks) { hunks = whole }
    var weight = 2 + new.count
    var end = 0
    for hunk in hunks {
      weight += JSONDiffer.weight(of: new[end..<hunk.new.lowerBound])
      weight += apply(hunk, mismatches: [first, last], old: { old[$0] }, new: { new[$0] })
      end = hunk.new.upperBound
    }
    return weight + JSONDiffer.weight(of: new[end...])
  }

  /// Whether elements stay at their places, so that one that equals an earlier one elsewhere hasn't moved.
  ///
  /// A scalar has no identity. In an array that keeps its length, such as the coordinates of a point, each place has a value
  /// of its own. If the length changes, the others follow the elements that were inserted or removed, unless a scalar would
  /// be both: then the array was reordered.
  private static func isInPlace(
    _ old: ArraySlice<JSONValue>, _ new: ArraySlice<JSONValue>, by hunks: [EditScript.Hunk]
  ) -> Bool {
    guard old.contains(where: { !$0.isContainer }) || new.contains(where: { !$0.isContainer }) else { return false }
    if old.count == new.count { return true }
    let removed = Set(hunks.lazy.flatMap { old[$0.old] }.filter { !$0.isContainer })
    return hunks.contains { new[$0.new].contains { removed.contains($0) } }
  }

  /// Applies a hunk. The elements before it already equal the new array's, so indexes are those of the new array.
  package mutating func apply<Failure: Error>(
    _ hunk: EditScript.Hunk, old: (Int) throws(Failure) -> JSONValue, new: (Int) throws(Failure) -> JSONValue
  ) throws(Failure) {
    arrays += 1
    defer { arrays -= 1 }
    _ = try apply(hunk, mismatches: [], old: old, new: new)
  }

  /// Returns the weight of the new elements.
  private mutating func apply<Failure: Error>(
    _ hunk: EditScript.Hunk, mismatches: [Mismatch], old: (Int) throws(Failure) -> JSONValue,
    new: (Int) throws(Failure) -> JSONValue
  ) throws(Failure) -> Int {
    var weight = 0
    let pairs = min(hunk.old.count, hunk.new.count)
    for offset in 0..<pairs {
      let index = hunk.new.lowerBound + offset
      let element = try new(index)
      let start = operations.count
      let before = try old(hunk.old.lowerBound + offset)
      path.append(String(index))
      let own = compare(before, element, along: mismatches.steps(from: hunk.old.lowerBound + offset, to: index))
      replace(before, from: start, by: element, weight: own, factor: 1)
      path.removeLast()
      weight += own
    }
    let rest = hunk.new.lowerBound + pairs
    for offset in (0..<(hunk.old.count - pairs)).reversed() {
      appendRemoval(at: rest + offset, findsReplaced ? try old(hunk.old.lowerBound + pairs + offset) : .none)
    }
    for index in rest..<(rest + hunk.new.count - pairs) {
      let element = try new(index)
      append(.add(pointer.appending(index: index), element))
      weight += element.weight
    }
    return weight
  }

  private mutating func compare(
    _ old: [JSONValue], _ new: [JSONValue], by match: IdentifiedElements, mismatches: [Mismatch]
  ) -> Int {
    for index in match.removed {
      appendRemoval(at: index, old[index])
    }
    for move in match.moves { appendMove(from: move.from, to: move.to) }
    for index in match.added { append(.add(pointer.appending(index: index), new[index])) }
    var weight = 2 + new.count
    var end = 0
    for kept in match.kept {
      weight += JSONDiffer.weight(of: new[end..<kept.new])
      path.append(String(kept.new))
      weight += compare(old[kept.old], new[kept.new], along: mismatches.steps(from: kept.old, to: kept.new))
      path.removeLast()
      end = kept.new + 1
    }
    return weight + JSONDiffer.weight(of: new[end...])
  }

  /// Moves an element of the current array.
  package mutating func appendMove(from source: Int, to target: Int) {
    append(.move(from: pointer.appending(index: source), to: pointer.appending(index: target)))
  }

  private static func weight(of elements: ArraySlice<JSONValue>) -> Int { elements.reduce(0) { $0 + $1.weight } }

  /// Returns the number of equal elements at the start, and the path to the difference in the first pair that differs.
  private static func prefix(
    _ old: [JSONValue], _ new: [JSONValue], along steps: ArraySlice<Int>
  ) -> (count: Int, first: Mismatch) {
    if let index = steps.last { return (index, Mismatch(old: index, new: index, steps: steps.dropLast())) }
    var found: [Int] = []
    var count = 0
    while count < min(old.count, new.count), old[count].isEqual(to: new[count], differenceAt: &found) { count += 1 }
    return (count, Mismatch(old: count, new: count, steps: found[...]))
  }

  /// Returns the number of equal elements at the end, after the first difference, and the path to the difference before
  /// them.
  private static func suffix(_ old: [JSONValue], _ new: [JSONValue], after prefix: Int) -> (count: Int, last: Mismatch)
  {
    var found: [Int] = []
    var count = 0
    // In arrays of equal length, the first differing pair needs no second comparison.
    let most = min(old.count, new.count) - prefix - (old.count == new.count ? 1 : 0)
    while count < most, old[old.count - 1 - count].isEqual(to: new[new.count - 1 - count], differenceAt: &found) {
      count += 1
    }
    return (count, Mismatch(old: old.count - 1 - count, new: new.count - 1 - count, steps: found[...]))
  }
}

extension [JSONDiffer.Mismatch] {
  /// The path between two elements, as far as it is known.
  fileprivate func steps(from old: Int, to new: Int) -> ArraySlice<Int> {
    first { $0.old == old && $0.new == new }?.steps ?? []
  }
}
