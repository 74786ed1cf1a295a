/// The order of a table's slots, with the running hash of what stands in them: a B+ tree.
///
/// A slot has a number, and so does each node, which knows the number of the one above it: that gives a slot's
/// position from the bottom up, which the ids' look-up needs, and still the tree is a value whose copies share nodes.
/// Every node keeps the runs of those below it, so a change costs one node per level.
struct OrderTree: Sendable {
  struct Leaf {
    var parent: Int
    var slots: [Int] = []
    var hashes: [StateHash] = []
  }

  struct Branch {
    var parent: Int
    var holdsLeaves: Bool
    var children: [Int] = []
    var runs: [ElementRun] = []
  }

  var leaves = Arena<Leaf>()
  var branches = Arena<Branch>()
  var leafOfSlot = ChunkedArray<Int>()
  var root: Int
  /// The run of all slots' hashes.
  var run = ElementRun()

  static let leafCapacity = 64
  static let branchCapacity = 16
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
    return leaves[place.leaf].slots[place.offset]
  }

  /// The slots from a position on, as far as they stand in one leaf. O(log n).
  func slots(from position: Int) -> ArraySlice<Int> {
    let place = place(of: position)
    return leaves[place.leaf].slots[place.offset...]
  }

  /// The position of a slot. O(log n).
  func position(of slot: Int) -> Int {
    let leaf = leafOfSlot[slot]
    var position = Self.index(of: slot, in: leaves[leaf].slots)
    var (child, parent) = (leaf, leaves[leaf].parent)
    while parent != Self.none {
      for index in 0..<Self.index(of: child, in: branches[parent].children) {
        position += branches[parent].runs[index].count
      }
      (child, parent) = (parent, branches[parent].parent)
    }
    return position
  }

  /// Puts another hash into a slot. O(log n).
  mutating func setHash(_ hash: StateHash, of slot: Int) {
    let leaf = leafOfSlot[slot]
    leaves[leaf].hashes[Self.index(of: slot, in: leaves[leaf].slots)] = hash
    refresh(leaf: leaf)
  }

  /// All slots in order, with their hashes. O(n).
  var elements: [(slot: Int, hash: StateHash)] {
    var elements: [(slot: Int, hash: StateHash)] = []
    elements.reserveCapacity(count)
    while elements.count < count {
      let leaf = place(of: elements.count).leaf
      elements += zip(leaves[leaf].slots, leaves[leaf].hashes).map { (slot: $0, hash: $1) }
    }
    return elements
  }

  /// The leaf that has a position, or that takes in what is inserted there.
  func place(of position: Int) -> (leaf: Int, offset: Int) {
    var node = root
    var rest = position
    while true {
      let isLast = branches[node].holdsLeaves
      let last = branches[node].children.count - 1
      var index = 0
      while index < last, rest >= branches[node].runs[index].count {
        rest -= branches[node].runs[index].count
        index += 1
      }
      node = branches[node].children[index]
      if isLast { return (node, rest) }
    }
  }

  /// The place of a number that is known to be in a node.
  static func index(of number: Int, in numbers: [Int]) -> Int {
    numbers.firstIndex(of: number) ?? numbers.endIndex
  }

  // MARK: Runs

  /// Brings the runs above a leaf up to date after a change in it.
  mutating func refresh(leaf: Int) {
    refresh(leaf, leaves[leaf].parent, ElementRun(leaves[leaf].hashes))
  }

  /// Brings the runs above a branch up to date after a change in it.
  mutating func refresh(branch: Int) {
    refresh(branch, branches[branch].parent, branches[branch].run)
  }

  private mutating func refresh(_ child: Int, _ parent: Int, _ run: ElementRun) {
    var (child, parent, run) = (child, parent, run)
    while parent != Self.none {
      run = branches[parent].setRun(run, of: child)
      (child, parent) = (parent, branches[parent].parent)
    }
    self.run = run
  }
}

extension OrderTree.Branch {
  /// The run of all that is below.
  var run: ElementRun {
    var total = ElementRun()
    for run in runs { total.append(contentsOf: run) }
    return total
  }

  /// Notes the run of a child, and returns that of all that is below.
  fileprivate mutating func setRun(_ run: ElementRun, of child: Int) -> ElementRun {
    runs[OrderTree.index(of: child, in: children)] = run
    return self.run
  }
}
