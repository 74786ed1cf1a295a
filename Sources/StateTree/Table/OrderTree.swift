/// The order of a table's slots, with the running hash of what stands in them: a B+ tree.
///
/// A slot has a number, and so does each node, which knows the number of the one above it: that gives a slot's
/// position from the bottom up, which the ids' look-up needs, and still the tree is a value whose copies share nodes.
/// Every node keeps the runs of those below it, so a change costs one node per level.
struct OrderTree: Sendable {
  /// What stands at a position.
  struct Element {
    var slot: Int
    var hash: StateHash
  }

  struct Leaf {
    var parent: Int
    var elements: [Element] = []
  }

  /// A node below a branch, with the run of all elements in it.
  struct Child {
    var node: Int
    var run: ElementRun
  }

  struct Branch {
    var parent: Int
    var holdsLeaves: Bool
    var children: [Child] = []
  }

  var leaves = Arena<Leaf>()
  var branches = Arena<Branch>()
  var leafOfSlot = ChunkedArray<Int>()
  var root: Int
  /// The run of all slots' hashes.
  var run = ElementRun()

  static let leafCapacity = 32
  static let branchCapacity = 8
  /// What stands for a parent where there is none.
  static let none = -1

  init() {
    root = branches.insert(Branch(parent: Self.none, holdsLeaves: true))
  }

  /// How many slots there are.
  var count: Int { run.count }

  /// The slot at a position. O(log n).
  func slot(at position: Int) -> Int {
    let place = place(of: position)
    return leaves[place.leaf].elements[place.offset].slot
  }

  /// The elements from a position on, as far as they stand in one leaf. O(log n).
  func elements(from position: Int) -> ArraySlice<Element> {
    let place = place(of: position)
    return leaves[place.leaf].elements[place.offset...]
  }

  /// All elements in order. O(n).
  var elements: [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(count)
    while elements.count < count { elements += self.elements(from: elements.count) }
    return elements
  }

  /// The position of a slot. O(log n).
  func position(of slot: Int) -> Int {
    let leaf = leafOfSlot[slot]
    var position = leaves[leaf].offset(of: slot)
    var (node, parent) = (leaf, leaves[leaf].parent)
    while parent != Self.none {
      for index in 0..<branches[parent].index(of: node) { position += branches[parent].children[index].run.count }
      (node, parent) = (parent, branches[parent].parent)
    }
    return position
  }

  /// Puts another hash into a slot. O(log n).
  mutating func setHash(_ hash: StateHash, of slot: Int) {
    let leaf = leafOfSlot[slot]
    leaves[leaf].elements[leaves[leaf].offset(of: slot)].hash = hash
    refresh(leaf: leaf)
  }

  /// The leaf that has a position, or that takes in what is inserted there.
  func place(of position: Int) -> (leaf: Int, offset: Int) {
    var node = root
    var rest = position
    while true {
      let isLast = branches[node].holdsLeaves
      let last = branches[node].children.count - 1
      var index = 0
      while index < last, rest >= branches[node].children[index].run.count {
        rest -= branches[node].children[index].run.count
        index += 1
      }
      node = branches[node].children[index].node
      if isLast { return (node, rest) }
    }
  }

  // MARK: Runs

  /// Brings the runs above a leaf up to date after a change in it.
  mutating func refresh(leaf: Int) {
    refresh(leaf, leaves[leaf].parent, leaves[leaf].run)
  }

  /// Brings the runs above a branch up to date after a change in it.
  mutating func refresh(branch: Int) {
    refresh(branch, branches[branch].parent, branches[branch].run)
  }

  private mutating func refresh(_ node: Int, _ parent: Int, _ run: ElementRun) {
    var (node, parent, run) = (node, parent, run)
    while parent != Self.none {
      branches[parent].children[branches[parent].index(of: node)].run = run
      run = branches[parent].run
      (node, parent) = (parent, branches[parent].parent)
    }
    self.run = run
  }
}

extension OrderTree.Leaf {
  /// The run of the leaf's elements.
  var run: ElementRun { ElementRun(elements.lazy.map(\.hash)) }

  /// Where a slot stands that is known to be in the leaf.
  func offset(of slot: Int) -> Int {
    elements.firstIndex { $0.slot == slot } ?? elements.endIndex
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
    children.firstIndex { $0.node == node } ?? children.endIndex
  }
}
