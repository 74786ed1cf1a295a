public import StateTree

/// The order of a table's slots, with the running hash of their ids: a B+ tree.
///
/// Slots and nodes have numbers, and each node knows its parent's number. This gives a slot's position from the bottom
/// up, and yet the tree is a value whose copies share nodes. Every branch keeps the runs of the nodes below it, so a
/// change costs a few multiplications per level.
@usableFromInline
struct OrderTree: Sendable {
  /// A slot at a position, with the hash of its id.
  @usableFromInline
  struct Element: Sendable {
    var hash: StateHash
    private var number: UInt32

    @usableFromInline
    init(slot: Int, hash: StateHash) {
      number = UInt32(slot)
      self.hash = hash
    }

    @usableFromInline var slot: Int { Int(number) }
  }

  struct Leaf {
    var parent: Int
    var elements: [Element] = []
  }

  /// A node below a branch, with the run of all elements in it.
  struct Child {
    // In this order it takes 48 bytes; in the other, 64.
    var run: ElementRun
    var node: Int
  }

  struct Branch {
    var parent: Int
    var holdsLeaves: Bool
    var children: [Child] = []
  }

  var leaves = Arena<Leaf>()
  var branches = Arena<Branch>()
  var leafOfSlot = ChunkedArray<UInt32>()
  var root: Int
  /// The run of all slots' hashes.
  var run = ElementRun()

  static let leafCapacity = 32
  static let branchCapacity = 16
  /// The parent of the root.
  static let none = -1

  @usableFromInline
  init() {
    root = branches.insert(Branch(parent: Self.none, holdsLeaves: true))
  }

  /// The number of slots.
  @usableFromInline var count: Int { run.count }

  /// The slot at a position. O(log n).
  @usableFromInline
  func slot(at position: Int) -> Int {
    let place = place(of: position)
    return leaves[place.leaf].elements[place.offset].slot
  }

  /// The elements of one leaf from a position on. O(log n).
  @usableFromInline
  func elements(from position: Int) -> ArraySlice<Element> {
    let place = place(of: position)
    return leaves[place.leaf].elements[place.offset...]
  }

  /// All elements in order. O(n).
  @usableFromInline var elements: [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(count)
    while elements.count < count { elements += self.elements(from: elements.count) }
    return elements
  }

  /// The position of a slot. O(log n).
  @usableFromInline
  func position(of slot: Int) -> Int {
    var node = Int(leafOfSlot[slot])
    var position = leaves[node].offset(of: slot)
    var parent = leaves[node].parent
    while parent != Self.none {
      position += branches[parent].count(before: node)
      (node, parent) = (parent, branches[parent].parent)
    }
    return position
  }

  /// The leaf that holds a position, or that receives an insertion there.
  func place(of position: Int) -> (leaf: Int, offset: Int) {
    var node = root
    var rest = position
    while true {
      let isLast = branches[node].holdsLeaves
      node = branches[node].child(at: &rest)
      if isLast { return (node, rest) }
    }
  }
}

extension OrderTree.Leaf {
  /// The offset of a slot, which must be in the leaf.
  func offset(of slot: Int) -> Int {
    for (offset, element) in elements.enumerated() where element.slot == slot { return offset }
    return elements.count
  }

  /// The run of all elements.
  var run: ElementRun { ElementRun(count: elements.count) { elements[$0].hash } }

  /// The run of the elements from an offset on, given the run of all.
  func run(from offset: Int, of all: ElementRun) -> ElementRun {
    let count = elements.count - offset
    guard offset < count else { return ElementRun(count: count) { elements[offset + $0].hash } }
    return all.dropping(ElementRun(count: offset) { elements[$0].hash })
  }
}

extension OrderTree.Branch {
  /// The run of all elements below.
  var run: ElementRun {
    var total = ElementRun()
    for child in children { total.append(contentsOf: child.run) }
    return total
  }

  /// The index of a node, which must be a child of the branch.
  func index(of node: Int) -> Int {
    for (index, child) in children.enumerated() where child.node == node { return index }
    return children.count
  }

  /// The number of elements below the branch before those of a child.
  func count(before node: Int) -> Int {
    var count = 0
    for child in children {
      if child.node == node { break }
      count += child.run.count
    }
    return count
  }

  /// The child that holds a position, or that receives an insertion there; makes the position relative to the child.
  func child(at position: inout Int) -> Int {
    let last = children.count - 1
    var index = 0
    while index < last, position >= children[index].run.count {
      position -= children[index].run.count
      index += 1
    }
    return children[index].node
  }

  /// Applies a change to the run of a child, and extends `rest` by the elements of the children after it.
  mutating func apply(_ change: ElementRun.Change, to node: Int, before rest: inout ElementRun) {
    var index = index(of: node)
    children[index].run.apply(change, before: rest)
    index += 1
    while index < children.count {
      rest.append(contentsOf: children[index].run)
      index += 1
    }
  }
}
