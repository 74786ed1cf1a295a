extension JSONPointer {
  /// The innermost array around a place that has the same elements in two documents, in another order.
  package func reorderedArray(_ old: JSONNode, _ new: JSONNode) -> JSONPointer? {
    for length in (0...tokens.count).reversed() {
      let pointer = JSONPointer(tokens: Array(tokens.prefix(length)))
      if let old = old[pointer], let new = new[pointer], old.isReordered(in: new) { return pointer }
    }
    return nil
  }
}

extension JSONNode {
  /// Whether another array has the same elements in another order.
  fileprivate func isReordered(in other: JSONNode) -> Bool {
    kind == .array && other.kind == .array
      && [StateHash](elements.map(\.stateHash)).isReordered(in: other.elements.map(\.stateHash))
  }
}

extension JSONValue {
  /// Whether another array has the same elements in another order.
  package func isReordered(in other: JSONValue) -> Bool {
    guard case .array(let elements) = self, case .array(let others) = other else { return false }
    return elements.isReordered(in: others)
  }
}

extension Array where Element: Hashable {
  fileprivate func isReordered(in other: [Element]) -> Bool {
    guard count == other.count, self != other else { return false }
    var counts: [Element: Int] = [:]
    for element in self { counts[element, default: 0] += 1 }
    for element in other { counts[element, default: 0] -= 1 }
    return counts.values.allSatisfy { $0 == 0 }
  }
}
