import StateTree

#if DEBUG
  // The invariants of a table between changes. Tests call these checks; a release build doesn't contain them.

  extension EntityTable {
    /// Stops the process if the table's parts contradict each other. O(n).
    func _checkInvariants() {
      slots._checkInvariants()
      directory._checkInvariants()
      order._checkInvariants()
      let elements = order.elements
      precondition(directory.count == elements.count, "\(directory.count) ids for \(elements.count) entities")
      precondition(slots.count == elements.count, "\(slots.count) slots for \(elements.count) entities")
      var sum = MemberHash()
      for element in elements {
        let slot = slots[element.slot]
        guard let id = slot.id, let entity = slot.entity else {
          preconditionFailure("the order names the vacant slot \(element.slot)")
        }
        precondition(entity.id == id, "slot \(element.slot) has another id than its entity")
        precondition(self.slot(of: id) == element.slot, "the directory doesn't find slot \(element.slot)")
        if let member = slot.member { sum.insert(member) }
      }
      precondition(sum == members, "the sum of the entities' hashes is outdated")
      for number in 0..<slots.vacant.count {
        let slot = slots[Int(slots.vacant[number])]
        precondition(slot.id == nil && slot.entity == nil && slot.member == nil, "a vacant slot holds an entity")
      }
    }
  }

  extension EntityDirectory {
    /// Stops the process if a shard is damaged, holds another shard's entry, or is missing. O(n).
    func _checkInvariants() {
      shards._checkInvariants()
      precondition(shards.count > 0, "no shards")
      var total = 0
      for number in 0..<shards.count {
        shards[number]._checkInvariants()
        for entry in shards[number].entries where !entry.isVacant {
          precondition(shard(of: entry.tag) == number, "shard \(number) holds an entry of another shard")
          total += 1
        }
      }
      precondition(total == count, "\(total) entries, but \(count) are counted")
    }
  }

  extension DirectoryShard {
    /// Stops the process if the shard is too full, or a search can't reach one of its entries. O(n).
    func _checkInvariants() {
      let taken = entries.count { !$0.isVacant }
      precondition(taken == count, "\(taken) entries, but \(count) are counted")
      guard !entries.isEmpty else { return precondition(shift == 0, "a shard without entries is searched") }
      precondition(entries.count & (entries.count - 1) == 0, "\(entries.count) is not a power of two")
      precondition(1 << (UInt32.bitWidth - Int(shift)) == entries.count, "the shift doesn't fit the size")
      precondition(taken * 4 <= entries.count * 3, "\(taken) of \(entries.count) entries are taken")
      for index in entries.indices where !entries[index].isVacant {
        var place = home(of: entries[index].tag)
        while place != index {
          precondition(!entries[place].isVacant, "a search ends before the entry at \(index)")
          place = next(place)
        }
      }
    }
  }

  extension OrderTree {
    /// Stops the process if a node is too large or empty, has the wrong parent or run, or isn't part of the tree. O(n).
    func _checkInvariants() {
      leaves._checkInvariants()
      branches._checkInvariants()
      leafOfSlot._checkInvariants()
      precondition(branches[root].parent == Self.none, "the root has a parent")
      precondition(count == 0 || branches[root].holdsLeaves || branches[root].children.count > 1, "a needless root")
      var (leafCount, branchCount) = (0, 0)
      var depths: Set<Int> = []
      var seen: Set<Int> = []

      func check(leaf: Int, below branch: Int) -> ElementRun {
        leafCount += 1
        precondition(leaves[leaf].parent == branch, "leaf \(leaf) has another parent")
        let elements = leaves[leaf].elements
        precondition((1...Self.leafCapacity).contains(elements.count), "leaf \(leaf) has \(elements.count) elements")
        for element in elements {
          precondition(seen.insert(element.slot).inserted, "slot \(element.slot) has two positions")
          precondition(Int(leafOfSlot[element.slot]) == leaf, "slot \(element.slot) isn't in the leaf that it names")
        }
        return leaves[leaf].run
      }

      func check(branch: Int, depth: Int) -> ElementRun {
        branchCount += 1
        let node = branches[branch]
        precondition(node.children.count <= Self.branchCapacity, "branch \(branch) has \(node.children.count) children")
        precondition(branch == root || !node.children.isEmpty, "branch \(branch) is empty")
        if node.holdsLeaves { depths.insert(depth) }
        var total = ElementRun()
        for child in node.children {
          if !node.holdsLeaves {
            precondition(branches[child.node].parent == branch, "\(child.node) has another parent")
          }
          let run =
            node.holdsLeaves ? check(leaf: child.node, below: branch) : check(branch: child.node, depth: depth + 1)
          precondition(run == child.run, "branch \(branch) has an outdated run")
          total.append(contentsOf: run)
        }
        return total
      }

      precondition(check(branch: root, depth: 0) == run, "the run of the whole is outdated")
      precondition(depths.count == 1, "the leaves are at several depths")
      precondition(leafCount == leaves.count, "\(leaves.count - leafCount) leaves aren't part of the tree")
      precondition(branchCount == branches.count, "\(branches.count - branchCount) branches aren't part of the tree")
    }
  }

  extension Arena {
    /// The number of elements.
    var count: Int { elements.count - vacant.count }

    /// Stops the process if a number is vacant twice, or was never given out.
    func _checkInvariants() {
      elements._checkInvariants()
      vacant._checkInvariants()
      let numbers = Set((0..<vacant.count).map { Int(vacant[$0]) })
      precondition(numbers.count == vacant.count, "a number is vacant twice")
      precondition(numbers.allSatisfy { $0 < elements.count }, "a vacant number was never given out")
    }
  }

  extension ChunkedArray {
    /// Stops the process if a chunk or a block isn't full though others follow it.
    func _checkInvariants() {
      let chunks = blocks.joined()
      precondition(chunks.reduce(0) { $0 + $1.count } == count, "the chunks don't have \(count) elements")
      precondition(chunks.dropLast().allSatisfy { $0.count == Self.chunkCapacity }, "a chunk isn't full")
      precondition(blocks.dropLast().allSatisfy { $0.count == 1 << Self.blockBits }, "a block isn't full")
      precondition(blocks.allSatisfy { !$0.isEmpty } && chunks.allSatisfy { !$0.isEmpty }, "a chunk is empty")
    }
  }
#endif
