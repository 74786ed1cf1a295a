extension OrderTree {
  // MARK: Insertion

  /// Inserts an element, whose slot is not in the order yet, at a position. O(log n).
  mutating func insert(_ element: Element, at position: Int) {
    if count == 0 {
      let leaf = leaves.insert(Leaf(parent: root))
      addChild(Child(node: leaf, run: ElementRun()), at: 0, in: root)
    }
    var (leaf, offset) = place(of: position)
    if leaves[leaf].elements.count == Self.leafCapacity { (leaf, offset) = split(leaf: leaf, at: offset) }
    leaves[leaf].elements.insert(element, at: offset)
    note(leaf, of: element.slot)
    refresh(leaf: leaf)
  }

  private mutating func note(_ leaf: Int, of slot: Int) {
    while leafOfSlot.count <= slot { leafOfSlot.append(Self.none) }
    leafOfSlot[slot] = leaf
  }

  /// Splits a full leaf; returns where an offset in it is now.
  private mutating func split(leaf: Int, at offset: Int) -> (leaf: Int, offset: Int) {
    // What is appended goes on in a new leaf, so that a table that only grows has full ones.
    let kept = offset == Self.leafCapacity ? offset : Self.leafCapacity / 2
    let parent = leaves[leaf].parent
    let moved = Array(leaves[leaf].elements[kept...])
    leaves[leaf].elements.removeSubrange(kept...)
    let added = leaves.insert(Leaf(parent: parent, elements: moved))
    for element in moved { leafOfSlot[element.slot] = added }
    refresh(leaf: leaf)
    addChild(Child(node: added, run: leaves[added].run), at: branches[parent].index(of: leaf) + 1, in: parent)
    return offset < kept ? (leaf, offset) : (added, offset - kept)
  }

  /// Adds a node to a branch, which is split if it is full.
  private mutating func addChild(_ child: Child, at index: Int, in branch: Int) {
    var (branch, index) = (branch, index)
    if branches[branch].children.count == Self.branchCapacity { (branch, index) = split(branch: branch, at: index) }
    branches[branch].children.insert(child, at: index)
    setParent(of: child.node, in: branch)
    refresh(branch: branch)
  }

  /// Splits a full branch; returns where an index in it is now.
  private mutating func split(branch: Int, at index: Int) -> (branch: Int, index: Int) {
    let holdsLeaves = branches[branch].holdsLeaves
    if branch == root {
      let child = Child(node: branch, run: branches[branch].run)
      root = branches.insert(Branch(parent: Self.none, holdsLeaves: false, children: [child]))
      branches[branch].parent = root
    }
    let kept = index == Self.branchCapacity ? index : Self.branchCapacity / 2
    let parent = branches[branch].parent
    let moved = Array(branches[branch].children[kept...])
    branches[branch].children.removeSubrange(kept...)
    let added = branches.insert(Branch(parent: parent, holdsLeaves: holdsLeaves, children: moved))
    for child in moved { setParent(of: child.node, in: added) }
    refresh(branch: branch)
    addChild(Child(node: added, run: branches[added].run), at: branches[parent].index(of: branch) + 1, in: parent)
    return index < kept ? (branch, index) : (added, index - kept)
  }

  private mutating func setParent(of node: Int, in branch: Int) {
    if branches[branch].holdsLeaves { leaves[node].parent = branch } else { branches[node].parent = branch }
  }

  // MARK: Removal

  /// Removes a slot's element, and returns it. O(log n).
  @discardableResult
  mutating func remove(_ slot: Int) -> Element {
    let leaf = leafOfSlot[slot]
    let element = leaves[leaf].elements.remove(at: leaves[leaf].offset(of: slot))
    if leaves[leaf].elements.isEmpty {
      remove(leaf: leaf)
    } else {
      refresh(leaf: leaf)
      if leaves[leaf].elements.count <= Self.leafCapacity / 4 { merge(leaf) }
    }
    return element
  }

  /// Joins a leaf that has become small to a neighbour, if the two fill no more than half a leaf.
  ///
  /// Branches are not joined: they are too few to matter, and go when they are empty.
  private mutating func merge(_ leaf: Int) {
    let parent = leaves[leaf].parent
    let index = branches[parent].index(of: leaf)
    let left = index > 0 && index == branches[parent].children.count - 1 ? index - 1 : index
    guard left + 1 < branches[parent].children.count else { return }
    let (first, second) = (branches[parent].children[left].node, branches[parent].children[left + 1].node)
    let moved = leaves[second].elements
    guard leaves[first].elements.count + moved.count <= Self.leafCapacity / 2 else { return }
    for element in moved { leafOfSlot[element.slot] = first }
    leaves[first].elements += moved
    remove(leaf: second)
    refresh(leaf: first)
  }

  private mutating func remove(leaf: Int) {
    let parent = leaves[leaf].parent
    leaves.remove(leaf, leaving: Leaf(parent: Self.none))
    removeChild(leaf, from: parent)
  }

  /// Takes a node out of a branch; the branch goes too if it is empty then, and so does a root with one branch below.
  private mutating func removeChild(_ node: Int, from branch: Int) {
    branches[branch].children.remove(at: branches[branch].index(of: node))
    if branch != root, branches[branch].children.isEmpty {
      let parent = branches[branch].parent
      branches.remove(branch, leaving: Branch(parent: Self.none, holdsLeaves: false))
      removeChild(branch, from: parent)
      return
    }
    refresh(branch: branch)
    while !branches[root].holdsLeaves, branches[root].children.count == 1 {
      let only = branches[root].children[0].node
      branches.remove(root, leaving: Branch(parent: Self.none, holdsLeaves: false))
      branches[only].parent = Self.none
      root = only
    }
  }

  // MARK: Building

  /// Creates the order of elements.
  ///
  /// O(n), several times faster than inserting them one by one.
  init(_ elements: [Element]) {
    self.init()
    guard !elements.isEmpty else { return }
    var nodes = Self.parts(of: elements, Self.leafCapacity).map { part in
      let leaf = leaves.insert(Leaf(parent: root, elements: Array(part)))
      for element in part { note(leaf, of: element.slot) }
      return Child(node: leaf, run: leaves[leaf].run)
    }
    var holdsLeaves = true
    while nodes.count > Self.branchCapacity {
      nodes = Self.parts(of: nodes, Self.branchCapacity).map { part in
        let branch = branches.insert(Branch(parent: Self.none, holdsLeaves: holdsLeaves, children: Array(part)))
        for child in part { setParent(of: child.node, in: branch) }
        return Child(node: branch, run: branches[branch].run)
      }
      holdsLeaves = false
    }
    branches[root] = Branch(parent: Self.none, holdsLeaves: holdsLeaves, children: nodes)
    for child in nodes { setParent(of: child.node, in: root) }
    run = branches[root].run
  }

  private static func parts<Part>(of all: [Part], _ size: Int) -> [ArraySlice<Part>] {
    stride(from: 0, to: all.count, by: size).map { all[$0..<min($0 + size, all.count)] }
  }
}
