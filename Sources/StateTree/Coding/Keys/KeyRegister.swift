/// The keys of the open objects, the innermost last: it tells which keys are new.
///
/// It keeps a number of 64 bits for each key. Two keys that have the same are taken for one, which costs a slower run
/// and is no error: what a run with a repeated key gives is never used.
struct KeyRegister: ~Copyable {
  private var prints = Stack<UInt64>()
  /// The keys of the objects that have too many to scan, the innermost last.
  private var sets = Stack<(first: Int, prints: PrintSet)>()

  /// Where the keys of an object begin.
  struct Mark {
    fileprivate let first: Int
    /// A bit for each key so far: a cheap proof that a key is new.
    fileprivate var seen: UInt64 = 0
  }

  /// How many keys are scanned.
  private static let scanLimit = 32

  /// Notes that an object opens.
  @inline(__always)
  func begin() -> Mark { Mark(first: prints.count) }

  /// Notes that the innermost object closes.
  @inline(__always)
  mutating func end(_ mark: Mark) {
    if sets.count > 0, sets[sets.count &- 1].first == mark.first { sets.removeLast(to: sets.count &- 1) }
    prints.removeLast(to: mark.first)
  }

  mutating func removeAll() {
    prints.removeLast(to: 0)
    sets.removeLast(to: 0)
  }

  /// Notes a key of the innermost object by the number of its print; `false` if the object may have it already.
  @inline(__always)
  mutating func insert(_ print: UInt64, _ mark: inout Mark) -> Bool {
    let bit: UInt64 = 1 &<< print
    let isFirst = mark.seen & bit == 0
    mark.seen |= bit
    if prints.count &- mark.first < KeyRegister.scanLimit {
      if !isFirst, contains(print, from: mark.first) { return false }
    } else if !insert(print, from: mark.first) {
      return false
    }
    prints.append(print)
    return true
  }

  private func contains(_ print: UInt64, from first: Int) -> Bool {
    var index = first
    while index < prints.count {
      if prints[index] == print { return true }
      index &+= 1
    }
    return false
  }

  private mutating func insert(_ print: UInt64, from first: Int) -> Bool {
    if sets.count == 0 || sets[sets.count &- 1].first != first { beginSet(from: first) }
    return sets[sets.count &- 1].prints.insert(print)
  }

  @inline(never)
  private mutating func beginSet(from first: Int) {
    var set = PrintSet()
    for index in first..<prints.count { _ = set.insert(prints[index]) }
    sets.append((first, set))
  }
}
