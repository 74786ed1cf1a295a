import StateTree

/// A followed collection whose elements are written in the order in which it keeps them.
protocol SequenceMemo: FollowedCollection {
  associatedtype Element
  /// The elements that the last change replaced, if it was noted.
  var replaced: ReplacedElements<Element>? { get }
  /// The elements' ids, once they were needed.
  var ids: (version: Int, ids: ElementIDs)? { get set }
  /// An element of the last state.
  func element(_ index: Int) -> Element
  func elementHash(_ index: Int) -> StateHash
  /// The JSON of an element as it is written.
  func part(_ element: Element, _ session: EncodingSession) throws -> JSONDocument
}

extension SequenceMemo {
  func tree(_ version: Int, _ session: EncodingSession) throws -> JSONValue? {
    if version == self.version { return .array(try (0..<count).map { try part(element($0), session).root.value }) }
    guard version + 1 == self.version, let change = FollowedArrayChange(self, session) else { return nil }
    return .array(try (0..<change.oldCount).map { try change.old($0).value })
  }

  func write(_ version: Int, to text: inout [UInt8], _ session: EncodingSession) throws -> Bool {
    guard version == self.version else { return false }
    text.append(UInt8(ascii: "["))
    for index in 0..<count {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += try part(element(index), session).bytes
    }
    text.append(UInt8(ascii: "]"))
    return true
  }

  func compare(in differ: inout StateDiffer) throws -> Bool {
    guard let change = FollowedArrayChange(self, differ.session) else { return false }
    try change.updateIDs()
    try differ.json.compare(change)
    return true
  }
}

/// The last change of a followed array.
private final class FollowedArrayChange<Memo: SequenceMemo>: ArrayChange {
  private let memo: Memo
  private let replaced: ReplacedElements<Memo.Element>
  private let session: EncodingSession
  /// A few elements as they are written, by their old and new indices.
  private var written: (old: [Int: JSONNode], new: [Int: JSONNode]) = ([:], [:])
  /// The ids of elements, by their old and new indices.
  private var known: (old: [Int: JSONValue?], new: [Int: JSONValue?]) = ([:], [:])

  /// The most elements in `written`: a parsed one takes many times the memory of its text.
  private static var writtenLimit: Int { 16 }
  /// Whether all old elements have distinct ids, if the ids are known.
  private var wereDistinct = false

  /// `nil` if the change wasn't noted.
  init?(_ memo: Memo, _ session: EncodingSession) {
    guard let replaced = memo.replaced else { return nil }
    self.memo = memo
    self.replaced = replaced
    self.session = session
  }

  var oldCount: Int { replaced.oldCount }
  var newCount: Int { memo.count }
  var gaps: [EditScript.Hunk] { replaced.gaps }

  func old(_ index: Int) throws -> JSONNode {
    if let known = written.old[index] { return known }
    let found = replaced.find(index)
    guard let element = found.replaced?.element else { return try new(found.place) }
    let part = try memo.part(element, session).root
    if written.old.count < Self.writtenLimit { written.old[index] = part }
    return part
  }

  func new(_ index: Int) throws -> JSONNode {
    if let known = written.new[index] { return known }
    let part = try memo.part(memo.element(index), session).root
    if written.new.count < Self.writtenLimit { written.new[index] = part }
    return part
  }

  func oldID(_ index: Int) throws -> JSONValue? {
    if let known = known.old[index] { return known }
    let id = try old(index).id
    known.old[index] = .some(id)
    return id
  }

  func newID(_ index: Int) throws -> JSONValue? {
    if let known = known.new[index] { return known }
    let id = try new(index).id
    known.new[index] = .some(id)
    return id
  }

  func oldHash(_ index: Int) -> StateHash {
    let found = replaced.find(index)
    return found.replaced?.hash ?? memo.elementHash(found.place)
  }

  func newHash(_ index: Int) -> StateHash { memo.elementHash(index) }

  func areIdentified() throws -> Bool {
    if memo.ids?.version != memo.version {
      // Most arrays whose elements have no ids have none in the first.
      guard try isIdentified(oldID(0)), try isIdentified(newID(0)) else { return false }
      var ids = ElementIDs()
      for index in 0..<oldCount { ids.insert(try oldID(index)) }
      memo.ids = (memo.version - 1, ids)
      try updateIDs()
    }
    return wereDistinct && memo.ids?.ids.areDistinct == true
  }

  /// Follows the ids to the last state, if those before the change are known.
  func updateIDs() throws {
    guard var (version, ids) = memo.ids, version + 1 == memo.version else { return }
    memo.ids = nil
    wereDistinct = ids.areDistinct
    // Lazy sequences would be slow in a debug build.
    for gap in gaps {
      // Counting an id down and up again takes much longer than seeing that a changed element keeps it.
      if gap.old.count == 1, gap.new.count == 1,
        try oldID(gap.old.lowerBound) == newID(gap.new.lowerBound)
      {
        continue
      }
      for index in gap.old { ids.remove(try oldID(index)) }
      for index in gap.new { ids.insert(try newID(index)) }
    }
    version += 1
    memo.ids = (version, ids)
  }

  private func isIdentified(_ id: JSONValue?) -> Bool { id?.isContainer == false }
}
