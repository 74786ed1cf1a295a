public import StateTree

extension OrderTree {
  // MARK: Runs

  /// Updates the runs above a leaf after a change to it; `rest` is the run of the leaf's elements after the change.
  private mutating func apply(_ change: ElementRun.Change, to leaf: Int, before rest: ElementRun) {
    var (node, parent, rest) = (leaf, leaves[leaf].parent, rest)
    while parent != Self.none {
      branches[parent].apply(change, to: node, before: &rest)
      (node, parent) = (parent, branches[parent].parent)
    }
    run.apply(change, before: rest)
  }

  /// The run of a leaf's elements from an offset on.
  private func rest(of leaf: Int, from offset: Int) -> ElementRun {
    let branch = branches[leaves[leaf].parent]
    return leaves[leaf].run(from: offset, of: branch.children[branch.index(of: leaf)].run)
  }

  /// Replaces the hash of a slot. O(log n).
  @usableFromInline
  mutating func setHash(_ hash: StateHash, of slot: Int) {
    let leaf = Int(leafOfSlot[slot])
    let offset = leaves[leaf].offset(of: slot)
    let change = ElementRun.Change.replacement(of: leaves[leaf].elements[offset].hash, by: hash)
    let rest = rest(of: leaf, from: offset + 1)
    leaves[leaf].elements[offset].hash = hash
    apply(change, to: leaf, before: rest)
  }

  // MARK: Insertion

  /// Inserts an element, whose slot is not in the order yet, at a position. O(log n).
  @usableFromInline
  mutating func insert(_ element: Element, at position: Int) {
    if count == 0 {
      let leaf = leaves.insert(Leaf(parent: root))
      addChild(Child(run: ElementRun(), node: leaf), at: 0, in: root)
    }
    var (leaf, offset) = place(of: position)
    if leaves[leaf].elements.count == Self.leafCapacity { (leaf, offset) = split(leaf: leaf, at: offset) }
    let rest = rest(of: leaf, from: offset)
    leaves[leaf].elements.insert(element, at: offset)
    note(leaf, of: element.slot)
    apply(.insertion(of: element.hash), to: leaf, before: rest)
  }

  private mutating func note(_ leaf: Int, of slot: Int) {
    while leafOfSlot.count <= slot { leafOfSlot.append(0) }
    leafOfSlot[slot] = UInt32(leaf)
  }

  /// Splits a full leaf; returns the new location of an offset in it.
  private mutating func split(leaf: Int, at offset: Int) -> (leaf: Int, offset: Int) {
    // An element appended to a full leaf starts a new one, so that a growing table has full leaves.
    let kept = offset == Self.leafCapacity ? offset : Self.leafCapacity / 2
    let parent = leaves[leaf].parent
    let moved = Self.array(of: leaves[leaf].elements[kept...], Self.leafCapacity)
    leaves[leaf].elements.removeSubrange(kept...)
    let added = leaves.insert(Leaf(parent: parent, elements: moved))
    for element in moved { leafOfSlot[element.slot] = UInt32(added) }
    let index = branches[parent].index(of: leaf)
    branches[parent].children[index].run = leaves[leaf].run
    addChild(Child(run: leaves[added].run, node: added), at: index + 1, in: parent)
    return offset < kept ? (leaf, offset) : (added, offset - kept)
  }

  /// Adds a node to a branch, and splits the branch if it is too full. The runs above include the node's elements already.
  private mutating func addChild(_ child: Child, at index: Int, in branch: Int) {
    branches[branch].children.insert(child, at: index)
    setParent(of: child.node, in: branch)
    let count = branches[branch].children.count
    guard count > Self.branchCapacity else { return }
    let holdsLeaves = branches[branch].holdsLeaves
    if branch == root {
      let child = Child(run: run, node: branch)
      root = branches.insert(Branch(parent: Self.none, holdsLeaves: false, children: [child]))
      branches[branch].parent = root
    }
    let kept = index == count - 1 ? index : count / 2
    let parent = branches[branch].parent
    let moved = Self.array(of: branches[branch].children[kept...], Self.branchCapacity + 1)
    branches[branch].children.removeSubrange(kept...)
    let added = branches.insert(Branch(parent: parent, holdsLeaves: holdsLeaves, children: moved))
    for child in moved { setParent(of: child.node, in: added) }
    let place = branches[parent].index(of: branch)
    branches[parent].children[place].run = branches[branch].run
    addChild(Child(run: branches[added].run, node: added), at: place + 1, in: parent)
  }

  private mutating func setParent(of node: Int, in branch: Int) {
    if branches[branch].holdsLeaves { leaves[node].parent = branch } else { branches[node].parent = branch }
  }

  /// A part of a node as an array with the capacity of a whole node.
  private static func array<Part>(of part: ArraySlice<Part>, _ capacity: Int) -> [Part] {
    var array: [Part] = []
    array.reserveCapacity(capacity)
    array += part
    return array
  }

  // MARK: Removal

  /// Removes a slot's element, and returns it. O(log n).
  @usableFromInline @discardableResult
  mutating func remove(_ slot: Int) -> Element {
    let leaf = Int(leafOfSlot[slot])
    let offset = leaves[leaf].offset(of: slot)
    let rest = rest(of: leaf, from: offset + 1)
    let element = leaves[leaf].elements.remove(at: offset)
    apply(.removal(of: element.hash), to: leaf, before: rest)
    if leaves[leaf].elements.isEmpty {
      remove(leaf: leaf)
    } else if leaves[leaf].elements.count <= Self.leafCapacity / 4 {
      merge(leaf)
    }
    return element
  }

  /// Merges a small leaf with a neighbour, if the two fill at most half a leaf.
  ///
  /// Branches are not merged: they are few, and are removed when they are empty.
  private mutating func merge(_ leaf: Int) {
    let parent = leaves[leaf].parent
    let index = branches[parent].index(of: leaf)
    let left = index > 0 && index == branches[parent].children.count - 1 ? index - 1 : index
    guard left + 1 < branches[parent].children.count else { return }
    let (first, second) = (branches[parent].children[left], branches[parent].children[left + 1])
    guard first.run.count + second.run.count <= Self.leafCapacity / 2 else { return }
    let moved = leaves[second.node].elements
    for element in moved { leafOfSlot[element.slot] = UInt32(first.node) }
    leaves[first.node].elements += moved
    branches[parent].children[left].run.append(contentsOf: second.run)
    remove(leaf: second.node)
  }

  private mutating func remove(leaf: Int) {
    let parent = leaves[leaf].parent
    leaves.remove(leaf, leaving: Leaf(parent: Self.none))
    removeChild(leaf, from: parent)
  }

  /// Removes a node from a branch, then the branch if it is empty, and any root with a single branch below.
  ///
  /// The runs above must exclude the node's elements already, unless they moved within the branch.
  private mutating func removeChild(_ node: Int, from branch: Int) {
    branches[branch].children.remove(at: branches[branch].index(of: node))
    if branch != root, branches[branch].children.isEmpty {
      let parent = branches[branch].parent
      branches.remove(branch, leaving: Branch(parent: Self.none, holdsLeaves: false))
      removeChild(branch, from: parent)
      return
    }
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
  /// O(n), several times faster than inserting them one by one. Leaves room in the nodes, so that the first insertions
  /// don't split them.
  @usableFromInline
  init(_ elements: [Element]) {
    self.init()
    guard !elements.isEmpty else { return }
    var nodes = Self.parts(of: elements, Self.leafCapacity).map { part in
      let leaf = leaves.insert(Leaf(parent: root, elements: part))
      for element in part { note(leaf, of: element.slot) }
      return Child(run: leaves[leaf].run, node: leaf)
    }
    var holdsLeaves = true
    while nodes.count > Self.branchCapacity {
      nodes = Self.parts(of: nodes, Self.branchCapacity).map { part in
        let branch = branches.insert(Branch(parent: Self.none, holdsLeaves: holdsLeaves, children: part))
        for child in part { setParent(of: child.node, in: branch) }
        return Child(run: branches[branch].run, node: branch)
      }
      holdsLeaves = false
    }
    branches[root] = Branch(parent: Self.none, holdsLeaves: holdsLeaves, children: nodes)
    for child in nodes { setParent(of: child.node, in: root) }
    run = branches[root].run
  }

  private static func parts<Part>(of all: [Part], _ capacity: Int) -> [[Part]] {
    let size = capacity - capacity / 4
    return stride(from: 0, to: all.count, by: size).map { array(of: all[$0..<min($0 + size, all.count)], capacity) }
  }
}
