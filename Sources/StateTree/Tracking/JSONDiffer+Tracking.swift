/// Differences of tracked documents: those that comparing the whole documents gives.
extension JSONDiffer {
  /// Removes a member of the current object.
  mutating func appendRemoval(of key: String, _ old: JSONValue) {
    append(.remove(pointer.appending(key)), replacing: old)
  }

  /// Adds a member to the current object.
  mutating func appendAddition(of key: String, _ new: JSONValue) {
    append(.add(pointer.appending(key), new))
  }

  /// Compares an array, which is not in another array, with its later elements.
  mutating func compare(_ earlier: TrackedArray.Earlier) {
    let (oldCount, newCount) = (earlier.count, earlier.array.count)
    let most = min(oldCount, newCount)
    // Elements of other bits may be equal, and equal elements are matched from the front.
    var prefix = earlier.prefix
    while prefix < most, earlier.oldHash(prefix) == earlier.newHash(prefix) { prefix += 1 }
    guard prefix < max(oldCount, newCount) else { return }
    var suffix = min(earlier.suffix, most - prefix)
    while suffix < most - prefix, earlier.oldHash(oldCount - 1 - suffix) == earlier.newHash(newCount - 1 - suffix) {
      suffix += 1
    }
    let start = operations.count
    compare(earlier, prefix..<(oldCount - suffix), prefix..<(newCount - suffix))
    replaceArray(from: start, count: newCount) {
      (.array((0..<oldCount).map(earlier.old)), earlier.array.written)
    }
  }

  private mutating func compare(_ earlier: TrackedArray.Earlier, _ old: Range<Int>, _ new: Range<Int>) {
    if earlier.areIdentified {
      let (left, right) = (old.map(earlier.old), new.map(earlier.new))
      guard let match = IdentifiedElements(old: left, new: right) else { return }
      return compare(left, right, by: match, offset: old.lowerBound)
    }
    let script = EditScript(old: old.map(earlier.oldHash)[...], new: new.map(earlier.newHash)[...])
    for hunk in script.hunks {
      apply(hunk.moved(by: old.lowerBound), old: earlier.old, new: earlier.new)
    }
  }
}
