#if SQLite
  /// Chooses positions for new and moved rows, so that few other rows change theirs.
  ///
  /// Positions are whole numbers with gaps between them. A new or moved row gets one in the gap where it belongs. When a gap
  /// is used up, the rows around it are spread out: first its neighbours, then twice as many, until each has at least `room`
  /// on either side. Those rows are few, because earlier spreading left wide gaps.
  struct RowPositions {
    /// The gap before a row at the end of a table, and after a row at its front.
    static let gap: Int64 = 1 << 32
    /// The least gap between rows that were spread out.
    static let room: Int64 = 1 << 16
    /// The largest distance of a position from zero. Rows placed further out by other programs are spread out, too.
    static let limit: Int64 = 1 << 62

    /// The number of rows.
    private let count: Int
    /// The earlier position of the row at an index; `nil` for a row that needs one.
    private let earlier: (Int) -> Int64?
    /// The chosen positions, by index.
    private(set) var chosen: [Int: Int64] = [:]

    /// Chooses positions for all rows without one.
    ///
    /// - Parameters:
    ///   - unplaced: the indices of the rows without a position, in ascending order.
    ///   - count: the number of rows.
    ///   - earlier: returns the ascending positions of the other rows, and `nil` for rows without one.
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
        // The row after the range must have a position.
        while range.upperBound < count, position(at: range.upperBound) == nil {
          range = range.lowerBound..<(range.upperBound + 1)
        }
        reach *= 2
      }
    }

    /// Gives the rows positions between those of their neighbours, if that leaves enough room.
    private mutating func spread(_ rows: Range<Int>, room: Int64) -> Bool {
      let before = rows.lowerBound > 0 ? position(at: rows.lowerBound - 1) : nil
      let behind = rows.upperBound < count ? position(at: rows.upperBound) : nil
      let step: Int64
      let start: Int64
      switch (before, behind) {
      case (nil, nil):
        // All rows, centred on zero: a table has at most 2³¹ rows.
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
    /// The indices of a longest ascending subsequence: only the other rows must move.
    ///
    /// Patience sorting: O(n log n).
    func longestAscent() -> [Int] {
      /// For each length, the index of the smallest element that ends a run of that length.
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
