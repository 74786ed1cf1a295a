import StateTree

/// An array in which a step removed elements and added others, as one replacement.
///
/// The step's operations tell which elements differ, but not whether those between them stayed at their places.
struct ReplacedArray {
  typealias Step = TracedPlaces.Step

  /// The place of the array in the state after the step.
  let place: JSONPointer
  /// The indexes of the operations in and at its elements.
  private let operations: [Int]

  /// The outermost such arrays that hold traced values, the last first.
  static func all(in steps: [Step], of places: TracedPlaces) -> [ReplacedArray] {
    var found: [ReplacedArray] = []
    for (array, changes) in Dictionary(grouping: steps.indices, by: { steps[$0].operation.path.parent }) {
      let changed = changes.map { steps[$0] }
      let operations = changed.map(\.operation)
      // Elements with ids are followed; they have moves where others don't suffice.
      guard let first = operations.compactMap(\.index).min(), places.areTraced(in: array, from: first),
        operations.contains(where: \.isAddition), operations.contains(where: \.isRemoval),
        !operations.contains(where: \.isMove), !changed.allSatisfy({ ReplacedArray.isIdentified($0) })
      else { continue }
      let inside = steps.indices.filter { array.isPrefix(of: steps[$0].operation.path) }
      found.append(ReplacedArray(place: array, operations: inside))
    }
    let outermost = found.filter { array in
      !found.contains { $0.place.tokens.count < array.place.tokens.count && $0.place.isPrefix(of: array.place) }
    }
    return outermost.sorted { ($0.operations.first ?? 0) > ($1.operations.first ?? 0) }
  }

  /// Whether the element that a step adds or removes has an id.
  private static func isIdentified(_ step: Step) -> Bool {
    switch step.operation {
    case .add(_, let new): new["id"]?.isContainer == false
    case .remove: step.old?["id"]?.isContainer == false
    default: true
    }
  }

  /// Puts the replacement in the place of the operations.
  ///
  /// - Parameters:
  ///   - steps: The operations of the step.
  ///   - new: The array after the step.
  func replaceOperations(in steps: inout [Step], by new: JSONValue) {
    guard let first = operations.first else { return }
    // Another process may have recorded operations that don't lead to the array; they are followed as they are.
    guard let old = JSONPatch.undoing(operations.map { steps[$0] }, below: place, in: new) else { return }
    for index in operations.reversed() { steps.remove(at: index) }
    steps.insert((.replace(place, new), old), at: first)
  }
}

extension JSONPointer {
  fileprivate var parent: JSONPointer { JSONPointer(tokens: Array(tokens.dropLast())) }
}

extension JSONPatch.Operation {
  fileprivate var index: Int? { path.tokens.last.flatMap { Int($0) } }

  fileprivate var isAddition: Bool { if case .add = self { true } else { false } }
  fileprivate var isRemoval: Bool { if case .remove = self { true } else { false } }
  fileprivate var isMove: Bool { if case .move = self { true } else { false } }
}
