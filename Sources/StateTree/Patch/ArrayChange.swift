extension JSONNode {
  /// The member `id` of an object, which identifies it among an array's elements.
  package var id: JSONValue? { member(named: "id")?.value }
}

/// The change of an array from one state to the next, known by the gaps between the elements that stay.
package protocol ArrayChange {
  associatedtype Failure: Error
  var oldCount: Int { get }
  var newCount: Int { get }
  /// The replaced runs of elements with their replacements, from left to right. All other elements stay, in their order.
  var gaps: [EditScript.Hunk] { get }
  /// An element before the change.
  func old(_ index: Int) throws(Failure) -> JSONNode
  /// An element after the change.
  func new(_ index: Int) throws(Failure) -> JSONNode
  /// The `id` of an element before the change.
  func oldID(_ index: Int) throws(Failure) -> JSONValue?
  /// The `id` of an element after the change.
  func newID(_ index: Int) throws(Failure) -> JSONValue?
  func oldHash(_ index: Int) -> StateHash
  func newHash(_ index: Int) -> StateHash
  /// Whether all elements of both arrays are known to be objects with distinct `id` members.
  func areIdentified() throws(Failure) -> Bool
}

/// The operations for a change of an array: those that comparing the whole arrays gives.
extension JSONDiffer {
  package mutating func compare<Change: ArrayChange>(_ change: Change) throws(Change.Failure) {
    guard let first = change.gaps.first, let last = change.gaps.last else { return }
    let (oldCount, newCount) = (change.oldCount, change.newCount)
    let most = min(oldCount, newCount)
    // Elements in gaps may be equal, and equal elements are matched from the front.
    var prefix = first.old.lowerBound
    while prefix < most, change.oldHash(prefix) == change.newHash(prefix) { prefix += 1 }
    guard prefix < max(oldCount, newCount) else { return }
    var suffix = min(oldCount - last.old.upperBound, most - prefix)
    while suffix < most - prefix, change.oldHash(oldCount - 1 - suffix) == change.newHash(newCount - 1 - suffix) {
      suffix += 1
    }
    let start = operations.count
    func oldValue(_ index: Int) throws(Change.Failure) -> JSONValue { try change.old(index).value }
    func newValue(_ index: Int) throws(Change.Failure) -> JSONValue { try change.new(index).value }
    func oldArray() throws(Change.Failure) -> JSONValue { .array(try (0..<oldCount).map(oldValue)) }
    let (old, new) = (prefix..<(oldCount - suffix), prefix..<(newCount - suffix))
    if try !comparePair(old, new, of: change) {
      // Elements that are only added, or only removed, need no ids.
      if !old.isEmpty, !new.isEmpty, try change.areIdentified() {
        try compareByID(change)
      } else {
        let script = EditScript(hashes: old.map(change.oldHash), new.map(change.newHash))
        for hunk in script.hunks { try apply(hunk.moved(by: prefix), old: oldValue, new: newValue) }
      }
    }
    try replaceArray(from: start, count: newCount, by: newValue, replacing: oldArray)
  }

  private mutating func compareByID<Change: ArrayChange>(_ change: Change) throws(Change.Failure) {
    let gaps = change.gaps
    guard let first = gaps.first, let last = gaps.last else { return }
    let start = first.old.lowerBound
    var places: [JSONValue: Int] = [:]
    for index in change.gaps.lazy.flatMap(\.old) {
      if let id = try change.oldID(index) { places[id] = index - start }
    }
    var partners: [Int?] = []
    var end = start
    for gap in change.gaps {
      // Elements that stay.
      partners += (end..<gap.old.lowerBound).map { $0 - start }
      for index in gap.new { partners.append(try change.newID(index).flatMap { places[$0] }) }
      end = gap.old.upperBound
    }
    let match = IdentifiedElements(oldCount: last.old.upperBound - start, partners: partners)
    for index in match.removed {
      appendRemoval(at: start + index, findsReplaced ? try change.old(start + index).value : .none)
    }
    for move in match.moves { appendMove(from: start + move.from, to: start + move.to) }
    for index in match.added {
      append(.add(pointer.appending(index: start + index), try change.new(start + index).value))
    }
    for index in change.gaps.lazy.flatMap(\.new) {
      guard let old = partners[index - start].map({ start + $0 }), change.oldHash(old) != change.newHash(index) else {
        continue
      }
      compareElements(try change.old(old), try change.new(index), at: index)
    }
  }

  /// Compares the only two elements that differ; `false` if there are more, or if these have different ids. Most changes are
  /// of one element.
  ///
  /// Without ids, the new element replaces the old one if that is shorter. Only then do the other elements' ids matter.
  private mutating func comparePair<Change: ArrayChange>(
    _ old: Range<Int>, _ new: Range<Int>, of change: Change
  ) throws(Change.Failure) -> Bool {
    guard old.count == 1, new.count == 1 else { return false }
    let (before, after) = (try change.old(old.lowerBound), try change.new(new.lowerBound))
    guard before.id == after.id else { return false }
    let start = operations.count
    compareElements(before, after, at: new.lowerBound)
    path.append(String(new.lowerBound))
    defer { path.removeLast() }
    let least = (after.kind == .object ? 5 : 2) * after.count
    if mayReplace(from: start, byWeight: least, factor: 1), try !change.areIdentified() {
      replace(before.value, from: start, by: after.value, weight: after.value.weight, factor: 1)
    }
    return true
  }

  private mutating func compareElements(_ old: JSONNode, _ new: JSONNode, at index: Int) {
    arrays += 1
    path.append(String(index))
    compare(old, new)
    path.removeLast()
    arrays -= 1
  }
}
