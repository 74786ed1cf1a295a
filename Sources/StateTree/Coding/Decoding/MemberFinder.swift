/// Finds the members of objects by key.
///
/// Types look members up in the order of the text, so a look-up begins after the last one found. One finder serves all
/// objects of a run and remembers its positions in a few of them, because a type continues with the outer object after a
/// nested one.
struct MemberFinder {
  /// The next positions: an object's position in the upper half, that of its next member in the lower half. The last bits
  /// of the object's position select the element.
  private var expected: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
  /// Indexes of large objects with look-ups in another order, by position.
  private var indexes: [Int: [ByteString: Int]] = [:]

  /// The most members that a look-up scans before the object gets an index.
  private static let longScan = 24

  /// Forgets the previous document.
  mutating func begin() {
    expected = (0, 0, 0, 0, 0, 0, 0, 0)
    if !indexes.isEmpty { indexes = [:] }
  }

  /// The position of a member's value; O(1) on average, in any order.
  ///
  /// `goingOn` means that the next look-up is expected for the next member, not for this one again.
  @inline(__always)
  mutating func value(of key: String, in object: Int, _ view: DocumentView, goingOn: Bool) -> Int? {
    let next = expectedMember(of: object)
    if next < view.node(object).next, key.withBytes({ view.isKey(at: next, equalTo: $0) }) {
      if goingOn { expect(Int(view.node(next + 1).next), in: object) }
      return next + 1
    }
    guard let value = search(for: key, in: object, from: next, view) else { return nil }
    expect(goingOn ? Int(view.node(value).next) : value - 1, in: object)
    return value
  }

  private mutating func search(for key: String, in object: Int, from expected: Int, _ view: DocumentView) -> Int? {
    let count = Int(view.node(object).count)
    let end = Int(view.node(object).next)
    if count > MemberFinder.longScan, let index = indexes[object] { return index[ByteString(key)] }
    let found: Int? = key.withBytes { text in
      var next = expected
      for _ in 0..<min(count, MemberFinder.longScan) {
        if next >= end { next = object + 1 }
        if view.isKey(at: next, equalTo: text) { return next + 1 }
        next = Int(view.node(next + 1).next)
      }
      return nil
    }
    if found != nil || count <= MemberFinder.longScan { return found }
    let index = MemberFinder.index(of: object, view)
    indexes[object] = index
    return index[ByteString(key)]
  }

  private static func index(of object: Int, _ view: DocumentView) -> [ByteString: Int] {
    var index = [ByteString: Int](minimumCapacity: Int(view.node(object).count))
    var next = object + 1
    for _ in 0..<view.node(object).count {
      index[ByteString(view.string(at: next))] = next + 1
      next = Int(view.node(next + 1).next)
    }
    return index
  }

  @inline(__always)
  private mutating func expectedMember(of object: Int) -> Int {
    let pair = withUnsafeBytes(of: &expected) { $0.load(fromByteOffset: (object & 7) * 8, as: UInt64.self) }
    // No member is at position 0, so an unset element belongs to no object.
    return pair >> 32 == object && pair != 0 ? Int(pair & 0xffff_ffff) : object + 1
  }

  @inline(__always)
  private mutating func expect(_ member: Int, in object: Int) {
    let pair = UInt64(object) << 32 | UInt64(member)
    withUnsafeMutableBytes(of: &expected) { $0.storeBytes(of: pair, toByteOffset: (object & 7) * 8, as: UInt64.self) }
  }
}
