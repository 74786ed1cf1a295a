/// The change of an array from one state to the next, known by the gaps between the elements that stay.
protocol ArrayChange {
  var oldCount: Int { get }
  var newCount: Int { get }
  /// What replaces what, from left to right. All other elements stay, in their order.
  var gaps: [EditScript.Hunk] { get }
  /// An element before the change.
  func old(_ index: Int) throws -> JSONValue
  /// An element after the change.
  func new(_ index: Int) throws -> JSONValue
  func oldHash(_ index: Int) -> StateHash
  func newHash(_ index: Int) -> StateHash
  /// Whether all elements of both arrays are known to be objects with distinct `id` members.
  func areIdentified() throws -> Bool
}

/// The operations for a change of an array: those that comparing the whole arrays gives.
extension JSONDiffer {
  mutating func compare(_ change: some ArrayChange) throws {
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
    let (old, new) = (prefix..<(oldCount - suffix), prefix..<(newCount - suffix))
    // Elements that are only added, or only removed, need no ids.
    if !old.isEmpty, !new.isEmpty, try change.areIdentified() {
      try compareByID(change)
    } else {
      let script = EditScript(hashes: old.map(change.oldHash), new.map(change.newHash))
      for hunk in script.hunks {
        try apply(hunk.moved(by: prefix), old: change.old, new: change.new)
      }
    }
    try replaceArray(from: start, count: newCount, by: change.new) {
      .array(try (0..<oldCount).map(change.old))
    }
  }

  private mutating func compareByID(_ change: some ArrayChange) throws {
    guard let first = change.gaps.first, let last = change.gaps.last else { return }
    let start = first.old.lowerBound
    var places: [JSONValue: Int] = [:]
    for index in change.gaps.lazy.flatMap(\.old) {
      if let id = try change.old(index)["id"] { places[id] = index - start }
    }
    var partners: [Int?] = []
    var end = start
    for gap in change.gaps {
      // Elements that stay.
      partners += (end..<gap.old.lowerBound).map { $0 - start }
      for index in gap.new { partners.append(try change.new(index)["id"].flatMap { places[$0] }) }
      end = gap.old.upperBound
    }
    let match = IdentifiedElements(oldCount: last.old.upperBound - start, partners: partners)
    for index in match.removed {
      try appendRemoval(at: start + index, change.old(start + index))
    }
    for move in match.moves { appendMove(from: start + move.from, to: start + move.to) }
    for index in match.added {
      append(.add(pointer.appending(index: start + index), try change.new(start + index)))
    }
    arrays += 1
    defer { arrays -= 1 }
    for index in change.gaps.lazy.flatMap(\.new) {
      guard let old = partners[index - start].map({ start + $0 }), change.oldHash(old) != change.newHash(index) else {
        continue
      }
      path.append(String(index))
      compare(try change.old(old), try change.new(index))
      path.removeLast()
    }
  }
}
