/// Two arrays of parsed documents, whose elements are compared by their bytes first, and made into trees only if they
/// differ.
final class NodeArrays: ArrayChange {
  private let old: JSONNode
  private let new: JSONNode
  /// The positions of the elements in the documents' indexes.
  private let places: (old: [Int], new: [Int])
  let gaps: [EditScript.Hunk]

  init(_ old: JSONNode, _ new: JSONNode) {
    (self.old, self.new) = (old, new)
    places = (old.elementPositions, new.elementPositions)
    let (left, right) = places
    gaps = old.document.withView { old in
      new.document.withView { new in
        NodeArrays.gaps(left.count, right.count) { before, after in
          let (before, after) = (left[before], right[after])
          // The bytes of a string are those between its quotes.
          return old.node(before).kind == new.node(after).kind && old.raw(at: before).hasBytes(of: new.raw(at: after))
        }
      }
    }
  }

  /// The gaps between elements that are equal at the same index or, in arrays of different lengths, at both ends.
  private static func gaps(_ oldCount: Int, _ newCount: Int, _ areSame: (Int, Int) -> Bool) -> [EditScript.Hunk] {
    let most = min(oldCount, newCount)
    var gaps: [EditScript.Hunk] = []
    var start = 0
    while start < most {
      while start < most, areSame(start, start) { start += 1 }
      guard oldCount == newCount, start < most else { break }
      var end = start + 1
      while end < most, !areSame(end, end) { end += 1 }
      gaps.append(EditScript.Hunk(old: start..<end, new: start..<end))
      start = end
    }
    guard oldCount != newCount else { return gaps }
    var suffix = 0
    while suffix < most - start, areSame(oldCount - 1 - suffix, newCount - 1 - suffix) { suffix += 1 }
    return [EditScript.Hunk(old: start..<(oldCount - suffix), new: start..<(newCount - suffix))]
  }

  var oldCount: Int { places.old.count }
  var newCount: Int { places.new.count }
  func old(_ index: Int) -> JSONNode { JSONNode(document: old.document, position: places.old[index]) }
  func new(_ index: Int) -> JSONNode { JSONNode(document: new.document, position: places.new[index]) }
  func oldID(_ index: Int) -> JSONValue? { old(index).id }
  func newID(_ index: Int) -> JSONValue? { new(index).id }
  func oldHash(_ index: Int) -> StateHash { old(index).stateHash }
  func newHash(_ index: Int) -> StateHash { new(index).stateHash }

  func areIdentified() -> Bool {
    IdentifiedElements.areDistinct((0..<oldCount).lazy.map(oldID))
      && IdentifiedElements.areDistinct((0..<newCount).lazy.map(newID))
  }
}

extension JSONNode {
  /// The positions of an array's elements in the document's index.
  fileprivate var elementPositions: [Int] {
    document.withView { view in
      var positions: [Int] = []
      positions.reserveCapacity(count)
      var next = position + 1
      for _ in 0..<count {
        positions.append(next)
        next = Int(view.node(next).next)
      }
      return positions
    }
  }
}
