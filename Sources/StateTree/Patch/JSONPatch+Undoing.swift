extension JSONPatch {
  /// Returns the value that some operations turned into another.
  ///
  /// - Parameters:
  ///   - steps: The operations, and the value that each removed or replaced.
  ///   - place: The place of the value, above those of the operations.
  ///   - new: The value after them.
  /// - Returns: `nil` if a removed value is unknown, or if the operations don't lead to the new value.
  package static func undoing(
    _ steps: [(operation: Operation, old: JSONValue?)], below place: JSONPointer, in new: JSONValue
  ) -> JSONValue? {
    var inverse = JSONPatch()
    for (operation, old) in steps.reversed() {
      guard let undoing = operation.inverse(restoring: old, below: place) else { return nil }
      inverse.operations += undoing
    }
    var value = new
    do { try inverse.apply(to: &value) } catch { return nil }
    return value
  }
}

extension JSONPatch.Operation {
  /// Returns the operations that undo this one in the value at a place; `nil` if they need an unknown value.
  fileprivate func inverse(restoring old: JSONValue?, below place: JSONPointer) -> [JSONPatch.Operation]? {
    func inner(_ pointer: JSONPointer) -> JSONPointer {
      JSONPointer(tokens: Array(pointer.tokens.dropFirst(place.tokens.count)))
    }
    let path = inner(path)
    return switch self {
    case .add(_, let new): [.test(path, new), .remove(path)]
    case .copy: [.remove(path)]
    case .remove: old.map { [.add(path, $0)] }
    case .replace(_, let new): old.map { [.test(path, new), .replace(path, $0)] }
    case .move(let from, _): place.isPrefix(of: from) ? [.move(from: path, to: inner(from))] : nil
    case .test: nil
    }
  }
}
