extension JSONPatch {
  /// The operations that turn one document into another: few, small, and in the order in which a person reads.
  ///
  /// - Members are compared by key: first those removed, in the order of `old`; then those changed or added, in the order
  ///   of `new`. The order of members itself does not count.
  /// - Where every element of two arrays is an object with an `id` of its own (a string, number, boolean or null),
  ///   elements are matched by it, and the fewest that will do are moved. Other arrays are compared by a shortest edit
  ///   script. An array is replaced as a whole where that takes less than half as much.
  ///
  /// Applied to `old` the patch always gives `new`, within the limits of `apply(to:)`; it is empty exactly when they are equal. Takes time in the sizes of
  /// both documents and the depth of the changes; an edit script is given up for a plainer one where it would take long.
  public static func diff(from old: JSONValue, to new: JSONValue) -> JSONPatch {
    changes(from: old, to: new).patch
  }

  /// The operations that `diff(from:to:)` gives, and for each of them the value that it takes away or replaces; `nil`
  /// for one that does neither.
  package static func changes(
    from old: JSONValue, to new: JSONValue
  ) -> (patch: JSONPatch, replaced: [JSONValue?]) {
    var differ = JSONDiffer()
    differ.compare(old, new)
    return (JSONPatch(differ.operations), differ.replaced)
  }
}

/// Collects the operations that lead from one value to another.
struct JSONDiffer {
  private(set) var operations: [JSONPatch.Operation] = []
  /// For each operation the value that it takes away or replaces, where it was at hand.
  private(set) var replaced: [JSONValue?] = []
  /// The tokens of the value that is being compared.
  var path: [String] = []

  var pointer: JSONPointer { JSONPointer(tokens: path) }

  mutating func append(_ operation: JSONPatch.Operation, replacing old: JSONValue? = nil) {
    operations.append(operation)
    replaced.append(old)
  }

  mutating func compare(_ old: JSONValue, _ new: JSONValue) {
    guard !old.isIdentical(to: new) else { return }
    switch (old, new) {
    case (.object(let old), .object(let new)): compare(old, new)
    case (.array(let old), .array(let new)): compare(old, new)
    default: if old != new { append(.replace(pointer, new), replacing: old) }
    }
  }

  mutating func compare(_ old: JSONValue, _ new: JSONValue, at token: String) {
    path.append(token)
    compare(old, new)
    path.removeLast()
  }

  private mutating func compare(_ old: JSONObject, _ new: JSONObject) {
    for (key, value) in zip(old.keys, old.values) where new.position(of: key) == nil {
      append(.remove(pointer.appending(key)), replacing: value)
    }
    for (key, value) in zip(new.keys, new.values) {
      if let position = old.position(of: key) {
        compare(old.values[position], value, at: key)
      } else {
        append(.add(pointer.appending(key), value))
      }
    }
  }

  private mutating func compare(_ old: [JSONValue], _ new: [JSONValue]) {
    let prefix = commonCount(old, new)
    guard prefix < max(old.count, new.count) else { return }
    let start = operations.count
    if let match = IdentifiedElements(old: old, new: new) {
      compare(old, new, by: match)
    } else {
      let suffix = commonCount(old[prefix...].reversed(), new[prefix...].reversed())
      let script = EditScript(old: old[prefix..<(old.count - suffix)], new: new[prefix..<(new.count - suffix)])
      for hunk in script.hunks { apply(hunk, old: { old[$0] }, new: { new[$0] }) }
    }
    // What happened to each element reads better than a new array, so that must be far smaller.
    replace(.array(old), from: start, by: .array(new), factor: 2)
  }

  /// What was left of the hunk is as in the new array by now, so places are those of the new array.
  mutating func apply(
    _ hunk: EditScript.Hunk, old: (Int) throws -> JSONValue, new: (Int) throws -> JSONValue
  ) rethrows {
    let pairs = min(hunk.old.count, hunk.new.count)
    for offset in 0..<pairs {
      let index = hunk.new.lowerBound + offset
      let element = try new(index)
      let start = operations.count
      let before = try old(hunk.old.lowerBound + offset)
      compare(before, element, at: String(index))
      path.append(String(index))
      replace(before, from: start, by: element, factor: 1)
      path.removeLast()
    }
    let rest = hunk.new.lowerBound + pairs
    for offset in (0..<(hunk.old.count - pairs)).reversed() {
      let before = try old(hunk.old.lowerBound + pairs + offset)
      append(.remove(pointer.appending(index: rest + offset)), replacing: before)
    }
    for index in rest..<(rest + hunk.new.count - pairs) {
      append(.add(pointer.appending(index: index), try new(index)))
    }
  }

  private mutating func compare(_ old: [JSONValue], _ new: [JSONValue], by match: IdentifiedElements) {
    for index in match.removed {
      append(.remove(pointer.appending(index: index)), replacing: old[index])
    }
    for move in match.moves {
      append(.move(from: pointer.appending(index: move.from), to: pointer.appending(index: move.to)))
    }
    for index in match.added { append(.add(pointer.appending(index: index), new[index])) }
    for kept in match.kept { compare(old[kept.old], new[kept.new], at: String(kept.new)) }
  }

  /// How many elements are equal before the first that differ.
  private func commonCount(_ left: some Sequence<JSONValue>, _ right: some Sequence<JSONValue>) -> Int {
    var count = 0
    for (left, right) in zip(left, right) {
      guard left == right else { break }
      count += 1
    }
    return count
  }

  /// Puts one replacement of the current value in place of the operations since `start`, if it is that much smaller.
  private mutating func replace(_ old: JSONValue?, from start: Int, by new: JSONValue, factor: Int) {
    guard start < operations.count else { return }
    let replacement = JSONPatch.Operation.replace(pointer, new)
    guard replacement.weight * factor < weight(from: start) else { return }
    operations.removeSubrange(start...)
    replaced.removeSubrange(start...)
    append(replacement, replacing: old)
  }

  /// The same for an array of scalars, which is made only if it may be smaller: an element takes two bytes at least.
  mutating func replaceArray(from start: Int, count: Int, elements: () throws -> [JSONValue]) rethrows {
    guard 2 * 2 * count < weight(from: start) else { return }
    replace(nil, from: start, by: .array(try elements()), factor: 2)
  }

  private func weight(from start: Int) -> Int { operations[start...].reduce(0) { $0 + $1.weight } }
}

extension JSONPatch.Operation {
  /// About how many bytes the operation takes as JSON.
  fileprivate var weight: Int {
    switch self {
    case .add(let path, let value), .replace(let path, let value), .test(let path, let value):
      28 + name.utf8.count + path.weight + value.weight
    case .remove(let path): 19 + path.weight + name.utf8.count
    case .move(let from, let path), .copy(let from, let path): 28 + name.utf8.count + from.weight + path.weight
    }
  }
}

extension JSONPointer {
  fileprivate var weight: Int { tokens.reduce(0) { $0 + $1.utf8.count + 1 } }
}
