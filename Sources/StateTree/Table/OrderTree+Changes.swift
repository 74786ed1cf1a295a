extension OrderTree {
  // MARK: Insertion

  /// Inserts a slot, the number of one that was removed or the next one, at a position. O(log n).
  mutating func insert(_ slot: Int, _ hash: StateHash, at position: Int) {
    if count == 0 { addChild(leaves.insert(Leaf(parent: root)), ElementRun(), at: 0, in: root) }
    var (leaf, offset) = place(of: position)
    if leaves[leaf].slots.count == Self.leafCapacity { (leaf, offset) = split(leaf: leaf, at: offset) }
    leaves[leaf].slots.insert(slot, at: offset)
    leaves[leaf].hashes.insert(hash, at: offset)
    if slot == leafOfSlot.count { leafOfSlot.append(leaf) } else { leafOfSlot[slot] = leaf }
    refresh(leaf: leaf)
  }

  /// Splits a full leaf; returns where an offset in it is now.
  private mutating func split(leaf: Int, at offset: Int) -> (leaf: Int, offset: Int) {
    // What is appended goes on in a new leaf, so that a table that only grows has full ones.
    let kept = offset == Self.leafCapacity ? offset : Self.leafCapacity / 2
    let parent = leaves[leaf].parent
    let added = leaves.insert(
      Leaf(
        parent: parent, slots: Array(leaves[leaf].slots[kept...]), hashes: Array(leaves[leaf].hashes[kept...])))
    leaves[leaf].slots.removeSubrange(kept...)
    leaves[leaf].hashes.removeSubrange(kept...)
    for slot in leaves[added].slots { leafOfSlot[slot] = added }
    refresh(leaf: leaf)
    let index = Self.index(of: leaf, in: branches[parent].children) + 1
    addChild(added, ElementRun(leaves[added].hashes), at: index, in: parent)
    return offset < kept ? (leaf, offset) : (added, offset - kept)
  }

  /// Adds a node to a branch, which is split if it is full.
  private mutating func addChild(_ child: Int, _ run: ElementRun, at index: Int, in branch: Int) {
    var (branch, index) = (branch, index)
    if branches[branch].children.count == Self.branchCapacity { (branch, index) = split(branch: branch, at: index) }
    branches[branch].children.insert(child, at: index)
    branches[branch].runs.insert(run, at: index)
    setParent(of: child, in: branch)
    refresh(branch: branch)
  }

  /// Splits a full branch; returns where an index in it is now.
  private mutating func split(branch: Int, at index: Int) -> (branch: Int, index: Int) {
    if branch == root {
      root = branches.insert(
        Branch(parent: Self.none, holdsLeaves: false, children: [branch], runs: [branches[branch].run]))
      branches[branch].parent = root
    }
    let kept = index == Self.branchCapacity ? index : Self.branchCapacity / 2
    let parent = branches[branch].parent
    let added = branches.insert(
      Branch(
        parent: parent, holdsLeaves: branches[branch].holdsLeaves,
        children: Array(branches[branch].children[kept...]), runs: Array(branches[branch].runs[kept...])))
    branches[branch].children.removeSubrange(kept...)
    branches[branch].runs.removeSubrange(kept...)
    for child in branches[added].children { setParent(of: child, in: added) }
    refresh(branch: branch)
    let place = Self.index(of: branch, in: branches[parent].children) + 1
    addChild(added, branches[added].run, at: place, in: parent)
    return index < kept ? (branch, index) : (added, index - kept)
  }

  private mutating func setParent(of child: Int, in branch: Int) {
    if branches[branch].holdsLeaves { leaves[child].parent = branch } else { branches[child].parent = branch }
  }

  // MARK: Removal

  /// Removes a slot, and returns its hash. O(log n).
  @discardableResult
  mutating func remove(_ slot: Int) -> StateHash {
    let leaf = leafOfSlot[slot]
    let offset = Self.index(of: slot, in: leaves[leaf].slots)
    leaves[leaf].slots.remove(at: offset)
    let hash = leaves[leaf].hashes.remove(at: offset)
    if leaves[leaf].slots.isEmpty {
      remove(leaf: leaf)
    } else {
      refresh(leaf: leaf)
      if leaves[leaf].slots.count <= Self.leafCapacity / 4 { merge(leaf) }
    }
    return hash
  }

  /// Joins a leaf that has become small to a neighbour, if the two fill no more than half a leaf.
  ///
  /// Branches are not joined: they are too few to matter, and go when they are empty.
  private mutating func merge(_ leaf: Int) {
    let parent = leaves[leaf].parent
    let index = Self.index(of: leaf, in: branches[parent].children)
    let left = max(0, index == branches[parent].children.count - 1 ? index - 1 : index)
    guard left + 1 < branches[parent].children.count else { return }
    let (first, second) = (branches[parent].children[left], branches[parent].children[left + 1])
    guard leaves[first].slots.count + leaves[second].slots.count <= Self.leafCapacity / 2 else { return }
    for slot in leaves[second].slots { leafOfSlot[slot] = first }
    leaves[first].slots += leaves[second].slots
    leaves[first].hashes += leaves[second].hashes
    remove(leaf: second)
    refresh(leaf: first)
  }

  private mutating func remove(leaf: Int) {
    let parent = leaves[leaf].parent
    leaves.remove(leaf, leaving: Leaf(parent: Self.none))
    removeChild(leaf, from: parent)
  }

  /// Takes a node out of a branch; the branch goes too if it is empty then, and so does a root with one branch below.
  private mutating func removeChild(_ child: Int, from branch: Int) {
    let index = Self.index(of: child, in: branches[branch].children)
    branches[branch].children.remove(at: index)
    branches[branch].runs.remove(at: index)
    if branch != root, branches[branch].children.isEmpty {
      let parent = branches[branch].parent
      branches.remove(branch, leaving: Branch(parent: Self.none, holdsLeaves: false))
      removeChild(branch, from: parent)
      return
    }
    refresh(branch: branch)
    while !branches[root].holdsLeaves, branches[root].children.count == 1 {
      let only = branches[root].children[0]
      branches.remove(root, leaving: Branch(parent: Self.none, holdsLeaves: false))
      branches[only].parent = Self.none
      root = only
    }
  }

  // MARK: Building

  /// Creates the order of slots, whose numbers are all below their count and the numbers of slots that were removed.
  ///
  /// O(n), several times faster than inserting them one by one.
  init(_ elements: [(slot: Int, hash: StateHash)]) {
    self.init()
    guard !elements.isEmpty else { return }
    for _ in 0...(elements.lazy.map(\.slot).max() ?? 0) { leafOfSlot.append(Self.none) }
    var nodes: [(number: Int, run: ElementRun)] = []
    for start in stride(from: 0, to: elements.count, by: Self.leafCapacity) {
      let part = elements[start..<min(start + Self.leafCapacity, elements.count)]
      let leaf = Leaf(parent: root, slots: part.map(\.slot), hashes: part.map(\.hash))
      let number = leaves.insert(leaf)
      for slot in leaf.slots { leafOfSlot[slot] = number }
      nodes.append((number, ElementRun(leaf.hashes)))
    }
    var holdsLeaves = true
    while nodes.count > Self.branchCapacity {
      nodes = stride(from: 0, to: nodes.count, by: Self.branchCapacity).map { start in
        let part = nodes[start..<min(start + Self.branchCapacity, nodes.count)]
        let number = branches.insert(Branch(parent: Self.none, holdsLeaves: holdsLeaves))
        fill(branch: number, with: part)
        return (number, branches[number].run)
      }
      holdsLeaves = false
    }
    branches[root].holdsLeaves = holdsLeaves
    fill(branch: root, with: nodes[...])
    run = branches[root].run
  }

  private mutating func fill(branch: Int, with nodes: ArraySlice<(number: Int, run: ElementRun)>) {
    branches[branch].children = nodes.map(\.number)
    branches[branch].runs = nodes.map(\.run)
    for child in branches[branch].children { setParent(of: child, in: branch) }
  }
}
