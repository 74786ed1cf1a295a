#if SQLite
  /// Chooses positions for the rows that get one, so that as few others as possible change theirs.
  ///
  /// Positions are whole numbers with gaps between them. A row that comes in, or moves, gets one in the gap where it goes.
  /// Where a gap is used up, the rows around it are spread out anew: first those next to it, then twice as many, until each
  /// has at least `room` on either side. As the gaps of rows that were spread before are wide, those are few.
  struct RowPositions {
    /// The gap to the row before at the end of a table, and to the row behind at its front.
    static let gap: Int64 = 1 << 32
    /// The gap that rows have at least when they have been spread out.
    static let room: Int64 = 1 << 16
    /// No position is further from zero. Rows that somebody put beyond are spread out anew with the others.
    static let limit: Int64 = 1 << 62

    /// How many rows there are.
    private let count: Int
    /// The position of the row at an index, before; `nil` for one that is to get one.
    private let earlier: (Int) -> Int64?
    /// The positions that were chosen, by index.
    private(set) var chosen: [Int: Int64] = [:]

    /// Chooses positions for all rows that have none.
    ///
    /// - Parameters:
    ///   - unplaced: the indices of the rows without a position, in ascending order.
    ///   - count: how many rows there are.
    ///   - earlier: the positions of the others, which ascend; `nil` for those without.
    init(for unplaced: [Int], of count: Int, earlier: @escaping (Int) -> Int64?) {
      self.count = count
      self.earlier = earlier
      var rest = unplaced[...]
      while let first = rest.popFirst() {
        guard chosen[first] == nil else { continue }
        var end = first + 1
        while rest.first == end {
          end += 1
          rest.removeFirst()
        }
        place(first..<end)
      }
    }

    private func position(at index: Int) -> Int64? { chosen[index] ?? earlier(index) }

    private mutating func place(_ rows: Range<Int>) {
      var range = rows
      var reach = 1
      while !spread(range, room: range == rows ? 1 : RowPositions.room) {
        range = max(0, range.lowerBound - reach)..<min(count, range.upperBound + reach)
        // The row behind it must have a position.
        while range.upperBound < count, position(at: range.upperBound) == nil {
          range = range.lowerBound..<(range.upperBound + 1)
        }
        reach *= 2
      }
    }

    /// Gives the rows positions between those of their neighbours, if they have room there.
    private mutating func spread(_ rows: Range<Int>, room: Int64) -> Bool {
      let before = rows.lowerBound > 0 ? position(at: rows.lowerBound - 1) : nil
      let behind = rows.upperBound < count ? position(at: rows.upperBound) : nil
      let step: Int64
      let start: Int64
      switch (before, behind) {
      case (nil, nil):
        // All of them, which are around zero then: a table has no more than 2³¹ rows.
        step = RowPositions.gap
        start = -(Int64(rows.count) / 2 + 1) * step
      case (let before?, nil):
        step = RowPositions.gap
        start = before
      case (nil, let behind?):
        step = RowPositions.gap
        start = behind.subtractingReportingOverflow(step * Int64(rows.count + 1)).partialValue
      case (let before?, let behind?):
        let (width, isTooWide) = behind.subtractingReportingOverflow(before)
        guard !isTooWide, width > 0 else { return false }
        step = width / Int64(rows.count + 1)
        start = before
      }
      guard step >= room else { return false }
      guard isWithin(before), isWithin(behind), isWithin(start), start + step * Int64(rows.count) <= RowPositions.limit
      else { return false }
      for (offset, row) in rows.enumerated() { chosen[row] = start + step * Int64(offset + 1) }
      return true
    }

    private func isWithin(_ position: Int64?) -> Bool {
      position.map { -RowPositions.limit...RowPositions.limit ~= $0 } ?? true
    }
  }

  extension Array where Element == Int64 {
    /// The indices of as many elements as possible that ascend: all others have to move.
    ///
    /// Patience sorting: O(n log n).
    func longestAscent() -> [Int] {
      /// For each length, the index of the smallest element with which a run of that length ends.
      var ends: [Int] = []
      var previous = [Int](repeating: -1, count: count)
      for (index, element) in enumerated() {
        var (low, high) = (0, ends.count)
        while low < high {
          let middle = (low + high) / 2
          if self[ends[middle]] < element { low = middle + 1 } else { high = middle }
        }
        if low > 0 { previous[index] = ends[low - 1] }
        if low < ends.count { ends[low] = index } else { ends.append(index) }
      }
      var ascent: [Int] = []
      var next = ends.last ?? -1
      while next >= 0 {
        ascent.append(next)
        next = previous[next]
      }
      return ascent.reversed()
    }
  }
#endif
