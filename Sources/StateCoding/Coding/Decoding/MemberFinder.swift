import StateTree
import SystemSupport

/// Finds the members of objects by key.
///
/// Types look members up in the order of the text, so a look-up begins after the last one found. One finder serves all
/// objects of a run and remembers its positions in a few of them, because a type continues with the outer object after a
/// nested one.
struct MemberFinder: ~Copyable {
  /// The next positions: an object's position in the upper half, that of its next member in the lower half. The last bits
  /// of the object's position select the element.
  private let expected = UnsafeMutablePointer<UInt64>.allocate(capacity: 8)
  /// Indexes of large objects with look-ups in another order, by position.
  private var indexes: [Int: [ByteString: Int]] = [:]

  /// The most members that a look-up scans before the object gets an index.
  private static let longScan = 24

  init() { expected.initialize(repeating: 0, count: 8) }

  deinit { expected.deallocate() }

  /// Forgets the previous document.
  mutating func begin() {
    expected.update(repeating: 0, count: 8)
    if !indexes.isEmpty { indexes = [:] }
  }

  /// The position of a member's value, if that member is expected next.
  ///
  /// One function, because calls take most of the time in a debug build.
  func expectedValue(
    of key: UnsafeMutablePointer<ShortText>, in object: Int, _ view: DocumentView, goingOn: Bool
  ) -> Int? {
    let place = expected + (object & 7)
    let next =
      place.pointee != 0 && place.pointee &>> 32 == UInt64(truncatingIfNeeded: object)
      ? Int(truncatingIfNeeded: place.pointee & 0xffff_ffff) : object &+ 1
    let member = view.nodes + next
    // In memory, a short text begins with its bytes.
    guard next < view.nodes[object].next,
      Int(truncatingIfNeeded: member.pointee.end &- member.pointee.start) == key.pointee.count,
      !member.pointee.isEscaped,
      Platform.areEqual(
        view.bytes + Int(truncatingIfNeeded: member.pointee.start), UnsafeRawPointer(key), count: key.pointee.count)
    else { return nil }
    if goingOn {
      place.pointee = UInt64(truncatingIfNeeded: object) &<< 32 | UInt64(truncatingIfNeeded: member[1].next)
    }
    return next &+ 1
  }

  /// The position of a member's value; O(1) on average, in any order.
  ///
  /// `goingOn` means that the next look-up is expected for the next member, not for this one again.
  mutating func value(of key: String, in object: Int, _ view: DocumentView, goingOn: Bool) -> Int? {
    let next = expectedMember(of: object)
    if next < view.nodes[object].next, key.withBytes({ view.isKey(at: next, equalTo: $0) }) {
      if goingOn { expect(Int(truncatingIfNeeded: view.nodes[next &+ 1].next), in: object) }
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

  private func expectedMember(of object: Int) -> Int {
    let pair = expected[object & 7]
    // No member is at position 0, so an unset element belongs to no object.
    return pair != 0 && pair &>> 32 == UInt64(truncatingIfNeeded: object)
      ? Int(truncatingIfNeeded: pair & 0xffff_ffff) : object &+ 1
  }

  private func expect(_ member: Int, in object: Int) {
    expected[object & 7] = UInt64(truncatingIfNeeded: object) &<< 32 | UInt64(truncatingIfNeeded: member)
  }
}
