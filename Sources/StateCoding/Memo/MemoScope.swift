/// The memos of the collections in a value, in the order in which it encodes them.
///
/// A collection finds its memo of the last state by its type and its key. A wrong one costs time only: elements are
/// compared by their bytes.
final class MemoScope {
  /// The collection that a memo is for.
  struct Place: Equatable {
    /// The type of the memo.
    var type: ObjectIdentifier
    var key: String
  }

  private var memos: [(place: Place, memo: AnyObject?)] = []
  private var next = 0
  /// The number of the last use of any scope of its collection when this one was used.
  var lastUse = 0

  var isEmpty: Bool { memos.isEmpty }

  /// Prepares for the next state.
  func begin() { next = 0 }

  /// Takes out the memo of the collection that comes next; `nil` if it has none.
  func take(_ place: Place) -> AnyObject? {
    guard let index = memos[next...].firstIndex(where: { $0.place == place }) else {
      memos.insert((place, nil), at: next)
      return nil
    }
    if index > next { memos.swapAt(index, next) }
    return memos[next].memo.take()
  }

  /// Puts back the memo that was taken out last; `nil` drops it, for example because its update failed.
  func put(_ memo: AnyObject?) {
    memos[next].memo = memo
    next += 1
  }

  /// Drops the memos of collections that the state no longer has.
  func end() { memos.removeSubrange(next...) }
}
