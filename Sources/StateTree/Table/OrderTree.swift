/// The order of a table's slots, with the running hash of what stands in them: a B+ tree.
///
/// A slot has a number, and so does each node, which knows the number of the one above it: that gives a slot's
/// position from the bottom up, which the ids' look-up needs, and still the tree is a value whose copies share nodes.
/// Every branch keeps the runs of the nodes below it, so a change costs a few multiplications per level.
@usableFromInline
struct OrderTree: Sendable {
  /// What stands at a position.
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
  /// What stands for a parent where there is none.
  static let none = -1

  @usableFromInline
  init() {
    root = branches.insert(Branch(parent: Self.none, holdsLeaves: true))
  }

  /// How many slots there are.
  @usableFromInline var count: Int { run.count }

  /// The slot at a position. O(log n).
  @usableFromInline
  func slot(at position: Int) -> Int {
    let place = place(of: position)
    return leaves[place.leaf].elements[place.offset].slot
  }

  /// The elements from a position on, as far as they stand in one leaf. O(log n).
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

  /// The leaf that has a position, or that takes in what is inserted there.
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
  /// Where a slot stands that is known to be in the leaf.
  func offset(of slot: Int) -> Int {
    for (offset, element) in elements.enumerated() where element.slot == slot { return offset }
    return elements.count
  }

  /// The run of all elements.
  var run: ElementRun { ElementRun(count: elements.count) { elements[$0].hash } }

  /// The run of the elements from an offset on, if that of all is known.
  func run(from offset: Int, of all: ElementRun) -> ElementRun {
    let count = elements.count - offset
    guard offset < count else { return ElementRun(count: count) { elements[offset + $0].hash } }
    return all.dropping(ElementRun(count: offset) { elements[$0].hash })
  }
}

extension OrderTree.Branch {
  /// The run of all that is below.
  var run: ElementRun {
    var total = ElementRun()
    for child in children { total.append(contentsOf: child.run) }
    return total
  }

  /// Where a node stands that is known to be below the branch.
  func index(of node: Int) -> Int {
    for (index, child) in children.enumerated() where child.node == node { return index }
    return children.count
  }

  /// How many elements are below the branch before those of a node.
  func count(before node: Int) -> Int {
    var count = 0
    for child in children {
      if child.node == node { break }
      count += child.run.count
    }
    return count
  }

  /// The child that has a position, or that takes in what is inserted there; the position is then the one within it.
  func child(at position: inout Int) -> Int {
    let last = children.count - 1
    var index = 0
    while index < last, position >= children[index].run.count {
      position -= children[index].run.count
      index += 1
    }
    return children[index].node
  }

  /// Makes a change in the run of a node that stands below, and goes on with the elements that stand behind the change.
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
