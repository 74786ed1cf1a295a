extension JSONPatch {
  /// Finds the operations that turn one document into another: few, small, and in reading order.
  ///
  /// - Members are compared by key: first the removed ones, in the order of `old`, then the changed or added ones, in the
  ///   order of `new`. The order of members is ignored.
  /// - If all elements of two arrays are objects with distinct `id` members (a string, number, boolean or null), they are
  ///   matched by `id`, with the fewest moves. Other arrays are compared by a shortest edit script. An array is replaced as
  ///   a whole if that takes less than half as much text.
  ///
  /// Applied to `old`, the patch always results in `new`, within the limits of `apply(to:)`. It is empty if and only if
  /// they are equal. The time depends on the sizes of both documents, not on the depth of the changes. If the shortest
  /// edit script would take long, the result uses a simpler one. If the operations would take more than 64 MiB, or more
  /// than two million tokens in their pointers, a single operation replaces the document.
  public static func diff(from old: JSONValue, to new: JSONValue) -> JSONPatch {
    changes(from: old, to: new).patch
  }

  /// The operations of `diff(from:to:)`, and for each the value that it removes or replaces, or `nil`.
  ///
  /// - Parameters:
  ///   - old: The document before the changes.
  ///   - new: The document after them.
  ///   - tokenLimit: The limit of tokens in the pointers.
  ///   - isTracing: Whether the operations shall tell where each value was before. Then no new array or element replaces the
  ///     old one where that takes less text, and arrays of scalars are compared by place where `isInPlace` says so.
  /// - Returns: The operations and the values.
  package static func changes(
    from old: JSONValue, to new: JSONValue, tokenLimit: Int = JSONPatch.tokenLimit, isTracing: Bool = false
  ) -> (patch: JSONPatch, replaced: [JSONValue?]) {
    var differ = JSONDiffer(tokenLimit: tokenLimit, isTracing: isTracing)
    differ.compare(old, new)
    if differ.isExhausted { return (JSONPatch([.replace(JSONPointer(tokens: []), new)]), [old]) }
    return (JSONPatch(differ.operations), differ.replaced)
  }

  /// The limit of tokens in the pointers of a patch: each change in a deep value has a long pointer.
  package static let tokenLimit = 1 << 21
}

/// Collects the operations that lead from one value to another.
package struct JSONDiffer {
  package private(set) var operations: [JSONPatch.Operation] = []
  /// For each operation the value that it removes or replaces, if it was available.
  package private(set) var replaced: [JSONValue?] = []
  /// For each operation the approximate size of it and all before it, in bytes of JSON.
  private var weights: [Int] = []
  /// The number of tokens in the pointers so far.
  private var tokenCounts: [Int] = []
  /// The limit of tokens; `nil` for no limit.
  let tokenLimit: Int?
  /// Whether operations are missing because they would be too many.
  package private(set) var isExhausted = false

  /// Whether the values that are removed or replaced are wanted, although making them takes time.
  let findsReplaced: Bool
  /// Whether the operations tell where each value was before.
  let isTracing: Bool

  private static let weightLimit = 64 << 20

  package init(tokenLimit: Int? = nil, findsReplaced: Bool = true, isTracing: Bool = false) {
    self.tokenLimit = tokenLimit
    self.findsReplaced = findsReplaced
    self.isTracing = isTracing
  }

  /// The tokens of the pointer to the current value.
  package var path: [String] = []
  /// The number of arrays around the current value.
  package var arrays = 0

  var pointer: JSONPointer { JSONPointer(tokens: path) }

  mutating func append(_ operation: JSONPatch.Operation, replacing old: JSONValue? = nil) {
    guard !isExhausted else { return }
    operations.append(operation)
    replaced.append(old)
    weights.append((weights.last ?? 0) + operation.weight)
    tokenCounts.append((tokenCounts.last ?? 0) + operation.tokenCount)
    guard let tokenLimit, let weight = weights.last, let count = tokenCounts.last else { return }
    isExhausted = weight > JSONDiffer.weightLimit || count > tokenLimit
  }

  package mutating func compare(_ old: JSONValue, _ new: JSONValue) { _ = compare(old, new, along: []) }

  /// Compares two values. `steps` is the path to their first difference, in reverse, if known.
  ///
  /// Returns the weight of the new value if it is in an array, else 0: arrays are weighed at each level, and parts with
  /// a known weight needn't be walked again.
  mutating func compare(_ old: JSONValue, _ new: JSONValue, along steps: ArraySlice<Int>) -> Int {
    switch (old, new) {
    case (_, _) where isExhausted || old.isIdentical(to: new): break
    case (.object(let old), .object(let new)): return compare(old, new, along: steps)
    case (.array(let old), .array(let new)): return compare(old, new, along: steps)
    default: if old != new { append(.replace(pointer, new), replacing: old) }
    }
    return arrays > 0 ? new.weight : 0
  }

  private mutating func compare(_ old: JSONObject, _ new: JSONObject, along steps: ArraySlice<Int>) -> Int {
    // The members of one type come in one order. Iterators of sequences would be slow in a debug build.
    let haveSameKeys = old.hasSameKeys(as: new)
    if !haveSameKeys {
      for (key, value) in zip(old.keys, old.values) where new.position(of: key) == nil {
        append(.remove(pointer.appending(key)), replacing: value)
      }
    }
    var weight = 2
    for index in 0..<new.count {
      let (key, value) = (new.keys[index], new.values[index])
      weight += key.utf8.count + 4
      if let position = haveSameKeys ? index : old.position(of: key) {
        path.append(key)
        weight += compare(old.values[position], value, along: steps.last == index ? steps.dropLast() : [])
        path.removeLast()
      } else {
        append(.add(pointer.appending(key), value))
        if arrays > 0 { weight += value.weight }
      }
    }
    return weight
  }

  /// Replaces the operations since `start` by one replacement of the current value, if that is much smaller.
  package mutating func replace(_ old: JSONValue?, from start: Int, by new: JSONValue, weight: Int, factor: Int) {
    guard mayReplace(from: start, byWeight: weight, factor: factor) else { return }
    operations.removeSubrange(start...)
    replaced.removeSubrange(start...)
    weights.removeSubrange(start...)
    tokenCounts.removeSubrange(start...)
    append(.replace(pointer, new), replacing: old)
  }

  /// Whether a replacement by a value of at least this weight may be much smaller than the operations since `start`.
  package func mayReplace(from start: Int, byWeight least: Int, factor: Int) -> Bool {
    !isTracing && start < operations.count
      && JSONPatch.Operation.replacing(pointer, weight: least) * factor < weight(from: start)
  }

  /// The same for an array with `count` elements. It asks for no more of them than take as much text as the operations.
  package mutating func replaceArray<Failure: Error>(
    from start: Int, count: Int, by element: (Int) throws(Failure) -> JSONValue,
    replacing old: () throws(Failure) -> JSONValue
  ) throws(Failure) {
    // Each element takes at least two bytes.
    var rest = 2 * count
    var weight = 2
    var elements: [JSONValue] = []
    while mayReplace(from: start, byWeight: weight + rest, factor: 2) {
      guard elements.count < count else {
        return replace(findsReplaced ? try old() : .none, from: start, by: .array(elements), weight: weight, factor: 2)
      }
      elements.append(try element(elements.count))
      weight += (elements.last?.weight ?? 0) + 1
      rest -= 2
    }
  }

  /// Removes a member of the current object.
  package mutating func appendRemoval(of key: String, _ old: @autoclosure () throws -> JSONValue) rethrows {
    append(.remove(pointer.appending(key)), replacing: findsReplaced ? try old() : .none)
  }

  /// Removes an element of the current array.
  mutating func appendRemoval(at index: Int, _ old: JSONValue?) {
    append(.remove(pointer.appending(index: index)), replacing: findsReplaced ? old : .none)
  }

  /// Adds a member to the current object.
  package mutating func appendAddition(of key: String, _ new: JSONValue) {
    append(.add(pointer.appending(key), new))
  }

  private func weight(from start: Int) -> Int { (weights.last ?? 0) - (start > 0 ? weights[start - 1] : 0) }
}

extension JSONPatch.Operation {
  /// The approximate size of the operation in bytes of JSON.
  fileprivate var weight: Int {
    switch self {
    case .add(let path, let value), .replace(let path, let value), .test(let path, let value):
      JSONPatch.Operation.weight(name, path, weight: value.weight)
    case .remove(let path): 19 + path.weight + name.utf8.count
    case .move(let from, let path), .copy(let from, let path): 28 + name.utf8.count + from.weight + path.weight
    }
  }

  /// The number of tokens in its pointers.
  var tokenCount: Int {
    switch self {
    case .add(let path, _), .replace(let path, _), .test(let path, _), .remove(let path): path.tokens.count
    case .move(let from, let path), .copy(let from, let path): from.tokens.count + path.tokens.count
    }
  }

  /// The weight of a replacement by a value of a weight.
  fileprivate static func replacing(_ path: JSONPointer, weight: Int) -> Int {
    self.weight("replace", path, weight: weight)
  }

  private static func weight(_ name: String, _ path: JSONPointer, weight: Int) -> Int {
    28 + name.utf8.count + path.weight + weight
  }
}

extension JSONPointer {
  fileprivate var weight: Int { tokens.reduce(0) { $0 + $1.utf8.count + 1 } }
}
