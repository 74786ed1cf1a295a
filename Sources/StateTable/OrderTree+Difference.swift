import StateTree

extension OrderTree {
  /// The numbers of hashes at the start and at the end that are the same as in another order.
  ///
  /// Both are found by the runs of this tree's nodes, and by the hashes in one leaf. O(log² n).
  func ends(like other: OrderTree) -> (prefix: Int, suffix: Int) {
    let prefix = prefix(like: other)
    return (prefix, suffix(like: other, atMost: min(count, other.count) - prefix))
  }

  private func prefix(like other: OrderTree) -> Int {
    let limit = min(count, other.count)
    var (node, start) = (root, ElementRun())
    while true {
      let branch = branches[node]
      // The runs up to the starts of the children.
      var starts = [start]
      for child in branch.children.dropLast() {
        start.append(contentsOf: child.run)
        starts.append(start)
      }
      let index = OrderTree.greatest(through: starts.count - 1) {
        starts[$0].count <= limit && starts[$0] == other.run(to: starts[$0].count)
      }
      guard !branch.children.isEmpty else { return 0 }
      (node, start) = (branch.children[index].node, starts[index])
      guard branch.holdsLeaves else { continue }
      let elements = leaves[node].elements
      var offset = 0
      while offset < elements.count, start.count + offset < limit {
        for element in other.elements(from: start.count + offset) {
          guard offset < elements.count, element.hash == elements[offset].hash else { return start.count + offset }
          offset += 1
        }
      }
      return start.count + offset
    }
  }

  private func suffix(like other: OrderTree, atMost limit: Int) -> Int {
    var (node, end) = (root, ElementRun())
    while true {
      let branch = branches[node]
      // The runs from the ends of the children, from the last child on.
      var ends = [end]
      for child in branch.children.dropFirst().reversed() {
        var longer = child.run
        longer.append(contentsOf: end)
        end = longer
        ends.append(end)
      }
      let index = OrderTree.greatest(through: ends.count - 1) {
        ends[$0].count <= limit && ends[$0] == other.run(from: other.count - ends[$0].count)
      }
      guard !branch.children.isEmpty else { return 0 }
      (node, end) = (branch.children[branch.children.count - 1 - index].node, ends[index])
      guard branch.holdsLeaves else { continue }
      let elements = leaves[node].elements
      var count = end.count
      for element in elements.reversed() {
        guard count < limit, element.hash == other.hash(at: other.count - 1 - count) else { break }
        count += 1
      }
      return count
    }
  }

  /// The script that turns the middle of an order into that of another if a single element moved from its one end to the
  /// other, as `EditScript` finds it. O(log n).
  func move(_ old: Range<Int>, to new: Range<Int>, of other: OrderTree) -> [EditScript.Hunk]? {
    guard old == new, old.count > 1 else { return nil }
    let (first, last) = (old.lowerBound, old.upperBound - 1)
    var moved = run
    if hash(at: first) == other.hash(at: last) {
      moved.apply(.removal(of: hash(at: first)), before: run(from: first + 1))
      moved.apply(.insertion(of: hash(at: first)), before: run(from: last + 1))
      guard moved == other.run else { return nil }
      return [
        EditScript.Hunk(old: first..<(first + 1), new: first..<first),
        EditScript.Hunk(old: (last + 1)..<(last + 1), new: last..<(last + 1)),
      ]
    }
    guard hash(at: last) == other.hash(at: first) else { return nil }
    let removal = ElementRun.Change.removal(of: hash(at: last))
    moved.apply(removal, before: run(from: last + 1))
    var rest = run(from: first)
    rest.apply(removal, before: run(from: last + 1))
    moved.apply(.insertion(of: hash(at: last)), before: rest)
    guard moved == other.run else { return nil }
    return [
      EditScript.Hunk(old: first..<first, new: first..<(first + 1)),
      EditScript.Hunk(old: last..<(last + 1), new: (last + 1)..<(last + 1)),
    ]
  }

  /// The hash of the element at a position.
  private func hash(at position: Int) -> StateHash {
    let place = place(of: position)
    return leaves[place.leaf].elements[place.offset].hash
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
