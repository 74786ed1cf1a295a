/// An object that is being decoded, and where the next look-up of a key begins: after the one found last, because types
/// ask in the order of the text.
///
/// A class of its own, and not members of the container: the standard library copies a container for each call.
final class ObjectCursor {
  let core: DecodingCore
  let position: Int
  @exclusivity(unchecked) private var next: Int
  @exclusivity(unchecked) private var misses = 0

  init(core: DecodingCore, position: Int) {
    self.core = core
    self.position = position
    next = position + 1
  }

  /// The position of a member's value: the next one in most cases, else by a scan that goes around, and in a large
  /// object by an index once that has happened often.
  func find(_ key: String) -> Int? {
    let count = Int(core.node(position).count)
    if count > DecodingCore.indexThreshold, misses > DecodingCore.indexThreshold {
      return core.indexedValue(of: key, in: position)
    }
    let end = Int(core.node(position).next)
    var candidate = next < end ? next : position + 1
    for step in 0..<count {
      let value = candidate + 1
      let following = Int(core.node(value).next)
      if core.document.isKey(at: candidate, equalTo: key) {
        next = following
        if step > 0 { misses += 1 }
        return value
      }
      candidate = following < end ? following : position + 1
    }
    misses += 1
    return nil
  }
}
