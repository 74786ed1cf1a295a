/// Which unchanged elements each state hashes again, to find types whose hashes don't follow from their bytes.
///
/// The cursor goes round all collections of the state outside of other followed ones, whose check covers what is in them. All
/// of them share one budget. A larger element uses up that of the next states, too.
struct CheckCursor {
  /// The most elements that a state checks.
  private static let elements = 8
  /// The number of scalars and containers in elements that a state checks on average.
  private static let values = 6

  /// The collection whose turn it is, by its place in the order in which states encode them.
  private var turn = 0
  /// Its next element.
  private var index = 0
  /// The number of collections that this state has passed.
  private var passed = 0
  private var elementsLeft = 0
  /// The number of values left; negative after a large element.
  private var valuesLeft = 0

  /// Prepares for a state.
  mutating func begin() {
    if turn >= passed { moveOn(to: 0) }
    passed = 0
    elementsLeft = Self.elements
    valuesLeft = min(valuesLeft &+ Self.values, Self.values)
  }

  /// The next element to check in the collection that the state encodes. `element` returns the first element from a place on.
  mutating func next(count: Int, _ element: (Int) -> Int?) -> Int? {
    guard passed == turn, elementsLeft > 0, valuesLeft > 0 else { return nil }
    // Behind the end if elements went.
    guard let next = element(min(index, count &- 1)) else {
      moveOn(to: turn &+ 1)
      return nil
    }
    if next &+ 1 < count { index = next &+ 1 } else { moveOn(to: turn &+ 1) }
    elementsLeft &-= 1
    return next
  }

  /// Notes the number of values in an element that was checked.
  mutating func note(values: Int) { valuesLeft &-= values }

  /// Notes that the state has encoded a collection; one that isn't followed has no turn.
  mutating func pass(isFollowed: Bool) {
    if !isFollowed, passed == turn { moveOn(to: turn &+ 1) }
    passed &+= 1
  }

  private mutating func moveOn(to collection: Int) {
    turn = collection
    index = 0
  }
}
