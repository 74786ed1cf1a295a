extension OrderTree {
  /// The numbers of hashes at the start and at the end that are the same as in another order.
  ///
  /// Runs are compared, not elements: O(log² n).
  func ends(like other: OrderTree) -> (prefix: Int, suffix: Int) {
    let prefix = OrderTree.greatest(through: min(count, other.count)) { run(to: $0) == other.run(to: $0) }
    let suffix = OrderTree.greatest(through: min(count, other.count) - prefix) {
      run(from: count - $0) == other.run(from: other.count - $0)
    }
    return (prefix, suffix)
  }

  /// The hashes of the elements at some positions.
  func hashes(in positions: Range<Int>) -> [StateHash] {
    var hashes: [StateHash] = []
    hashes.reserveCapacity(positions.count)
    while hashes.count < positions.count {
      let part = elements(from: positions.lowerBound + hashes.count)
      hashes += part.prefix(positions.count - hashes.count).map(\.hash)
    }
    return hashes
  }

  /// The run of the elements before a position. O(log n).
  private func run(to position: Int) -> ElementRun {
    var total = ElementRun()
    var (node, rest) = (root, position)
    guard position > 0 else { return total }
    while true {
      let branch = branches[node]
      var index = 0
      while index < branch.children.count - 1, rest >= branch.children[index].run.count {
        total.append(contentsOf: branch.children[index].run)
        rest -= branch.children[index].run.count
        index += 1
      }
      node = branch.children[index].node
      if branch.holdsLeaves {
        total.append(contentsOf: ElementRun(count: rest) { leaves[node].elements[$0].hash })
        return total
      }
    }
  }

  /// The run of the elements from a position on. O(log n).
  private func run(from position: Int) -> ElementRun {
    guard position < count else { return ElementRun() }
    return run(from: position, in: root)
  }

  private func run(from position: Int, in node: Int) -> ElementRun {
    let branch = branches[node]
    var (index, rest) = (0, position)
    while index < branch.children.count - 1, rest >= branch.children[index].run.count {
      rest -= branch.children[index].run.count
      index += 1
    }
    let child = branch.children[index]
    var total =
      branch.holdsLeaves ? leaves[child.node].run(from: rest, of: child.run) : run(from: rest, in: child.node)
    for later in branch.children[(index + 1)...] { total.append(contentsOf: later.run) }
    return total
  }

  /// The greatest number up to a limit that meets a condition. The condition must hold for 0 and for all numbers below
  /// one that meets it.
  private static func greatest(through limit: Int, where isFulfilled: (Int) -> Bool) -> Int {
    var (low, high) = (0, limit)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if isFulfilled(middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
